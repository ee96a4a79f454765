//go:build go1.25

package kit

import (
	"math/rand/v2"
	"time"
)

// A hunt chooses inputs: by number and, if it is known what code has been run, by varying inputs that ran something
// new.
type hunt struct {
	limits  Limits
	began   time.Time
	news    time.Time // time of the last input that ran something new
	reached float64
	pool    pool
	made    int // number of inputs
}

func newHunt(limits Limits) *hunt {
	now := time.Now()
	return &hunt{limits: limits, began: now, news: now, pool: pool{rand: rand.New(rand.NewPCG(1, 2))}}
}

const (
	// A hunt is given up if nothing new was run for settled times as long as it took to run the last new thing, but
	// at least for shortest.
	settled  = 2
	shortest = time.Second
	// fewest is the number of inputs that are made in any case, if there is time.
	fewest = 6000
	// fresh is how many inputs are made by number before any are variations; of those after that, one in freshEvery
	// is made by number.
	fresh, freshEvery = 300, 3
)

// over reports whether time is up, or nothing new was run for too long.
func (h *hunt) over() bool {
	now := time.Now()
	if now.Sub(h.began) > h.limits.Time {
		return true
	}
	return h.limits.Coverage != nil && h.made >= fewest && now.Sub(h.news) > max(shortest, settled*h.news.Sub(h.began))
}

func (h *hunt) next(number uint64, exempt exemptions) input {
	h.made++
	in := input{seed: number, exempt: exempt}
	if number > fresh && number%freshEvery != 0 && len(h.pool.tapes) > 0 {
		in.tape = h.pool.mutant()
	}
	return in
}

// saw takes in the outcome of an input.
func (h *hunt) saw(got compared) {
	if h.limits.Coverage == nil {
		return
	}
	if reached := h.limits.Coverage(); reached > h.reached {
		h.reached, h.news = reached, time.Now()
		h.pool.add(got.taken)
	}
}

// shrinkTries is how many smaller inputs are tried, and shrinkTime for how long.
const (
	shrinkTries = 3000
	shrinkTime  = 3 * time.Second
)

// minimal makes the input of a difference as small as it can, and describes the difference.
func (c Case) minimal(limits Limits, in input, found compared) (string, *Shown) {
	best := in
	if limits.Reachable && !in.huge {
		deadline := time.Now().Add(shrinkTime)
		keeps := func(tape []uint64) bool {
			if time.Now().After(deadline) {
				return false
			}
			try := input{seed: in.seed, tape: tape, bare: true, exempt: in.exempt}
			got := c.compare(limits, try)
			if got.differs == "" || got.unsteady || got.hang || got.madeUp {
				return false
			}
			best, found = try, got
			return true
		}
		if keeps(found.taken) {
			smaller(found.taken, shrinkTries, keeps)
		}
	}
	return found.differs, c.show(limits, best)
}
