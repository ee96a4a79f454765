package verify

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/unheap/unheap/internal/record"
)

// gain measures the candidates and returns those that allocate less.
func (j *judge) gain(ctx context.Context, live []record.Candidate) ([]record.Candidate, error) {
	if len(live) == 0 {
		return nil, nil
	}
	together, err := j.measure(ctx, live)
	if err != nil {
		return nil, err
	}
	var gained []record.Candidate
	for _, c := range live {
		after := together
		if sharesFunction(c, live) {
			if after, err = j.measure(ctx, []record.Candidate{c}); err != nil {
				return nil, err
			}
		}
		if j.credit(c, after) {
			gained = append(gained, c)
		}
	}
	return gained, nil
}

// sharesFunction reports whether another candidate changes a function that c
// changes.
func sharesFunction(c record.Candidate, all []record.Candidate) bool {
	for _, other := range all {
		if other.ID == c.ID {
			continue
		}
		for _, f := range other.Functions {
			if slices.Contains(c.Functions, f) {
				return true
			}
		}
	}
	return false
}

// credit enters the change of each workload into the verdict of c and reports
// whether one of them allocates less and none more.
func (j *judge) credit(c record.Candidate, after *heat) bool {
	v := j.verdicts[c.ID]
	v.Comparisons = nil
	unsteady := ""
	for _, name := range slices.Sorted(maps.Keys(j.before.workloads)) {
		if _, ok := after.workloads[name]; !ok {
			j.refuse(c, failure{record.TestsFail, name + " no longer runs"})
			return false
		}
		was, is := j.before.of(c.Functions, name), after.of(c.Functions, name)
		old, now := j.measures(name, was, is, after)
		switch {
		case fewer(now, old) && was.below(is):
			j.refuse(c, failure{record.NoGain, fmt.Sprintf("%s allocates more: %.4g → %.4g allocs/op, %.4g → %.4g B/op",
				name, old.AllocsPerOp, now.AllocsPerOp, old.BytesPerOp, now.BytesPerOp)})
			return false
		case fewer(old, now) && is.below(was):
			v.Comparisons = append(v.Comparisons, record.Comparison{Workload: name, Package: j.Workload, Before: old, After: now})
		case fewer(old, now):
			unsteady = name
		}
	}
	switch {
	case len(v.Comparisons) > 0:
		return true
	case unsteady != "":
		j.refuse(c, failure{record.NoGain, "no workload allocates less with it by more than its count varies from run to run: " + unsteady})
	default:
		j.refuse(c, failure{record.NoGain, "no workload allocates less with it"})
	}
	return false
}

// measures are the figures of a workload before and after a change of the
// functions that were and are charged with so much.
func (j *judge) measures(name string, was, is spread, after *heat) (old, now record.Measure) {
	total := j.before.workloads[name].least
	old = record.Measure{AllocsPerOp: total.objects, BytesPerOp: total.bytes, Samples: j.before.counts[name], Spread: was.most.objects - was.least.objects}
	now = record.Measure{
		AllocsPerOp: total.objects - was.least.objects + is.least.objects,
		BytesPerOp:  total.bytes - was.least.bytes + is.least.bytes,
		Samples:     after.counts[name],
		Spread:      is.most.objects - is.least.objects,
	}
	return old, now
}
