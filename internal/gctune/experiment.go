package gctune

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"github.com/unheap/unheap/internal/record"
)

// A Runner runs the program once at a setting.
type Runner func(context.Context, record.GCSetting) (*Observation, error)

// Env is what tells a Go program its setting.
func Env(s record.GCSetting) []string {
	gogc, limit := "off", "off"
	if s.GOGC >= 0 {
		gogc = strconv.Itoa(s.GOGC)
	}
	if s.Limit > 0 {
		limit = strconv.FormatInt(s.Limit, 10)
	}
	return []string{"GOGC=" + gogc, "GOMEMLIMIT=" + limit}
}

// calibration are the values of GOGC of the runs that a model is fitted to: the
// smallest shows what is live, the largest what a large heap costs. A run at the
// smallest one collects about sixteen times as often as one at the largest.
var calibration = []int{25, 100, 400}

// Calibrate runs the program without a memory limit, each setting so many times, in
// turns, so that a change of the machine meets all of them. A program that is killed or
// fails ends it with an error that names the setting.
func Calibrate(ctx context.Context, run Runner, repeats int, done func(n, of int, s record.GCSetting)) (all []*Observation, err error) {
	for i := range repeats {
		for j, gogc := range calibration {
			s := record.GCSetting{GOGC: gogc}
			done(i*len(calibration)+j, repeats*len(calibration), s)
			o, err := run(ctx, s)
			if err != nil {
				return all, fmt.Errorf("a run with GOGC=%d: %w", gogc, err)
			}
			all = append(all, o)
		}
	}
	return all, nil
}

// Compare puts a run and what the model says of its setting side by side. A run that did
// not do the same amount of work is compared as if it had: the prediction is scaled to
// what it allocated.
func (m *Model) Compare(r record.GCRun) record.GCPair {
	p := m.Predict(r.Setting, Same)
	if part := float64(r.Allocated) / float64(m.allocated); math.Abs(part-1) > 0.01 {
		p.Cycles *= part
		p.CPU, p.GCCPU = int64(part*float64(p.CPU)), int64(part*float64(p.GCCPU))
	}
	return record.GCPair{Measured: r, Predicted: p}
}

// Median is the run with the middle CPU time of several at one setting, or with the
// middle number of collections where no time is known.
func Median(all []*Observation) *Observation {
	if len(all) == 0 {
		return nil
	}
	var best *Observation
	least := math.Inf(1)
	for _, o := range all {
		var smaller, larger float64
		for _, x := range all {
			switch {
			case rank(x) < rank(o):
				smaller++
			case rank(x) > rank(o):
				larger++
			}
		}
		if off := math.Abs(smaller - larger); off < least {
			best, least = o, off
		}
	}
	return best
}

func rank(o *Observation) int64 {
	if o.Run.CPU > 0 {
		return o.Run.CPU
	}
	return o.Run.Cycles
}
