package reuse

import (
	"sync/atomic"
	"unsafe"
)

// The sample of lengths seen at Put that Get's capacity is chosen from.

const (
	sampleEvery = 16  // of the Buffers that did not grow, one in so many counts, for all
	firstRound  = 32  // Puts before the first choice
	fullRound   = 512 // and, later, between two
)

// A sample is a histogram of lengths by class.
type sample struct {
	count [classes]atomic.Uint32
	seen  atomic.Uint32 // since the last choice
	round atomic.Uint32 // length of the round, less firstRound
	busy  atomic.Bool
}

// A forecast says for each class how large an array a Buffer should take that
// has outgrown one of it.
type forecast [classes]uint8

// maxLeap is how many classes a Buffer grows at most that needs no more than
// the next two: to sixteen times its size.
const maxLeap = 12

// sampled reports whether the Put of b is in the sample if b did not grow: one
// in sampleEvery is. Multiplied by the golden ratio, uses are spread evenly
// even if only every second or third of them counts, where a plain remainder
// would fall into step with regular traffic.
func sampled(b *Buffer) bool {
	x := uint32(uintptr(unsafe.Pointer(b))>>5) + b.generation()
	return x*0x9E3779B9 < 1<<32/sampleEvery
}

// weight returns how many Puts the Put of b stands for. A Buffer that grew has
// left the fast path already and stands for itself.
func weight(b *Buffer) uint32 {
	switch {
	case b.flags&grown != 0:
		return 1
	case sampled(b):
		return sampleEvery
	}
	return 0
}

// learn counts a length, weight times, and after a round chooses anew.
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

// choose sets what Get returns and what Put keeps from the sample, and halves
// the sample: the last round counts as much as all before it.
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

// foresee makes a forecast: the class in which nine of ten would fit of those
// users that did not fit into the one they have. What is copied at each growth
// costs more than what is held for a while: of a heavy-tailed traffic written
// bit by bit, half would be copied once more with doubling, a third so.
func foresee(count *[classes]uint32, sum uint32) *forecast {
	f := new(forecast)
	var run uint32
	for c, k := range count {
		run += k
		f[c] = uint8(min(quantile(count, sum-(sum-run)/20), c+maxLeap, classes-1))
	}
	return f
}

// target returns the class that b grows to if it needs class need and nobody
// knows what else: one of twice the size at least, and what the forecast says,
// but no larger than is kept.
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

// quantile returns the smallest class that, with those below, counts n.
func quantile(count *[classes]uint32, n uint32) int {
	var run uint32
	for c, k := range count {
		if run += k; run >= n {
			return c
		}
	}
	return classes - 1
}
