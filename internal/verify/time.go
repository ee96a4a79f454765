package verify

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/record"
)

const (
	// rounds is how many pairs of timings are taken: with ten, the U test can
	// prove a difference at 0.05/1000, so also among many candidates.
	rounds = 10
	// longestTiming and shortestTiming bound the benchtime of one timing, and
	// roundTime is that of all timings of a round, shared evenly: so the cost
	// is that of ten benchmarks, 20 s, until there are fifty of them.
	longestTiming  = 50 * time.Millisecond
	shortestTiming = 10 * time.Millisecond
	roundTime      = 500 * time.Millisecond
)

// timing is the benchtime of one timing where that many workloads are timed.
func timing(workloads int) time.Duration {
	return min(longestTiming, max(shortestTiming, roundTime/time.Duration(max(workloads, 1))))
}

// time compares the times of old and new in turns and returns the candidates
// that do not make a workload slower. When all of them together do, they are
// bisected as for a failing test.
func (j *judge) time(ctx context.Context, gained []record.Candidate) ([]record.Candidate, error) {
	if pattern, _ := j.timed(gained); pattern == "" { // tests only, or nothing
		return gained, nil
	}
	old, closeOld, err := j.binary(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer closeOld()
	index := func(c record.Candidate) int {
		return slices.IndexFunc(gained, func(d record.Candidate) bool { return d.ID == c.ID })
	}
	kept, fails, err := partition(gained, index, func(set []record.Candidate) (*failure, error) {
		changes, err := j.race(ctx, old, set)
		if err != nil {
			return nil, err
		}
		for _, c := range set {
			j.enterTimes(c, changes)
		}
		return slowest(changes), nil
	})
	for i, f := range fails {
		j.refuse(gained[i], f)
	}
	return kept, err
}

// trials is how often what must be faster is timed. On a busy machine the times of a
// benchmark that starts processes drift, and one test in some was passed by luck.
const trials = 2

// timely leaves out the candidates of which fewer objects are not enough and which
// alone, with nothing else changed, are not proven faster in each trial.
func (j *judge) timely(ctx context.Context, gained []record.Candidate) ([]record.Candidate, error) {
	must := func(c record.Candidate) bool { return slices.Contains(j.Faster, c.Rewrite) }
	if !slices.ContainsFunc(gained, must) {
		return gained, nil
	}
	old, closeOld, err := j.binary(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer closeOld()
	var kept []record.Candidate
	for _, c := range gained {
		if must(c) {
			j.progress(fmt.Sprintf("%s: time %s at %s alone", j.Package, c.Rewrite, c.Pos), 3, 5)
			f, err := j.alone(ctx, old, c)
			if err != nil {
				return nil, err
			}
			if f != nil {
				j.refuse(c, *f)
				continue
			}
		}
		kept = append(kept, c)
	}
	return kept, nil
}

// alone times the benchmarks that allocate less with c, with c and without. The failure
// is nil if one of them is proven faster each time.
func (j *judge) alone(ctx context.Context, old *bench.Binary, c record.Candidate) (*failure, error) {
	for range trials {
		changes, err := j.race(ctx, old, []record.Candidate{c})
		if err != nil {
			return nil, err
		}
		if f := noFaster(changes); f != nil {
			return f, nil
		}
	}
	return nil, nil
}

// noFaster is a failure unless a workload is proven faster. It names the one with the
// best ratio.
func noFaster(changes map[string]record.TimeChange) *failure {
	best := ""
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		c := changes[name]
		if faster(c) {
			return nil
		}
		if best == "" || c.Ratio < changes[best].Ratio {
			best = name
		}
	}
	if best == "" {
		return &failure{record.NoGain, "fewer objects, and no benchmark to show that this saves time"}
	}
	c := changes[best]
	return &failure{record.NoGain, fmt.Sprintf("fewer objects, and no time saved: %s takes %.2f × the time (%.2f to %.2f, n=%d)",
		best, c.Ratio, c.Low, c.High, c.Samples)}
}

// race times the workloads that set changes, old and new in turns. It is
// empty where these are tests: what runs once cannot be timed.
func (j *judge) race(ctx context.Context, old *bench.Binary, set []record.Candidate) (map[string]record.TimeChange, error) {
	pattern, workloads := j.timed(set)
	if pattern == "" {
		return nil, nil
	}
	now, closeNow, err := j.binary(ctx, set)
	if err != nil {
		return nil, err
	}
	defer closeNow()
	sel := bench.Select{Bench: pattern, Skip: j.Skip, Benchtime: timing(workloads).String(), Timeout: j.Timeout}
	times := map[*bench.Binary]map[string][]float64{old: {}, now: {}}
	for round := range rounds {
		order := []*bench.Binary{old, now}
		if round%2 == 1 {
			slices.Reverse(order)
		}
		for _, binary := range order {
			samples, err := binary.Measure(ctx, sel)
			if err != nil {
				return nil, err
			}
			for _, s := range samples {
				if s.Failure == "" {
					times[binary][s.Name] = append(times[binary][s.Name], s.NsPerOp)
				}
			}
		}
	}
	changes := make(map[string]record.TimeChange)
	for name, before := range times[old] {
		if after := times[now][name]; len(after) == len(before) {
			changes[name] = compareTimes(before, after, len(j.Candidates))
		}
	}
	return changes, nil
}

// timed is the pattern of the benchmarks whose counts a set changes, their
// top-level functions, and the number of workloads among them.
func (j *judge) timed(set []record.Candidate) (pattern string, workloads int) {
	var names []string
	seen := make(map[string]bool)
	for _, c := range set {
		for _, cmp := range j.verdicts[c.ID].Comparisons {
			if strings.HasPrefix(cmp.Workload, "Benchmark") {
				names = append(names, cmp.Workload)
				seen[cmp.Workload] = true
			}
		}
	}
	if len(names) == 0 {
		return "", 0
	}
	return tops(names), len(seen)
}

// enterTimes completes the comparisons of c.
func (j *judge) enterTimes(c record.Candidate, changes map[string]record.TimeChange) {
	v := j.verdicts[c.ID]
	for i := range v.Comparisons {
		v.Comparisons[i].Time = changes[v.Comparisons[i].Workload]
	}
}

// slowest is a failure if a workload is proven slower.
func slowest(changes map[string]record.TimeChange) *failure {
	var worst *failure
	ratio := 0.0
	for name, c := range changes {
		if slower(c) && c.Ratio > ratio {
			ratio = c.Ratio
			worst = &failure{record.Slower, fmt.Sprintf("%s takes %.2f × the time (%.2f to %.2f, n=%d)", name, c.Ratio, c.Low, c.High, c.Samples)}
		}
	}
	return worst
}
