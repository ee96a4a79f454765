package gctune

import (
	"context"
	"fmt"
	"math"

	"github.com/unheap/unheap/internal/record"
)

// A Runner runs the program once at a setting.
type Runner func(context.Context, record.GCSetting) (*Observation, error)

// Env returns the environment variables that give a Go program its setting.
func Env(s record.GCSetting) []string {
	gogc, limit := s.Values()
	return []string{"GOGC=" + gogc, "GOMEMLIMIT=" + limit}
}

// calibration are the values of GOGC in the runs to which a model is fitted: the smallest shows what is live, the
// largest what a large heap costs. A run at the smallest collects about sixteen times as often as one at the largest.
var calibration = []int{25, 100, 400}

// Calibrate runs the program without a memory limit, repeats times at each setting, in turns, so that a change of the
// machine affects all settings alike. It is an error, which names the setting, if the program is killed or fails.
func Calibrate(ctx context.Context, run Runner, repeats int, done func(n, of int, s record.GCSetting)) (all []*Observation, err error) {
	for i := range repeats {
		for j, gogc := range calibration {
			s := record.GCSetting{GOGC: gogc}
			done(i*len(calibration)+j, repeats*len(calibration), s)
			o, err := run(ctx, s)
			if err != nil {
				return all, fmt.Errorf("a run with %v: %w", s, err)
			}
			all = append(all, o)
		}
	}
	return all, nil
}

// Compare returns a run with the model's prediction for its setting. The prediction is scaled to the bytes that the
// run allocated, if that was another amount of work.
func (m *Model) Compare(r record.GCRun) record.GCPair {
	p := m.Predict(r.Setting, Same)
	if part := m.work(r) / float64(m.allocated); math.Abs(part-1) > 0.01 {
		p.Cycles *= part
		p.CPU, p.GCCPU = int64(part*float64(p.CPU)), int64(part*float64(p.GCCPU))
	}
	return record.GCPair{Measured: r, Predicted: p}
}

// Median returns a run in which each figure is the median over several runs at one setting.
func Median(all []*Observation) record.GCRun {
	m := all[0].Run
	for _, figure := range []func(*record.GCRun) *int64{
		func(r *record.GCRun) *int64 { return &r.Wall },
		func(r *record.GCRun) *int64 { return &r.CPU },
		func(r *record.GCRun) *int64 { return &r.GCCPU },
		func(r *record.GCRun) *int64 { return &r.Assist },
		func(r *record.GCRun) *int64 { return &r.Idle },
		func(r *record.GCRun) *int64 { return &r.Allocated },
		func(r *record.GCRun) *int64 { return &r.Cycles },
		func(r *record.GCRun) *int64 { return &r.Forced },
		func(r *record.GCRun) *int64 { return &r.Live },
		func(r *record.GCRun) *int64 { return &r.Roots },
		func(r *record.GCRun) *int64 { return &r.PeakHeap },
		func(r *record.GCRun) *int64 { return &r.PeakMemory },
		func(r *record.GCRun) *int64 { return &r.RSS },
		func(r *record.GCRun) *int64 { return &r.MaxPause },
		func(r *record.GCRun) *int64 { return &r.Latency },
	} {
		var values []float64
		for _, o := range all {
			values = append(values, float64(*figure(&o.Run)))
		}
		*figure(&m) = int64(middle(values))
	}
	for _, o := range all {
		m.Limited = m.Limited || o.Run.Limited
	}
	return m
}
