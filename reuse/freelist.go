package reuse

import (
	"math"
	"reflect"
	"sync"
	"sync/atomic"
)

const (
	// defaultMax is the bound, in values, of a FreeList whose Max is zero.
	defaultMax = 1024

	// shrinkEvery is the number of Gets after which an Unshared FreeList shrinks again.
	shrinkEvery = 1024
)

// A FreeList is a set of values of type T that survive the GC. It may be used by many goroutines or, if Unshared is
// set, by one, without a lock. The zero FreeList is ready to use. It must not be copied after first use.
//
// Max and MaxBytes bound what lies idle at every moment; a value whose Put would exceed a bound is left to the GC.
// After each GC (in an Unshared list: after 1024 Gets) a quarter of the values that were idle all the time since the
// GC before are dropped, so a list shrinks to what its users need at once: a surplus is halved in three GCs and a
// tenth of it is left after eight.
//
// Use a FreeList where [Pool] misses because the GC runs more often than values come back, or where values hold
// something whose price the GC does not know. Do not use it for values that are cheap to make, and mind that idle
// values are live memory: the GC marks them, and GOGC lets the heap grow in proportion. All goroutines share one lock
// (and one slot that needs no lock): on more than a few processors a list that is used every microsecond is slower
// than a Pool.
type FreeList[T any] struct {
	_ noCopy

	// Name identifies the list in panics and statistics. If empty, its type does.
	Name string

	// Init prepares a value that Get has just allocated, as in [Pool].
	Init func(*T)

	// Reset prepares a value for its next user, as in [Pool].
	Reset func(*T) (keep bool)

	// Max is how many values may lie idle. Zero means 1024.
	Max int

	// MaxBytes is how many bytes the idle values may take. Zero means no
	// bound besides Max.
	MaxBytes int64

	// Size returns the bytes a value takes, itself included. Nil means the size of a T. Each Put calls it once, after
	// Reset, and it must give the same answer while the value is idle.
	Size func(*T) int

	// Unshared promises that no two goroutines use the list at the same time.
	Unshared bool

	ident ident
	books books
	last  atomic.Pointer[item[T]] // the value Put last, unless there was one here already
	mu    sync.Mutex
	armed bool // a call of trim is due after the next GC
	gets  uint // number of Gets of an Unshared list
	idle  list[T]
}

// Get returns an idle value, mostly the one Put last, or a new one.
func (f *FreeList[T]) Get() *T {
	if checking {
		f.touch()
		return f.owner().checkedGet()
	}
	it := f.pop()
	if it == nil {
		return &f.owner().make().v
	}
	if it.is(f.ident.tag() | idle) {
		it.goOut()
	} else {
		f.owner().take(it)
	}
	return &it.v
}

// Put resets v and keeps it, unless that exceeds a bound. The caller must not use v afterwards. Put panics if v is
// nil, is idle or is not from this FreeList. For a Put that comes after the value was handed out again, see
// [Pool.Put].
func (f *FreeList[T]) Put(v *T) {
	if checking {
		f.touch()
		f.owner().checkedPut(v)
		return
	}
	it := itemOf(v)
	if it == nil || !it.is(f.ident.tag()|out) {
		if !f.owner().giveBack(it) {
			return
		}
	} else {
		it.goIdle()
		if f.Reset == nil {
			wipe(v)
		} else if !f.Reset(v) {
			f.books.ledger.Load().drops.add(1)
			return
		}
	}
	f.push(it)
}

// touch writes to an Unshared list, so that the race detector sees goroutines that share it: in the misuse build Get
// and Put would otherwise only read it.
func (f *FreeList[T]) touch() {
	if f.Unshared {
		f.gets++
	}
}

// pop returns an idle item or nil.
func (f *FreeList[T]) pop() *item[T] {
	if f.Unshared {
		if f.gets++; f.gets%shrinkEvery == 0 {
			f.idle.shrink()
		}
		return f.idle.get()
	}
	if it := f.last.Load(); it != nil && f.last.CompareAndSwap(it, nil) {
		return it
	}
	f.mu.Lock()
	it := f.idle.get()
	f.mu.Unlock()
	return it
}

// push keeps an idle item unless that exceeds a bound.
func (f *FreeList[T]) push(it *item[T]) {
	if f.last.Load() == nil && f.single() && f.last.CompareAndSwap(nil, it) {
		return
	}
	size := int(itemSize[T]())
	if f.Size != nil {
		size = f.Size(&it.v)
	}
	if f.Unshared {
		f.idle.put(it, size, f.maxLen(), f.maxBytes())
		return
	}
	f.mu.Lock()
	f.idle.put(it, size, f.maxLen(), f.maxBytes())
	arm := !f.armed
	f.armed = true
	f.mu.Unlock()
	if arm {
		afterGC(f, (*FreeList[T]).trim)
	}
}

// single reports whether one value may be kept in last, outside of the list: all values have one size, which is within
// the bounds. maxLen and maxBytes, the bounds of the list, then leave room for that value.
func (f *FreeList[T]) single() bool {
	return f.Size == nil && !f.Unshared && (f.MaxBytes <= 0 || f.MaxBytes >= itemSize[T]())
}

func (f *FreeList[T]) maxLen() int {
	n := boundOr(f.Max, defaultMax)
	if f.single() {
		n--
	}
	return n
}

func (f *FreeList[T]) maxBytes() int64 {
	n := boundOr(f.MaxBytes, math.MaxInt64)
	if f.single() {
		n -= itemSize[T]()
	}
	return n
}

// boundOr returns bound or, if it is not positive, zero, the bound that an unset field means.
func boundOr[N int | int64](bound, zero N) N {
	if bound <= 0 {
		return zero
	}
	return bound
}

// Stats returns the counters. Held is the exact number of bytes that lie idle. Only the goroutine that uses an
// Unshared list may call Stats.
func (f *FreeList[T]) Stats() Stats {
	a := f.books.account()
	s := a.stats(nameOr[T]("FreeList", f.Name))
	if checking {
		_, s.Held = a.quarantine.stats()
		return s
	}
	if !f.Unshared {
		f.mu.Lock()
		defer f.mu.Unlock()
	}
	s.Drops += f.idle.drops
	s.Held, s.High = f.idle.bytes, f.idle.high
	if f.last.Load() != nil {
		s.Held += itemSize[T]()
	}
	s.High = max(s.High, s.Held)
	return s
}

// Len returns the number of idle values. Only the goroutine that uses an Unshared list may call Len.
func (f *FreeList[T]) Len() int {
	if checking {
		n, _ := f.books.account().quarantine.stats()
		return n
	}
	if !f.Unshared {
		f.mu.Lock()
		defer f.mu.Unlock()
	}
	n := len(f.idle.s)
	if f.last.Load() != nil {
		n++
	}
	return n
}

func (f *FreeList[T]) owner() owner[T] {
	return owner[T]{"FreeList", f.Name, reflect.TypeFor[T](), &f.ident, f.Init, f.Reset, &f.books}
}

func (f *FreeList[T]) book() (string, account) { return f.owner().book() }

// trim runs after each GC in which values are idle, and drops a part of them.
func (f *FreeList[T]) trim() {
	f.mu.Lock()
	f.idle.shrink()
	f.armed = len(f.idle.s) > 0
	again := f.armed
	f.mu.Unlock()
	if again {
		afterGC(f, (*FreeList[T]).trim)
	}
}

// A list is a bounded shelf of items.
type list[T any] struct {
	shelf[entry[T]]
	bytes, high int64 // sum of the sizes of the idle items in bytes, and its highest value so far
	drops       uint64
}

type entry[T any] struct {
	it   *item[T]
	size int
}

// get returns the item put last, or nil.
func (l *list[T]) get() *item[T] {
	e, _ := l.pop()
	l.bytes -= int64(e.size)
	return e.it
}

// put keeps the item unless that exceeds a bound, and otherwise counts a drop.
func (l *list[T]) put(it *item[T], size, maxLen int, maxBytes int64) {
	if len(l.s) >= maxLen || int64(size) > maxBytes-l.bytes {
		l.drops++
		return
	}
	l.push(entry[T]{it, size})
	l.bytes += int64(size)
	l.high = max(l.high, l.bytes)
}

// shrink drops a quarter, rounded up, of the items that were idle all the time since the last shrink.
func (l *list[T]) shrink() {
	n := (l.low + 3) / 4
	for _, e := range l.s[:n] {
		l.bytes -= int64(e.size)
	}
	l.trim(n)
}
