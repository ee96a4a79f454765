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
	times := make(map[string]exact.Workload)
	run := new(Run)
	err := x.attempts(ctx, sel, "", run, func(_ *exact.Journal, w *exact.Workload) error {
		times[w.Name] = *w
		return nil
	})
	return samples(times, run), err
}

// samples pairs the workloads of a run with their times.
func samples(times map[string]exact.Workload, run *Run) []Sample {
	var all []Sample
	for _, r := range run.Workloads {
		s := Sample{Name: r.Name, Failure: r.Failure, Output: r.Output}
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
