package bench

import (
	"cmp"
	"context"

	"github.com/unheap/unheap/internal/exact"
)

// A Sample is one timing run of one workload.
type Sample struct {
	Name        string
	N           int64 // operations
	NsPerOp     float64
	AllocsPerOp float64
	BytesPerOp  float64
	// Exact says that AllocsPerOp and BytesPerOp are quotients of whole counts
	// of MemStats; otherwise they are the integers that testing prints.
	Exact bool
	// Failure is as in record.Workload; the figures are 0 then.
	Failure string
	Output  string
}

// Measure runs the selected workloads once without recording anything and
// returns a sample for each that ran, in the order they ran. Callers that
// compare two binaries call it in turns. An empty Benchtime means testing's
// own, one second.
//
// AllocsPerOp includes the first operation of a benchmark that uses B.Loop, as
// testing does.
func (x *Binary) Measure(ctx context.Context, sel Select) ([]Sample, error) {
	sel.Benchtime = cmp.Or(sel.Benchtime, "1s")
	if x.bench.counter.reason != "" {
		return x.measureStock(ctx, sel)
	}
	var all []Sample
	var over []string
	for {
		seen, err := x.attempt(ctx, sel, "", over)
		run := new(Run)
		more := x.collect(run, nil, seen, over)
		over = append(over, more...)
		all = append(all, samples(seen.journal, run)...)
		if seen.last(ctx, err) {
			return all, cmp.Or(context.Cause(ctx), err)
		}
		if len(more) == 0 {
			return all, stuck(seen)
		}
	}
}

// samples pairs the workloads of a run with their times.
func samples(j *exact.Journal, run *Run) []Sample {
	if j == nil {
		return nil
	}
	times := make(map[string]exact.Workload)
	for _, w := range j.Workloads {
		times[w.Name] = w
	}
	var all []Sample
	for _, r := range run.Workloads {
		s := Sample{Name: r.Name, Exact: true, Failure: r.Failure, Output: r.Output}
		if w := times[r.Name]; r.Failure == "" && w.N > 0 {
			n := float64(w.N)
			s.N = w.N
			s.NsPerOp = float64(w.Elapsed.Nanoseconds()) / n
			s.AllocsPerOp = float64(w.Allocs) / n
			s.BytesPerOp = float64(w.Bytes) / n
		}
		all = append(all, s)
	}
	return all
}
