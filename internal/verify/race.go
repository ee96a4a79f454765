package verify

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
)

const (
	// longestTiming and shortestTiming bound the benchtime of one timing, and roundTime
	// is that of all timings of a round, shared evenly.
	longestTiming  = 50 * time.Millisecond
	shortestTiming = 5 * time.Millisecond
	roundTime      = 200 * time.Millisecond
	// slowSetup is the time that a process of the benchmarks may take beside them. Where
	// they prepare more than that, all of them run in one.
	slowSetup = 200 * time.Millisecond
)

// timing is the benchtime of one timing where that many benchmarks are timed.
func timing(benchmarks int) time.Duration {
	return min(longestTiming, max(shortestTiming, roundTime/time.Duration(max(benchmarks, 1))))
}

// notTimed is Verdict.Untimed of what stands before its race.
const notTimed = "it has not been timed"

// timed are the benchmarks whose counts a set changes, sorted. Tests run once, and are
// none.
func (j *judge) timed(set []record.Candidate) (names []string) {
	for _, c := range set {
		for _, cmp := range j.verdicts[c.ID].Comparisons {
			if strings.HasPrefix(cmp.Workload, "Benchmark") {
				names = append(names, cmp.Workload)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// unslowed returns the candidates of a set that make none of the benchmarks slower that
// they change. The others are refused.
func (j *judge) unslowed(ctx context.Context, set []record.Candidate) ([]record.Candidate, error) {
	for _, c := range set {
		if len(j.timed([]record.Candidate{c})) == 0 {
			j.verdicts[c.ID].Untimed = "no benchmark changes with it, and tests run once"
		}
	}
	names := j.timed(set)
	if len(names) == 0 {
		return set, nil
	}
	j.progress(fmt.Sprintf("%s: time old and new in turns (%d benchmarks)", j.Package, len(names)), 4, 5)
	suspects := names
	return j.sift(set, func(some []record.Candidate) (*failure, error) {
		// A part of the set is timed only where the whole was slower.
		mine := slices.DeleteFunc(j.timed(some), func(name string) bool { return !slices.Contains(suspects, name) })
		race, f, err := j.race(ctx, some, mine, false)
		if f != nil || err != nil {
			return f, err
		}
		for _, c := range some {
			j.enterTimes(c, race)
		}
		slow := race.slow()
		if len(slow) == 0 {
			return nil, nil
		}
		if len(some) == len(set) {
			suspects = slow
		}
		return race.slower(), nil
	})
}

// enterTimes completes the comparisons of c.
func (j *judge) enterTimes(c record.Candidate, race *contest) {
	v := j.verdicts[c.ID]
	missing := ""
	for i := range v.Comparisons {
		m := &v.Comparisons[i]
		if d := race.duels[m.Workload]; d != nil && len(d.old) > 0 {
			m.Time = race.claim.change(d)
		} else if m.Time.Samples == 0 && missing == "" {
			missing = m.Workload + " could not be timed, with the change or without it"
		}
	}
	v.Untimed = missing
}

// worthTime returns the pools of a set, and of what else must save time, that are proven
// to: in one benchmark at least, in each of two races. The others are refused.
func (j *judge) worthTime(ctx context.Context, set []record.Candidate) ([]record.Candidate, error) {
	first, err := j.raceOf(ctx, set, j.timed(set))
	if err != nil {
		return nil, err
	}
	var again []record.Candidate
	var names []string
	for _, c := range set {
		if f := first.worthless(j.timed([]record.Candidate{c}), c); f != nil {
			j.refuse(c, *f)
			continue
		}
		j.enterTimes(c, first.contest)
		again = append(again, c)
		names = append(names, first.fastOf(j.timed([]record.Candidate{c}))...)
	}
	if len(again) == 0 {
		return nil, nil
	}
	second, err := j.raceOf(ctx, again, names)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(again, func(c record.Candidate) bool {
		f := second.worthless(first.fastOf(j.timed([]record.Candidate{c})), c)
		if f != nil {
			j.refuse(c, *f)
		}
		return f != nil
	}), nil
}

// A poolRace is a race of several candidates that change different benchmarks.
type poolRace struct {
	*contest
	died map[string]failure // by Candidate.ID
}

// raceOf races pools together. Where the process dies, each is raced alone, to see of
// which.
func (j *judge) raceOf(ctx context.Context, set []record.Candidate, names []string) (poolRace, error) {
	race, f, err := j.race(ctx, set, names, true)
	if err != nil || f == nil {
		return poolRace{race, nil}, err
	}
	all := poolRace{newContest(j.races, names, true), make(map[string]failure)}
	for _, c := range set {
		mine := slices.DeleteFunc(j.timed([]record.Candidate{c}), func(name string) bool { return !slices.Contains(names, name) })
		if len(set) > 1 {
			race, f, err = j.race(ctx, []record.Candidate{c}, mine, true)
		}
		switch {
		case err != nil:
			return all, err
		case f != nil:
			all.died[c.ID] = *f
			continue
		}
		for name, d := range race.duels {
			all.duels[name] = d
		}
		all.claim = race.claim
	}
	return all, nil
}

// fastOf are those of the names that are proven faster.
func (r poolRace) fastOf(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !slices.Contains(r.fast(), name) })
}

// worthless is a failure unless one of the benchmarks, those of c, is proven faster and
// none slower. It names the one with the best ratio.
func (r poolRace) worthless(names []string, c record.Candidate) *failure {
	if f, ok := r.died[c.ID]; ok {
		return &f
	}
	best := ""
	var change record.TimeChange
	for _, name := range names {
		d := r.duels[name]
		if d == nil || len(d.old) == 0 {
			continue
		}
		t := r.claim.change(d)
		if r.claim.slower(d) {
			return &failure{record.Slower, takes(name, t)}
		}
		if best == "" || t.Ratio < change.Ratio {
			best, change = name, t
		}
	}
	switch {
	case len(r.fastOf(names)) > 0:
		return nil
	case best == "":
		return &failure{record.NoGain, "fewer objects, and no benchmark to show that this saves time"}
	}
	return &failure{record.NoGain, "fewer objects, and no time saved: " + takes(best, change)}
}

// slower is a failure with the slowest benchmark that is proven slower. There is one.
func (c *contest) slower() *failure {
	worst := ""
	var change record.TimeChange
	for _, name := range c.slow() {
		if t := c.claim.change(c.duels[name]); t.Ratio > change.Ratio {
			worst, change = name, t
		}
	}
	return &failure{record.Slower, takes(worst, change)}
}

func takes(name string, t record.TimeChange) string {
	return fmt.Sprintf("%s takes %.2f × the time (%.2f to %.2f, n=%d)", name, t.Ratio, t.Low, t.High, t.Samples)
}

// together divides candidates that must save time into sets that are raced together:
// they change different benchmarks.
func (j *judge) together(all []record.Candidate) [][]record.Candidate {
	return rewrite.Deal(all, func(set []record.Candidate, c record.Candidate) bool {
		mine := j.timed([]record.Candidate{c})
		return rival(set, c) >= 0 || slices.ContainsFunc(j.timed(set), func(name string) bool { return slices.Contains(mine, name) })
	})
}

// race times benchmarks without and with a set until it is known of each what is asked:
// whether it is slower, and for a pool whether it is faster. The failure is that of a
// benchmark that dies or fails with the set and not without it. A benchmark that fails
// without it is not timed.
func (j *judge) race(ctx context.Context, set []record.Candidate, names []string, pool bool) (*contest, *failure, error) {
	j.races++
	race := newContest(j.races, names, pool)
	if len(names) == 0 {
		return race, nil, nil
	}
	old, err := j.binary(ctx, nil)
	if err != nil {
		return nil, nil, err
	}
	now, err := j.binary(ctx, set)
	if err != nil {
		return nil, nil, err
	}
	clock := &clock{judge: j, versions: [2]*bench.Binary{old, now}, inOneProcess: inOneProcess}
	for !race.over() {
		left := race.left()
		for some := range slices.Chunk(left, clock.inOneProcess) {
			if f, err := clock.round(ctx, race, some); f != nil || err != nil {
				return nil, f, err
			}
		}
		race.rounds++
	}
	return race, nil, nil
}

// A clock times two versions.
type clock struct {
	*judge
	versions     [2]*bench.Binary // old, new
	inOneProcess int
}

// round times benchmarks once with each version, in an order that is drawn.
func (k *clock) round(ctx context.Context, race *contest, names []string) (*failure, error) {
	var times [2]map[string]bench.Sample
	var died [2]error
	first := k.draw.IntN(2)
	for _, version := range []int{first, 1 - first} {
		var err error
		if times[version], err = k.measure(ctx, k.versions[version], names, len(race.duels)); ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		died[version] = err
	}
	for _, name := range names {
		before, ran := times[0][name]
		after, runs := times[1][name]
		switch {
		case died[0] != nil || !ran || before.Failure != "" || before.NsPerOp <= 0:
			delete(race.duels, name) // not with the change alone
		case died[1] != nil:
			return &failure{record.TestsFail, name + ", while it was timed: " + firstLine(died[1].Error())}, nil
		case !runs:
			return &failure{record.TestsFail, name + " no longer runs"}, nil
		case after.Failure != "":
			return &failure{record.TestsFail, fmt.Sprintf("%s, while it was timed, %s", name, after.Failure)}, nil
		case after.NsPerOp > 0:
			race.see(name, before.NsPerOp, after.NsPerOp)
		}
	}
	return nil, nil
}

// measure times benchmarks in one process. all is how many the race has.
func (k *clock) measure(ctx context.Context, binary *bench.Binary, names []string, all int) (map[string]bench.Sample, error) {
	sel := bench.Select{Bench: bench.Exactly(names...), Skip: k.Skip, Benchtime: timing(all).String(), Timeout: k.Timeout}
	begin := time.Now()
	samples, err := binary.Measure(ctx, sel)
	rest := time.Since(begin)
	byName := make(map[string]bench.Sample)
	for _, s := range samples {
		byName[s.Name] = s
		rest -= 2 * time.Duration(float64(s.N)*s.NsPerOp) // with the tries that found N
	}
	if rest > slowSetup*time.Duration(len(names)) || rest > time.Second {
		k.inOneProcess = max(k.inOneProcess, all)
	}
	if err != nil && len(byName) == 0 && errors.Is(err, context.Canceled) {
		return nil, err
	}
	return byName, err
}

// newDraw is the source of the orders: the same in each run.
func newDraw() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }
