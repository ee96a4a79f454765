package reuse

import (
	"math"
	"sync"
	"sync/atomic"
	"unsafe"
)

// defaultMax is the bound of a FreeList or Stack whose Max is zero.
const defaultMax = 1024

// A FreeList is a set of values of type T that survive the GC. Many goroutines
// may use it; [Stack] is the form for one. The zero FreeList is ready to use.
// It must not be copied after first use.
//
// What lies idle is bounded by Max and MaxBytes at every moment; what exceeds
// a bound at Put is left to the GC. After each GC a quarter of those values go
// that were idle all the time since the one before, so a list shrinks to what
// its users need at once: a surplus is halved in three GCs and a tenth of it is left
// after eight.
//
// Use it where [Pool] misses because the GC runs more often than values come
// back, or where values hold something the GC does not know the price of.
// Do not use it for what is cheap to make, and mind that idle values are
// live memory: the GC marks them, and GOGC lets the heap grow in proportion.
type FreeList[T any] struct {
	// Name stands in panics and statistics. If empty, the type stands there.
	Name string

	// Init and Reset are as in [Pool].
	Init, Reset func(*T)

	// Max is how many values may lie idle. Zero means 1024.
	Max int

	// MaxBytes is how many bytes the idle values may take. Zero means no
	// bound besides Max.
	MaxBytes int64

	// Size returns the bytes a value takes, itself included. Nil means the
	// size of a T. It is called once in each Put, after Reset, and must give the
	// same answer while the value is idle.
	Size func(*T) int

	last   atomic.Pointer[item[T]] // the value Put last, if there was none here
	mu     sync.Mutex
	armed  bool // trim will be called
	idle   list[T]
	ledger atomic.Pointer[ledger]
}

// Get returns an idle value, mostly the one Put last, or a new one.
func (f *FreeList[T]) Get() *T {
	it := f.last.Load()
	if it == nil || !f.last.CompareAndSwap(it, nil) {
		f.mu.Lock()
		it = f.idle.get()
		f.mu.Unlock()
	}
	if it == nil || it.state() != f.tag()|idle {
		return f.getOdd(it)
	}
	if it.goOut() {
		f.ledger.Load().hits.Add(lot)
	}
	return &it.v
}

// Put resets v and keeps it, unless that exceeds a bound. The caller must not
// use v afterwards. Put panics if v is nil, is idle already or is not from
// this FreeList.
func (f *FreeList[T]) Put(v *T) {
	it := itemOf(v)
	if checking || it == nil || it.state() != f.tag()|out {
		state := f.owner().giveBack(it)
		it.setState(state)
	} else {
		resetWith(f.Reset, it)
		it.goIdle()
	}
	if f.last.Load() == nil && f.single() && f.last.CompareAndSwap(nil, it) {
		return
	}
	size := int(itemSize[T]())
	if f.Size != nil {
		size = f.owner().measure(f.Size, it)
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

// single reports whether a single value may lie outside the list: values are
// all of one size and one is within the bounds. maxLen and maxBytes, the
// bounds of the list, then leave room for it.
func (f *FreeList[T]) single() bool {
	return f.Size == nil && (f.MaxBytes <= 0 || f.MaxBytes >= itemSize[T]())
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

// boundOr returns bound, or what stands for zero.
func boundOr[N int | int64](bound, zero N) N {
	if bound <= 0 {
		return zero
	}
	return bound
}

func (f *FreeList[T]) getOdd(it *item[T]) *T {
	if it == nil {
		it = f.owner().make()
	} else {
		f.owner().take(it)
	}
	return &it.v
}

// Stats returns the counters. Held is exact: the bytes that lie idle.
func (f *FreeList[T]) Stats() Stats {
	s := lazily(&f.ledger).stats(nameOr[T]("FreeList", f.Name))
	f.mu.Lock()
	defer f.mu.Unlock()
	f.idle.stats(&s)
	if f.last.Load() != nil {
		s.Held += itemSize[T]()
	}
	s.High = max(s.High, s.Held)
	return s
}

// Len returns how many values lie idle.
func (f *FreeList[T]) Len() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := len(f.idle.s)
	if f.last.Load() != nil {
		n++
	}
	return n
}

func (f *FreeList[T]) tag() uint32 { return tagOf(unsafe.Pointer(f)) }

func (f *FreeList[T]) owner() owner[T] {
	return owner[T]{"FreeList", f.Name, f.tag(), f.Init, f.Reset, &f.ledger}
}

func (f *FreeList[T]) book() (string, *ledger) { return f.owner().book() }

// trim runs after a GC.
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

// A list is what FreeList and Stack have in common: a bounded shelf of items.
type list[T any] struct {
	shelf[entry[T]]
	bytes, high int64 // sum of sizes, and its highest value
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

// put keeps it unless that exceeds a bound.
func (l *list[T]) put(it *item[T], size, maxLen int, maxBytes int64) {
	if len(l.s) >= maxLen || int64(size) > maxBytes-l.bytes {
		l.drops++
		return
	}
	l.push(entry[T]{it, size})
	l.bytes += int64(size)
	l.high = max(l.high, l.bytes)
}

// shrink lets go of a quarter, rounded up, of what was not needed since the
// last shrink.
func (l *list[T]) shrink() {
	n := (l.low + 3) / 4
	for _, e := range l.s[:n] {
		l.bytes -= int64(e.size)
	}
	l.trim(n)
}

func (l *list[T]) stats(s *Stats) {
	s.Drops = l.drops
	s.Held, s.High = l.bytes, l.high
}

// measure returns the bytes an idle item takes, as the user counts them.
func (o owner[T]) measure(size func(*T) int, it *item[T]) int {
	if checking { // giveBack has hidden the content
		return size(lazily(o.ledger).savedOf(unsafe.Pointer(it)).(*T))
	}
	return size(&it.v)
}

func itemSize[T any]() int64 { return int64(unsafe.Sizeof(item[T]{})) }
