package verify

import (
	"context"
	"errors"
	"slices"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
)

const (
	// wholeObject is the saving, in objects of one operation, from which on a count of two runs is believed. What a
	// change saves is whole objects in most operations; a fraction is more often due to the order of a map or an
	// emptied pool, and may repeat by chance.
	wholeObject = 0.5
	// confirmRuns is how many more runs of both versions are counted for a smaller saving. With ten runs each, two
	// equal versions differ by more than the spread of either less than once in 92,378 times.
	confirmRuns = 8
)

// doubtful reports whether c saves only a fraction of an object in every benchmark.
func (j *judge) doubtful(c record.Candidate) bool {
	return j.Bench != "" && !slices.ContainsFunc(j.verdicts[c.ID].Comparisons, func(m record.Comparison) bool {
		return m.Before.AllocsPerOp-m.After.AllocsPerOp >= wholeObject
	})
}

// confirm counts doubtful candidates again, before and after, in the workloads in which they seem to save, and
// returns those that still save.
func (j *judge) confirm(ctx context.Context, doubtful []record.Candidate) ([]record.Candidate, error) {
	if len(doubtful) == 0 {
		return nil, nil
	}
	var names []string
	for _, c := range doubtful {
		for _, m := range j.verdicts[c.ID].Comparisons {
			names = append(names, m.Workload)
		}
	}
	if err := j.countAgain(ctx, nil, names, j.before); err != nil {
		return nil, err
	}
	var gained []record.Candidate
	for _, set := range rewrite.Groups(doubtful, func(set []record.Candidate, c record.Candidate) bool { return sharesFunction(c, set) }) {
		after := new(counts)
		var died *crash
		if err := j.countAgain(ctx, set, names, after); err != nil && !errors.As(err, &died) { // a crash saves nothing
			return nil, err
		}
		for _, c := range set {
			if j.stillSaves(c, after) {
				gained = append(gained, c)
			}
		}
	}
	return gained, nil
}

// countAgain counts some workloads with a set in place and widens the spreads in into by the results.
func (j *judge) countAgain(ctx context.Context, set []record.Candidate, workloads []string, into *counts) error {
	binary, err := j.binary(ctx, set)
	if err != nil {
		return err
	}
	sel := j.selection()
	sel.Bench = bench.Exactly(slices.Compact(slices.Sorted(slices.Values(workloads)))...)
	for range confirmRuns {
		if err := j.count(ctx, binary, sel, into); err != nil {
			return err
		}
	}
	return nil
}

// stillSaves drops the comparisons of c that do not repeat and reports whether some
// are left.
func (j *judge) stillSaves(c record.Candidate, after *counts) bool {
	v := j.verdicts[c.ID]
	var left []record.Comparison
	for _, m := range v.Comparisons {
		was, is := j.before.of(c.Functions, m.Workload), after.of(c.Functions, m.Workload)
		m.Before, m.After = j.measures(m.Workload, was, is, after)
		if _, ran := after.workloads[m.Workload]; ran && fewer(m.Before, m.After) && is.below(was) {
			left = append(left, m)
		}
	}
	if left == nil {
		j.refuse(c, failure{outcome: record.NoGain, reason: "no workload allocates less with it by more than its count varies from run to run: " + v.Comparisons[0].Workload})
	}
	v.Comparisons = left
	return left != nil
}
