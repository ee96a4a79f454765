package verify

import (
	"maps"
	"slices"
)

// inOneProcess is how many benchmarks a process times before the other version has its
// turn: the nearer both are, the less the machine's drift stands between them.
const inOneProcess = 8

// A contest is the state of one race: some benchmarks, timed in rounds until it is
// known of each what is asked.
type contest struct {
	claim  claim
	pool   bool // asked is also whether it is faster
	duels  map[string]*duel
	rounds int
	turns  int // pairs of timings
}

// newContest begins the race of that number, from 1, among the names.
func newContest(number int, names []string, pool bool) *contest {
	c := &contest{claim: claims(number, len(names)), pool: pool, duels: make(map[string]*duel)}
	for _, name := range names {
		c.duels[name] = new(duel)
	}
	return c
}

// open reports whether a benchmark is to be timed again.
func (c *contest) open(name string) bool {
	d := c.duels[name]
	if c.pool && !c.claim.faster(d) && !c.claim.idle(d) && !c.claim.slower(d) {
		return true
	}
	return !c.claim.settled(d)
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
		if c.claim.slower(c.duels[name]) {
			names = append(names, name)
		}
	}
	return names
}

// fast are those that are proven faster, sorted.
func (c *contest) fast() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(c.duels)) {
		if c.claim.faster(c.duels[name]) {
			names = append(names, name)
		}
	}
	return names
}
