// Package classes hands out byte slices of any length and takes them back, in four ways.
// The traffic for which it is made has lengths that differ by orders of magnitude: there
// one pool for all fails, because what comes out of it is mostly too small.
package classes

import (
	"math/bits"
	"sync"

	"github.com/unheap/unheap/reuse"
)

// An Allocator hands out slices. The content of one from Alloc is not defined. After Free
// nobody may use it, or any slice of the same array.
type Allocator interface {
	Alloc(n int) []byte // n is not negative
	Free(b []byte)
}

// Heap makes each slice, and leaves the end to the garbage collector.
type Heap struct{}

func (Heap) Alloc(n int) []byte { return make([]byte, n) }
func (Heap) Free([]byte)        {}

// One is one sync.Pool for all lengths, used as it offers itself. What it hands out may be
// too small, and is lost then. Free boxes the slice: an object of 24 bytes each time.
type One struct{ pool sync.Pool }

func (o *One) Alloc(n int) []byte {
	if b, ok := o.pool.Get().([]byte); ok && cap(b) >= n {
		return b[:n]
	}
	return make([]byte, n)
}

func (o *One) Free(b []byte) { o.pool.Put(b) }

// maxShift bounds what Powers keeps: arrays of less than 2 << maxShift bytes.
const maxShift = 18

// Powers has a list for each power of two, for one goroutine. A slice lies in the list of
// the largest power that its capacity reaches, whoever made it, so what Alloc takes from
// the list of the next power above n is always long enough. Twice the length is held in
// the worst case, a third more on average. The lists keep up to Max arrays each; there is
// nothing that lets go of them.
type Powers struct {
	Max   int
	lists [maxShift + 1][][]byte
}

// Alloc returns a slice of length n. Its capacity is the power of two above.
func (p *Powers) Alloc(n int) []byte {
	shift := bits.Len(uint(max(n, 1) - 1)) // the least with n <= 1<<shift
	if shift > maxShift {
		return make([]byte, n)
	}
	list := p.lists[shift]
	last := len(list) - 1
	if last < 0 {
		return make([]byte, n, 1<<shift)
	}
	b := list[last]
	list[last], p.lists[shift] = nil, list[:last]
	return b[:n]
}

// Free keeps the array of b, which need not be one of Alloc. Of a part of a slice it keeps
// what the part's capacity covers. It does not notice an array that it has already.
func (p *Powers) Free(b []byte) {
	if cap(b) == 0 {
		return
	}
	shift := bits.Len(uint(cap(b))) - 1 // the largest with 1<<shift <= cap(b)
	if shift > maxShift || len(p.lists[shift]) >= p.Max {
		return
	}
	p.lists[shift] = append(p.lists[shift], b)
}

// Reuse is the same by package reuse: for many goroutines, with two classes a doubling.
// It drops what is not its own, panics at a second Free, and the collector takes what
// nobody needs.
type Reuse struct{ bytes reuse.Bytes }

func (r *Reuse) Alloc(n int) []byte { return r.bytes.Get(n) }
func (r *Reuse) Free(b []byte)      { r.bytes.Put(b) }

// Local is Reuse in one goroutine.
type Local struct{ bytes *reuse.BytesLocal }

// NewLocal returns a Local with a Bytes of its own behind it.
func NewLocal() Local { return Local{new(reuse.Bytes).Local()} }

func (l Local) Alloc(n int) []byte { return l.bytes.Get(n) }
func (l Local) Free(b []byte)      { l.bytes.Put(b) }

//lint:file-ignore SA6002 what Put boxes is one of the variants that are compared
