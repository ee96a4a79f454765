package verify

import (
	"maps"
	"slices"

	"github.com/unheap/unheap/internal/record"
)

// inOneProcess is how many benchmarks a process times before the other version has its
// turn: the nearer both are, the less the machine's drift stands between them.
const inOneProcess = 8

// A contest is the state of one race: some benchmarks, timed in rounds until it is
// known of each what is asked.
type contest struct {
	slower claim
	faster claim
	asked  map[string]bool // of which benchmarks it is also asked whether they are faster
	duels  map[string]*duel
	rounds int
	turns  int // pairs of timings
}

// A question is of which benchmarks it is asked whether they are faster. Among is of how
// many it was asked in the first of two races: who wins there was not known before.
type question struct {
	names []string
	among int
}

// newContest begins the race of that number, from 1, among the names. Of some of them it
// is asked whether they are faster, in this race and in another, of all whether they are
// slower: the claims of either kind have an error rate of their own.
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
func (c *contest) left() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(c.duels)) {
		if c.open(name) {
			names = append(names, name)
		}
	}
	return names
}

// over reports whether the race has ended: all is known, or nothing more is to be had
// for the time that it takes.
func (c *contest) over() bool {
	return c.rounds >= maxRounds || c.turns >= moreTurns+meanRounds*len(c.duels) || len(c.left()) == 0
}

// slow are the benchmarks that are proven slower, sorted.
func (c *contest) slow() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(c.duels)) {
		if c.slower.shown(&c.duels[name].bets.slower) {
			names = append(names, name)
		}
	}
	return names
}

// fast are those that are proven faster, sorted.
func (c *contest) fast() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(c.duels)) {
		if c.asked[name] && c.faster.shown(&c.duels[name].bets.faster) {
			names = append(names, name)
		}
	}
	return names
}

// change is what the race says of the time of one benchmark.
func (c *contest) change(name string) record.TimeChange {
	d := c.duels[name]
	t := d.change()
	t.Proven = c.slower.shown(&d.bets.slower) || c.slower.shown(&d.bets.faster)
	return t
}
