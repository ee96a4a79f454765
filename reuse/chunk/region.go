package chunk

import (
	"unsafe"

	"github.com/unheap/unheap/reuse"
	"github.com/unheap/unheap/reuse/internal/block"
	"github.com/unheap/unheap/reuse/internal/poison"
)

// A Region makes many small values of one type that all die at once. New hands out the next slot of a chunk; Reset
// takes all slots back and clears them. Chunks are ordinary slices of T, so the GC sees pointers in the values. The
// zero Region is ready to use. It must not be copied, nor used by two goroutines at the same time.
//
// After Reset no value of the Region may be used: New will soon hand it out again. Such a use is not noticed, except
// in the misuse build, where a value written after Reset makes the New that hands it out again panic.
//
// A Region retains the chunks that its rounds need: every 16 Resets it drops those that none of the 16 rounds used.
//
// Do not use a Region if a value may outlive the round; use a [Slab]. For fewer than about ten values a slice on the
// stack is cheaper.
type Region[T any] struct {
	_ noCopy

	// Name identifies the Region in panics and statistics. If empty, its type does.
	Name string

	chunk  []T // the current chunk, chunks[cur]
	left   int // number of slots of chunk that are not handed out, the first ones
	cur    int // index of chunk
	chunks [][]T

	plan   plan
	values int // number of values in the chunks before cur
	peak   int // largest number of chunks used in any of the last rounds, of which there are up to 16
	rounds int
	stats  reuse.Stats
	reset  string // position of the last call of Reset, in the misuse build only
}

// regionRounds is the number of Resets after which a Region drops the chunks that it did not need.
const regionRounds = 16

// New returns a pointer to a zero T, which is the caller's until Reset.
func (r *Region[T]) New() *T {
	if r.left == 0 {
		r.grow()
	}
	r.left--
	if poison.On {
		r.reveal()
	}
	return &r.chunk[r.left]
}

// Len returns how many values New has returned since the last Reset.
func (r *Region[T]) Len() int { return r.values + len(r.chunk) - r.left }

// Reset takes all values back, which must not be used any more, and clears them.
func (r *Region[T]) Reset() {
	r.stats.Hits += uint64(r.Len())
	if len(r.chunks) > 0 {
		for _, c := range r.chunks[:r.cur] {
			wipe(c)
		}
		wipe(r.chunk[r.left:])
		r.peak = max(r.peak, r.cur+1)
		r.shrink()
		r.chunk = r.chunks[0]
	}
	r.cur, r.left, r.values = 0, len(r.chunk), 0
	if poison.On {
		r.reset = caller()
	}
}

// Stats returns the counters: Misses is the number of chunks allocated, Hits the number of values made without one,
// Held the bytes of all chunks.
func (r *Region[T]) Stats() reuse.Stats {
	s := r.stats
	s.Name = nameOr[T]("Region", r.Name)
	s.Hits += uint64(r.Len())
	s.Hits -= min(s.Hits, s.Misses)
	return s
}

// grow moves on to the next chunk, which it allocates if there is none.
func (r *Region[T]) grow() {
	if len(r.chunks) > 0 {
		r.values += len(r.chunk)
		r.cur++
	}
	if r.cur == len(r.chunks) {
		size := int(unsafe.Sizeof(*new(T)))
		c := make([]T, r.plan.next(size, 0))
		if poison.On {
			wipe(c)
		}
		r.chunks = append(r.chunks, c)
		r.stats.Misses++
		r.stats.Held += int64(block.Charged(len(c) * size))
		r.stats.High = max(r.stats.High, r.stats.Held)
	}
	r.chunk = r.chunks[r.cur]
	r.left = len(r.chunk)
}

// shrink ends a round. Every regionRounds rounds it drops the chunks that none of them needed.
func (r *Region[T]) shrink() {
	if r.rounds++; r.rounds%regionRounds != 0 {
		return
	}
	for _, c := range r.chunks[r.peak:] {
		r.stats.Held -= int64(block.Charged(len(c) * int(unsafe.Sizeof(*new(T)))))
	}
	clear(r.chunks[r.peak:])
	r.chunks = r.chunks[:r.peak]
	r.plan.last = len(r.chunks[r.peak-1])
	r.peak = 0
}

// wipe makes slots ready for New: zero or, in the misuse build, poisoned.
func wipe[T any](c []T) {
	if poison.On {
		poison.Values(c)
	} else {
		clear(c)
	}
}

// reveal sets the poisoned slot at left to zero. It panics if the slot was written.
func (r *Region[T]) reveal() {
	v := &r.chunk[r.left]
	if !poison.Filled(unsafe.Pointer(v), unsafe.Sizeof(*v), poison.Pattern[T]()) {
		panic("reuse: " + title[T]("Region", r.Name) + ": value written after Reset\nReset:\n" + r.reset)
	}
	clear(unsafe.Slice(v, 1))
}
