package reuse

import (
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/unheap/unheap/reuse/internal/poison"
)

// Slices is a set of slices of T of all lengths that may be taken and returned
// by many goroutines. The zero Slices is ready to use. It must not be copied
// after first use. For bytes there is [Bytes], which needs no pointer.
//
// What Get returns points to a slice that may be appended to and assigned: Put
// takes whatever array is there. Arrays come in classes, two per doubling;
// idle ones may disappear at any GC. A T with pointers costs the clearing of
// the whole array at Put, so that nothing is retained.
type Slices[T any] struct {
	_ noCopy

	// Name stands in panics and statistics. If empty, the type stands there.
	Name string

	// MaxLen is the capacity, in elements, above which an array is not kept.
	// Zero leaves that at 64 MiB.
	MaxLen int

	pools    [classes]sync.Pool // *seal of an item[[]T], by the class of its array
	books    books
	ident    ident
	pointers atomic.Int32 // see hasPointers
}

// Get returns a slice of length n. Its elements are zero if T has pointers,
// and what its last user left otherwise. Get panics if n is negative.
func (p *Slices[T]) Get(n int) *[]T {
	if n < 0 {
		misuse(p.owner().title(), "Get of a negative length", "")
	}
	o := p.owner()
	if checking {
		v := o.checkedGet()
		*v = make([]T, n)
		return v
	}
	c := classFor(max(1, min(n, maxClassLen/p.size())*p.size()))
	s, _ := p.pools[c].Get().(*seal)
	if s == nil {
		v := &o.make().v
		*v = make([]T, n, max(n, classLen(c)/p.size()))
		return v
	}
	it := sealed[[]T](s)
	o.take(it)
	if cap(it.v) < n { // above the largest class
		it.v = make([]T, n)
	}
	it.v = it.v[:n]
	return &it.v
}

// Put keeps v's array for a later Get. The caller must not use v or the array
// afterwards. Put panics if v is nil, is idle or is not from this Slices.
func (p *Slices[T]) Put(v *[]T) {
	if checking {
		p.owner().checkedPut(v)
		return
	}
	it := itemOf(v)
	var s []T
	if v != nil {
		s = (*v)[:cap(*v)]
	}
	p.owner().giveBack(it)
	n := len(s) * p.size()
	if n < minClassLen || n > maxClassLen || p.MaxLen > 0 && len(s) > p.MaxLen {
		p.books.account().drops.add(1)
		return
	}
	if p.hasPointers() {
		clear(s)
	}
	it.v = s[:0]
	p.pools[classWithin(n)].Put(&it.seal)
}

// Stats returns the counters. Held counts the headers of the slices alone.
func (p *Slices[T]) Stats() Stats {
	return p.books.account().stats(nameOr[T]("Slices", p.Name))
}

// size is that of an element in bytes, or 1 where it has none.
func (p *Slices[T]) size() int { return max(1, int(unsafe.Sizeof(*new(T)))) }

func (p *Slices[T]) owner() owner[[]T] {
	return owner[[]T]{kind: "Slices", name: p.Name, of: reflect.TypeFor[T](), ident: &p.ident, books: &p.books}
}

func (p *Slices[T]) book() (string, account) { return p.owner().book() }

// hasPointers reports whether T has pointers. It finds out once.
func (p *Slices[T]) hasPointers() bool {
	const no, yes = 1, 2
	if p.pointers.Load() == 0 {
		n := int32(no)
		if poison.HasPointers(reflect.TypeFor[T]()) {
			n = yes
		}
		p.pointers.Store(n)
	}
	return p.pointers.Load() == yes
}
