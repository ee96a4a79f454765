package reuse

import (
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/unheap/unheap/reuse/internal/poison"
)

// Slices is a set of slices of T of all lengths that may be taken and returned by many goroutines. The zero Slices is
// ready to use. It must not be copied after first use. For bytes there is [Bytes], whose Get returns no pointer.
//
// Get returns a pointer to a slice that may be appended to and assigned: Put takes the array that the slice then has.
// Arrays come in size classes, two per doubling; idle ones may disappear at any GC. Get looks in the class of the
// length that it is given, so a caller that appends should ask for the expected length, not for 0. For a T with
// pointers Put clears the whole array, so that it retains nothing.
type Slices[T any] struct {
	_ noCopy

	// Name identifies the set in panics and statistics. If empty, its type does.
	Name string

	// MaxLen is the capacity, in elements, above which Put does not keep an array. Zero means 64 MiB.
	MaxLen int

	pools    [classes]sync.Pool // *seal of an item[[]T], by the size class of its array
	books    books
	ident    ident
	pointers atomic.Int32 // the result of hasPointers
}

// Get returns a pointer to a slice of length n. Its elements are zero if T has pointers, and otherwise what its last
// user left. Get panics if n is negative.
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
	c := classFor(min(max(n, 1), maxClassLen/p.size()) * p.size())
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

// Put keeps v's array for a later Get. The caller must not use v or the array afterwards. Put panics if v is nil, is
// idle or is not from this Slices.
func (p *Slices[T]) Put(v *[]T) {
	var s []T
	if v != nil {
		s = (*v)[:cap(*v)]
	}
	o := p.owner()
	if checking {
		o.checkedPut(v)
		if late := rest(o.account(), s, "slice written after Put", unsafe.Pointer(v)); late != nil {
			o.blame(late)
		}
		return
	}
	it := itemOf(v)
	o.giveBack(it)
	c, ok := p.classOf(len(s))
	if !ok {
		o.account().drops.add(1)
		return
	}
	if p.hasPointers() {
		clear(s)
	}
	it.v = s[:0]
	p.pools[c].Put(&it.seal)
}

// classOf returns the class in which Get looks if it is asked for as many elements as an array of n can serve; ok is
// false if such an array is not kept. A class's length need not be a multiple of an element's, and two classes may
// hold the same number of elements.
func (p *Slices[T]) classOf(n int) (c int, ok bool) {
	if n == 0 || n > maxClassLen/p.size() || p.MaxLen > 0 && n > p.MaxLen {
		return 0, false
	}
	room := (n+1)*p.size() - 1 // bytes of the largest array that holds n elements and no more
	if room < minClassLen {
		return 0, false
	}
	most := classLen(classWithin(room)) / p.size()
	return classFor(most * p.size()), true
}

// Stats returns the counters. Held counts only the slice headers, not the arrays.
func (p *Slices[T]) Stats() Stats {
	return p.books.account().stats(nameOr[T]("Slices", p.Name))
}

// size is the size of an element in bytes, at least 1.
func (p *Slices[T]) size() int { return max(1, int(unsafe.Sizeof(*new(T)))) }

func (p *Slices[T]) owner() owner[[]T] {
	return owner[[]T]{kind: "Slices", name: p.Name, of: reflect.TypeFor[T](), ident: &p.ident, books: &p.books}
}

func (p *Slices[T]) book() (string, account) { return p.owner().book() }

// hasPointers reports whether T has pointers. It is found out once.
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
