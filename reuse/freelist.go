package reuse

import (
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

	mu     sync.Mutex
	armed  bool // trim will be called
	idle   list[T]
	ledger atomic.Pointer[ledger]
}

// Get returns the idle value that was Put last, or a new one.
func (f *FreeList[T]) Get() *T {
	f.mu.Lock()
	it := f.idle.get()
	f.mu.Unlock()
	if it == nil {
		it = f.owner().make()
	} else if it.state() == f.tag()|idle {
		it.goOut()
	} else {
		f.owner().take(it)
	}
	return &it.v
}

// Put resets v and keeps it, unless that exceeds a bound. The caller must not
// use v afterwards. Put panics if v is nil, is idle already or is not from
// this FreeList.
func (f *FreeList[T]) Put(v *T) {
	it := itemOf(v)
	state := f.tag() | idle
	if checking || it == nil || it.state() != f.tag()|out {
		state = f.owner().giveBack(it)
	} else {
		resetWith(f.Reset, it)
	}
	size := sizeOf(f.Size, it)
	f.mu.Lock()
	twice := it.state()&out == 0 // another Put came in between
	if !twice {
		it.setState(state)
		f.idle.put(it, size, f.Max, f.MaxBytes)
	}
	arm := !f.armed && !twice
	f.armed = f.armed || arm
	f.mu.Unlock()
	if twice {
		misuse(f.owner().title(), "value Put twice at the same time", "")
	}
	if arm {
		afterGC(f, (*FreeList[T]).trim)
	}
}

// Stats returns the counters. Held is exact: the bytes that lie idle.
func (f *FreeList[T]) Stats() Stats {
	s := lazily(&f.ledger).stats(nameOr[T]("FreeList", f.Name))
	f.mu.Lock()
	defer f.mu.Unlock()
	f.idle.stats(&s)
	return s
}

// Len returns how many values lie idle.
func (f *FreeList[T]) Len() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.idle.s)
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
	hits, drops uint64
}

type entry[T any] struct {
	it   *item[T]
	size int
}

// get returns the item put last, or nil.
func (l *list[T]) get() *item[T] {
	e, ok := l.pop()
	if ok {
		l.bytes -= int64(e.size)
		l.hits++
	}
	return e.it
}

// put keeps it unless that exceeds a bound.
func (l *list[T]) put(it *item[T], size, maxLen int, maxBytes int64) {
	if maxLen <= 0 {
		maxLen = defaultMax
	}
	if len(l.s) >= maxLen || maxBytes > 0 && l.bytes+int64(size) > maxBytes {
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
	s.Hits, s.Drops = l.hits, l.drops
	s.Held, s.High = l.bytes, l.high
}

// sizeOf returns the bytes an item takes, as the user counts them.
func sizeOf[T any](size func(*T) int, it *item[T]) int {
	if size == nil {
		return int(unsafe.Sizeof(*it))
	}
	return size(&it.v)
}
