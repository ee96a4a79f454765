package verify

import (
	"maps"
	"slices"

	"github.com/unheap/unheap/internal/record"
)

// inOneProcess is how many benchmarks one process times before the other version's process takes its turn: the closer
// the two timings of a benchmark are, the less the machine drifts in between.
const inOneProcess = 8

// A contest is the state of one race: benchmarks that are timed in rounds until each question asked about them is
// answered.
type contest struct {
	slower claim
	faster claim
	asked  map[string]bool // the benchmarks that may also prove to be faster
	duels  map[string]*duel
	rounds int
	turns  int // pairs of timings
}

// A question names the benchmarks that are tested for being faster. Among is the number tested in the first of two
// races, from which names are the winners; the claim must allow for all of those.
type question struct {
	names []string
	among int
}

// newContest begins the race with that number, from 1, among the benchmarks names. All are tested for being slower,
// and those of the question for being faster, which another race must confirm. Each kind of claim has an error rate
// of its own.
func newContest(number int, names []string, faster question) *contest {
	c := &contest{
		slower: claims(number, len(names)), faster: twice(max(number/2, 1), max(faster.among, len(faster.names))),
		asked: make(map[string]bool), duels: make(map[string]*duel),
	}
	for _, name := range names {
		c.duels[name] = new(duel)
	}
	for _, name := range faster.names {
		c.asked[name] = true
	}
	return c
}

// open reports whether a benchmark is to be timed again.
func (c *contest) open(name string) bool {
	d := c.duels[name]
	slower := c.slower.shown(&d.bets.slower)
	if c.asked[name] && !slower && !c.faster.shown(&d.bets.faster) && !dropped(&d.bets.idle) {
		return true
	}
	return !slower && !dropped(&d.bets.cleared)
}

// see adds a pair of timings of one benchmark, in nanoseconds per operation.
func (c *contest) see(name string, old, now float64) {
	c.duels[name].see(old, now)
	c.turns++
}

// left are the benchmarks to time again, sorted.
func (c *contest) left() []string { return c.those(c.open) }

// those are the benchmarks for which is returns true, sorted.
func (c *contest) those(is func(name string) bool) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(c.duels)), func(name string) bool { return !is(name) })
}

// over reports whether the race has ended: every question is answered, or the limit of rounds or timings is reached.
func (c *contest) over() bool {
	return c.rounds >= maxRounds || c.turns >= moreTurns+meanRounds*len(c.duels) || len(c.left()) == 0
}

// slow are the benchmarks that are proven slower, sorted.
func (c *contest) slow() []string {
	return c.those(func(name string) bool { return c.slower.shown(&c.duels[name].bets.slower) })
}

// fast are the benchmarks that are proven faster, sorted.
func (c *contest) fast() []string {
	return c.those(func(name string) bool { return c.asked[name] && c.faster.shown(&c.duels[name].bets.faster) })
}

// change is the time of one benchmark, new relative to old, and whether the race proves a difference.
func (c *contest) change(name string) record.TimeChange {
	d := c.duels[name]
	t := d.change()
	t.Proven = c.slower.shown(&d.bets.slower) || c.slower.shown(&d.bets.faster)
	return t
}
