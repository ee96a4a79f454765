package verify

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
)

// gain measures the candidates and returns those that allocate less. All are
// measured together; those that change one function are then told apart, unless
// that function allocates to the byte what it did.
func (j *judge) gain(ctx context.Context, live []record.Candidate) ([]record.Candidate, error) {
	var together *heat // of those that hold
	live, err := j.sift(live, func(set []record.Candidate) (*failure, error) {
		h, err := j.measure(ctx, set)
		var died *crash
		switch {
		case errors.As(err, &died):
			return &failure{record.TestsFail, firstLine(died.Error())}, nil
		case err != nil:
			return nil, err
		}
		if name := j.lost(h); name != "" {
			return &failure{record.TestsFail, name + " no longer runs"}, nil
		}
		together = h
		return nil, nil
	})
	if err != nil {
		return nil, err
	}
	heats := make(map[string]*heat) // by Candidate.ID
	var mixed []record.Candidate
	for _, c := range live {
		heats[c.ID] = together
		if sharesFunction(c, live) && !j.same(c.Functions, together) {
			mixed = append(mixed, c)
		}
	}
	for _, set := range rewrite.Deal(mixed, func(set []record.Candidate, c record.Candidate) bool { return sharesFunction(c, set) }) {
		apart, err := j.measure(ctx, set)
		var died *crash
		switch {
		case errors.As(err, &died):
			apart = new(heat) // they run only with the others
		case err != nil:
			return nil, err
		}
		for _, c := range set {
			heats[c.ID] = apart
		}
	}
	var gained, doubtful []record.Candidate
	for _, c := range live {
		switch {
		case !j.credit(c, heats[c.ID]):
		case j.doubtful(c):
			doubtful = append(doubtful, c)
		default:
			gained = append(gained, c)
		}
	}
	confirmed, err := j.confirm(ctx, doubtful)
	return append(gained, confirmed...), err
}

// lost is a workload that does not run any more, or "".
func (j *judge) lost(after *heat) string {
	for _, name := range slices.Sorted(maps.Keys(j.before.workloads)) {
		if _, ok := after.workloads[name]; !ok {
			return name
		}
	}
	return ""
}

// same reports whether functions allocate what they did, in every workload.
func (j *judge) same(functions []string, after *heat) bool {
	for name := range j.before.workloads {
		if j.before.of(functions, name) != after.of(functions, name) {
			return false
		}
	}
	return true
}

// sharesFunction reports whether another candidate changes a function that c
// changes.
func sharesFunction(c record.Candidate, all []record.Candidate) bool {
	return slices.ContainsFunc(all, func(other record.Candidate) bool {
		return other.ID != c.ID && slices.ContainsFunc(other.Functions, func(f string) bool { return slices.Contains(c.Functions, f) })
	})
}

// credit enters the change of each workload into the verdict of c and reports
// whether one of them allocates less and none more.
func (j *judge) credit(c record.Candidate, after *heat) bool {
	v := j.verdicts[c.ID]
	v.Comparisons = nil
	if name := j.lost(after); name != "" {
		j.refuse(c, failure{record.TestsFail, name + " no longer runs"})
		return false
	}
	unsteady := ""
	for _, name := range slices.Sorted(maps.Keys(j.before.workloads)) {
		was, is := j.before.of(c.Functions, name), after.of(c.Functions, name)
		old, now := j.measures(name, was, is, after)
		switch {
		case fewer(now, old) && was.below(is):
			j.refuse(c, failure{record.NoGain, name + " allocates more: " + change(old, now)})
			return false
		case dearer(old, now) && is.least.bytes > was.most.bytes:
			j.refuse(c, failure{record.NoGain, name + " allocates more bytes than fewer objects make up for: " + change(old, now)})
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

// change is two measures in words.
func change(old, now record.Measure) string {
	figure := func(x float64) string {
		if x >= 1000 {
			return fmt.Sprintf("%.0f", x)
		}
		return fmt.Sprintf("%.4g", x)
	}
	return fmt.Sprintf("%s → %s allocs/op, %s → %s B/op",
		figure(old.AllocsPerOp), figure(now.AllocsPerOp), figure(old.BytesPerOp), figure(now.BytesPerOp))
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
