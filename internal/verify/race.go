package verify

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
)

const (
	// longestTiming and shortestTiming bound the benchtime of one timing. roundTime is the benchtime of all timings
	// of a round, shared evenly.
	longestTiming  = 50 * time.Millisecond
	shortestTiming = 5 * time.Millisecond
	roundTime      = 200 * time.Millisecond
	// longestRace ends a race on a machine that is too busy to settle anything, once fewestRounds have passed; three
	// times longestRace ends it regardless, for benchmarks that take long to set up.
	longestRace, fewestRounds = 20 * time.Second, 8
	// slowSetup is the time per benchmark that a process may spend outside of the timed loops. If the benchmarks take
	// longer to set up, all of them run in one process.
	slowSetup = 200 * time.Millisecond
)

// timing is the benchtime of one timing in a race of that many benchmarks.
func timing(benchmarks int) time.Duration {
	return min(longestTiming, max(shortestTiming, roundTime/time.Duration(max(benchmarks, 1))))
}

// notTimed is Verdict.Untimed of a candidate that stands and waits for its race.
const notTimed = "it has not been timed"

// timed are the benchmarks whose counts a set changes, sorted. Tests run once, and are not timed.
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

// unslowed returns the candidates of a set that do not slow down any benchmark whose counts they change. The others
// are refused.
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
	j.progress(fmt.Sprintf("%s: time old and new in turns (%d benchmarks)", j.Package, len(names)), 4)
	suspects := names
	return j.sift(set, func(some []record.Candidate) (*failure, error) {
		// A part of the set is timed only in benchmarks that were slower with the whole set.
		mine := common(j.timed(some), suspects)
		race, f, err := j.steps.race(ctx, some, mine, question{})
		if f != nil || err != nil {
			return f, err
		}
		slow, whole := race.slow(), len(some) == len(set)
		if whole {
			suspects = slow
		}
		for _, c := range some {
			if whole || len(slow) == 0 { // not times that include a candidate which is refused
				j.enterTimes(c, race)
			}
		}
		if len(slow) == 0 {
			return nil, nil
		}
		return race.slowest(), nil
	})
}

// untimed returns the standing candidates that no race has had its say about.
func (j *judge) untimed() []record.Candidate {
	return slices.DeleteFunc(slices.Clone(j.standing), func(c record.Candidate) bool { return j.verdicts[c.ID].Untimed != notTimed })
}

// enterTimes enters the times of a race into the comparisons of c.
func (j *judge) enterTimes(c record.Candidate, race *contest) {
	v := j.verdicts[c.ID]
	missing := ""
	for i := range v.Comparisons {
		m := &v.Comparisons[i]
		if d := race.duels[m.Workload]; d != nil && len(d.old) > 0 {
			m.Time = race.change(m.Workload)
		} else if m.Time.Samples == 0 && missing == "" {
			missing = m.Workload + " could not be timed, with the change or without it"
		}
	}
	v.Untimed = missing
}

// worthTime returns the candidates of a set, pools and others that must save time, that are proven to do so: in at
// least one benchmark, in each of two races. The others are refused.
func (j *judge) worthTime(ctx context.Context, set []record.Candidate) ([]record.Candidate, error) {
	first, err := j.raceOf(ctx, set, j.timed(set), question{})
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
	second, err := j.raceOf(ctx, again, names, question{names, len(first.asked)})
	if err != nil {
		return nil, err
	}
	var kept []record.Candidate
	for _, c := range again {
		mine := first.fastOf(j.timed([]record.Candidate{c}))
		if f := second.worthless(mine, c); f != nil {
			j.refuse(c, *f)
			continue
		}
		for i, m := range j.verdicts[c.ID].Comparisons {
			if slices.Contains(second.fastOf(mine), m.Workload) {
				j.verdicts[c.ID].Comparisons[i].Time.Proven = true // by both races
			}
		}
		kept = append(kept, c)
	}
	return kept, nil
}

// A poolRace is a race of several candidates that change different benchmarks.
type poolRace struct {
	*contest
	died map[string]failure // by Candidate.ID
}

// mostAsked is the number of benchmarks of a pool that are tested for being faster: one faster benchmark is enough,
// and the fewer are tested, the sooner the answer is known.
const mostAsked = 2

// mostSaved returns the benchmarks, at most mostAsked, in which c saves the largest part of the estimated cost.
func (j *judge) mostSaved(c record.Candidate) (names []string) {
	all := slices.DeleteFunc(slices.Clone(j.verdicts[c.ID].Comparisons), func(m record.Comparison) bool { return !strings.HasPrefix(m.Workload, "Benchmark") })
	left := func(m record.Comparison) float64 { return m.After.Cost / max(m.Before.Cost, 1e-9) }
	slices.SortStableFunc(all, func(a, b record.Comparison) int { return cmp.Compare(left(a), left(b)) })
	for _, m := range all[:min(len(all), mostAsked)] {
		names = append(names, m.Workload)
	}
	return names
}

// raceOf races pools together in the benchmarks names, and tests some of these for being faster: the benchmarks that
// asked names or, if it names none, those in which each pool saves most. If the process dies, each pool is raced
// alone, to find out which one is the cause.
func (j *judge) raceOf(ctx context.Context, set []record.Candidate, names []string, asked question) (poolRace, error) {
	of := func(c record.Candidate) []string {
		if asked.names == nil {
			return j.mostSaved(c)
		}
		return common(j.timed([]record.Candidate{c}), asked.names)
	}
	var all []string
	for _, c := range set {
		all = append(all, of(c)...)
	}
	race, f, err := j.steps.race(ctx, set, names, question{all, asked.among})
	if err != nil || f == nil {
		return poolRace{race, nil}, err
	}
	if len(set) == 1 {
		return poolRace{newContest(j.races, nil, question{}), map[string]failure{set[0].ID: *f}}, nil
	}
	each := poolRace{newContest(j.races, nil, question{}), make(map[string]failure)}
	for _, c := range set {
		alone, err := j.raceOf(ctx, []record.Candidate{c}, common(j.timed([]record.Candidate{c}), names), question{of(c), max(asked.among, len(all))})
		if err != nil {
			return each, err
		}
		maps.Copy(each.died, alone.died)
		maps.Copy(each.duels, alone.duels)
		maps.Copy(each.asked, alone.asked)
		each.slower, each.faster = alone.slower, alone.faster // the claims of the last race, which are the smallest
	}
	return each, nil
}

// common returns the names that are in both lists.
func common(names, others []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !slices.Contains(others, name) })
}

// fastOf returns those of the names that are proven faster.
func (r poolRace) fastOf(names []string) []string {
	return common(names, r.fast())
}

// worthless returns a failure unless one of names, which are benchmarks of c, is proven faster and none is proven
// slower. If no time is saved, the failure names the benchmark with the best ratio.
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
		t := r.change(name)
		if r.slower.shown(&d.bets.slower) {
			return &failure{outcome: record.Slower, reason: takes(name, t)}
		}
		if best == "" || t.Ratio < change.Ratio {
			best, change = name, t
		}
	}
	switch {
	case len(r.fastOf(names)) > 0:
		return nil
	case best == "":
		return &failure{outcome: record.NoGain, reason: "fewer objects, and no benchmark to show that this saves time"}
	}
	return &failure{outcome: record.NoGain, reason: "fewer objects, and no time saved: " + takes(best, change)}
}

// slowest is a failure that names the slowest of the benchmarks that are proven slower, of which there must be one.
func (c *contest) slowest() *failure {
	worst := ""
	var change record.TimeChange
	for _, name := range c.slow() {
		if t := c.change(name); t.Ratio > change.Ratio {
			worst, change = name, t
		}
	}
	return &failure{outcome: record.Slower, reason: takes(worst, change)}
}

func takes(name string, t record.TimeChange) string {
	return fmt.Sprintf("%s takes %.2f × the time (%.2f to %.2f, n=%d)", name, t.Ratio, t.Low, t.High, t.Samples)
}

// together divides candidates that must save time into sets that can be raced together, since they change different
// benchmarks.
func (j *judge) together(all []record.Candidate) [][]record.Candidate {
	return rewrite.Groups(all, func(set []record.Candidate, c record.Candidate) bool {
		return j.rival(set, c) >= 0 || overlaps(j.timed(set), j.timed([]record.Candidate{c}))
	})
}

// race times benchmarks without and with a set until it is known of each whether it is slower and, for those that the
// question names, whether it is faster. The failure is that of a benchmark that dies or fails with the set only. A
// benchmark that fails without the set is not timed.
func (j *judge) race(ctx context.Context, set []record.Candidate, names []string, faster question) (*contest, *failure, error) {
	if len(names) == 0 {
		return newContest(1, nil, question{}), nil, nil
	}
	j.races++
	race := newContest(j.races, names, faster)
	old, err := j.binary(ctx, nil)
	if err != nil {
		return nil, nil, err
	}
	now, err := j.binary(ctx, set)
	if err != nil {
		return nil, nil, err
	}
	clock := &clock{judge: j, versions: [2]*bench.Binary{old, now}, inOneProcess: inOneProcess}
	begin := time.Now()
	late := func() bool {
		took := time.Since(begin)
		return took > longestRace && race.rounds >= fewestRounds || took > 3*longestRace
	}
	for !race.over() && !late() {
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

// round times benchmarks once with each version, in random order.
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
			delete(race.duels, name) // it fails without the change, too
		case died[1] != nil:
			return &failure{outcome: record.TestsFail, reason: name + ", while it was timed: " + firstLine(died[1].Error())}, nil
		case !runs:
			return &failure{outcome: record.TestsFail, reason: name + " no longer runs"}, nil
		case after.Failure != "":
			return &failure{outcome: record.TestsFail, reason: fmt.Sprintf("%s, while it was timed, %s", name, after.Failure)}, nil
		case after.NsPerOp > 0:
			race.see(name, before.NsPerOp, after.NsPerOp)
		}
	}
	return nil, nil
}

// measure times benchmarks in one process. all is the number of benchmarks in the race.
func (k *clock) measure(ctx context.Context, binary *bench.Binary, names []string, all int) (map[string]bench.Sample, error) {
	sel := bench.Select{Bench: bench.Exactly(names...), Skip: k.Skip, Benchtime: timing(all).String(), Timeout: k.Timeout}
	begin := time.Now()
	samples, err := binary.Measure(ctx, sel)
	rest := time.Since(begin)
	byName := make(map[string]bench.Sample)
	for _, s := range samples {
		byName[s.Name] = s
		rest -= 2 * time.Duration(float64(s.N)*s.NsPerOp) // factor 2 for the tries by which testing finds N
	}
	if rest > slowSetup*time.Duration(len(names)) || rest > time.Second {
		k.inOneProcess = max(k.inOneProcess, all)
	}
	return byName, err
}

// newDraw is the random source for the orders, seeded alike in each run.
func newDraw() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }
