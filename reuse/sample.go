package reuse

import (
	"sync/atomic"
	"unsafe"
)

// BufferPool samples the lengths of Buffers at Put, to choose the capacity that Get returns.

const (
	sampleEvery = 16  // one Put in this many is sampled of Buffers that did not grow, and stands for all of them
	firstRound  = 32  // number of Puts before the first choice
	fullRound   = 512 // the largest number of Puts between two choices
)

// A sample is a histogram of lengths by class.
type sample struct {
	count [classes]atomic.Uint32
	seen  atomic.Uint32 // number of Puts counted since the last choice
	round atomic.Uint32 // number of Puts from one choice to the next, less firstRound
	busy  atomic.Bool
}

// A forecast has, for each class, the class of the array that a Buffer should take when it outgrows an array of that
// class.
type forecast [classes]uint8

// maxLeap bounds a forecast: by it a Buffer grows by at most 12 classes, to 64 times its size.
const maxLeap = 12

// sampled reports whether the Put of b is in the sample if b did not grow: one Put in sampleEvery is. The
// multiplication by the golden ratio spreads the sampled uses evenly, even if only every second or third Put gets
// here; a plain remainder would fall into step with regular traffic.
func sampled(b *Buffer) bool {
	x := uint32(uintptr(unsafe.Pointer(b))>>5) + b.generation()
	return x*0x9E3779B9 < 1<<32/sampleEvery
}

// weight returns how many Puts the Put of b stands for. Every Buffer that grew is counted, as it has left the fast
// path already, and stands for itself.
func weight(b *Buffer) uint32 {
	switch {
	case b.flags&grown != 0:
		return 1
	case sampled(b):
		return sampleEvery
	}
	return 0
}

// learn adds a length to the sample, weight times, and chooses anew if a round is over.
func (p *BufferPool) learn(length int, weight uint32) {
	c := classes - 1
	if length <= maxClassLen {
		c = classFor(length)
	}
	quiet()
	s := &p.sample
	s.count[c].Add(weight)
	if s.seen.Add(weight) >= firstRound+s.round.Load() && s.busy.CompareAndSwap(false, true) {
		p.choose()
		s.busy.Store(false)
	}
	loud()
}

// choose sets, from the sample, what Get returns and what Put keeps. It then halves the sample, so that the last round
// counts as much as all rounds before it.
func (p *BufferPool) choose() {
	s := &p.sample
	var count [classes]uint32
	var sum uint32
	for c := range count {
		count[c] = s.count[c].Load()
		s.count[c].Store(count[c] / 2)
		sum += count[c]
	}
	s.seen.Store(0)
	s.round.Store(min(2*s.round.Load()+firstRound, fullRound-firstRound))
	p.excess.Store(int32(max(quantile(&count, sum-sum/20)-freeClass, 0)))
	p.start.Store(int32(min(quantile(&count, sum-sum/4), p.largest())))
	p.forecast.Store(foresee(&count, sum))
}

// foresee makes a forecast: for each class, the class in which nineteen in twenty of the contents fit that do not fit
// into the former. What is copied at each growth costs more than what is held for a while: of a heavy-tailed traffic
// written bit by bit, half would be copied once more with doubling, a third with the forecast.
func foresee(count *[classes]uint32, sum uint32) *forecast {
	f := new(forecast)
	var run uint32
	for c, k := range count {
		run += k
		f[c] = uint8(min(quantile(count, sum-(sum-run)/20), c+maxLeap, classes-1))
	}
	return f
}

// target returns the class that b grows to if it needs class need now and its final size is not known: at least twice
// the size it has, and at least what the forecast says, but no more than the largest class that is kept, unless need
// is more.
//
//go:norace
func (p *BufferPool) target(b *Buffer, need int) int {
	c := int(b.class)
	if b.room == nil {
		return need
	}
	quiet()
	f, largest := p.forecast.Load(), p.largest()
	loud()
	c += 2
	if f != nil {
		c = max(c, int(f[b.class]))
	}
	return max(need, min(c, largest))
}

// quantile returns the smallest class for which it and the classes below it count at least n.
func quantile(count *[classes]uint32, n uint32) int {
	var run uint32
	for c, k := range count {
		if run += k; run >= n {
			return c
		}
	}
	return classes - 1
}
