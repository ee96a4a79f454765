package reuse

import (
	"runtime"
	"sync"
	"sync/atomic"
	"weak"
)

// A shelf is a stack of idle values, held strongly. It remembers the least number of values on it since the last trim:
// that many were not needed in all that time.
type shelf[E any] struct {
	s   []E
	low int
}

func (s *shelf[E]) push(e E) { s.s = append(s.s, e) }

// pop takes the value pushed last off the shelf; ok is false if the shelf is empty.
func (s *shelf[E]) pop() (e E, ok bool) {
	n := len(s.s) - 1
	if n < 0 {
		return e, false
	}
	var zero E
	e, s.s[n] = s.s[n], zero
	s.s = s.s[:n]
	s.low = min(s.low, n)
	return e, true
}

// trim drops the n values that have been on the shelf longest, and begins a new count of the least number. The shelf's
// array shrinks once most of it is unused.
func (s *shelf[E]) trim(n int) {
	if n > 0 {
		rest := s.s[n:]
		if cap(s.s) > 4*len(rest) {
			s.s = append([]E(nil), rest...)
		} else {
			m := copy(s.s, rest)
			clear(s.s[m:])
			s.s = s.s[:m]
		}
	}
	s.low = len(s.s)
}

// afterGC calls trim(p) once, in another goroutine, after the next GC, unless p is dead by then.
func afterGC[P any](p *P, trim func(*P)) {
	type sentinel struct{ _ *byte } // has a pointer, so that the allocator does not put it into a block with others
	runtime.AddCleanup(new(sentinel), func(w weak.Pointer[P]) {
		if p := w.Value(); p != nil {
			trim(p)
		}
	}, weak.Make(p))
}

// binSize is two cache lines in bytes: processors fetch them in pairs.
const binSize = 128

// A bin holds the idle arrays of one class. It is padded, so that users of two classes do not slow each other down.
type bin[E any] struct {
	mu     sync.Mutex
	strong shelf[*E]
	old    []weak.Pointer[E] // idle since before the last GC; the next GC frees them
	_      [binSize - 8 - 32 - 24]byte
}

// Shelves hold idle arrays that are too large for a [sync.Pool], which keeps one of each class for each processor that
// other processors cannot get, and, where that makes no difference, two. Any processor can take from shelves, and a
// user who finds nothing in one class may take from a larger one.
//
// Without a budget an idle array lives as in a sync.Pool, for one to two GCs: it is held strongly until the first one
// and weakly after it. With a budget arrays are held strongly as long as they were needed since the last GC, and the
// sum of their sizes never exceeds the budget.
type shelves[E any] struct {
	bins   [classes]bin[E]
	size   func(class int) int // size of an array of a class in bytes; nil without a budget
	budget int64               // bytes; 0 for none
	idle   atomic.Int64        // bytes that are idle, under a budget
	armed  atomic.Bool         // a call of trim is due after the next GC
}

// put keeps an idle array of class c. It returns false and keeps nothing if that would exceed the budget.
func (s *shelves[E]) put(c int, e *E) bool {
	if s.budget != 0 && !s.reserve(int64(s.size(c))) {
		return false
	}
	b := &s.bins[c]
	b.mu.Lock()
	b.strong.push(e)
	b.mu.Unlock()
	if !s.armed.Load() && !s.armed.Swap(true) {
		afterGC(s, (*shelves[E]).trim)
	}
	return true
}

// reserve takes n bytes of the budget. It returns false if fewer are left; idle never exceeds the budget in between.
func (s *shelves[E]) reserve(n int64) bool {
	for {
		idle := s.idle.Load()
		if n > s.budget-idle {
			return false
		}
		if s.idle.CompareAndSwap(idle, idle+n) {
			return true
		}
	}
}

// get returns an idle array of class c, or nil.
func (s *shelves[E]) get(c int) *E {
	b := &s.bins[c]
	b.mu.Lock()
	e := b.pop()
	b.mu.Unlock()
	if e != nil && s.budget != 0 {
		s.idle.Add(-int64(s.size(c)))
	}
	return e
}

// pop returns the array put last that the GC has not freed, or nil.
func (b *bin[E]) pop() *E {
	if e, ok := b.strong.pop(); ok {
		return e
	}
	for n := len(b.old) - 1; n >= 0; n-- {
		e := b.old[n].Value()
		b.old = b.old[:n]
		if e != nil {
			return e
		}
	}
	return nil
}

// trim runs after each GC. Under a budget it drops the arrays that were not needed since the last GC; without one it
// leaves all arrays to the next GC.
func (s *shelves[E]) trim() {
	left := false
	for c := range s.bins {
		b := &s.bins[c]
		b.mu.Lock()
		if s.budget != 0 {
			n := b.strong.low
			b.strong.trim(n)
			s.idle.Add(-int64(n) * int64(s.size(c)))
		} else {
			b.age()
		}
		left = left || len(b.strong.s)+len(b.old) > 0
		b.mu.Unlock()
	}
	s.armed.Store(false)
	if left && !s.armed.Swap(true) {
		afterGC(s, (*shelves[E]).trim)
	}
}

// age makes the strongly held arrays weakly held, and forgets those that were weakly held.
func (b *bin[E]) age() {
	clear(b.old)
	b.old = b.old[:0]
	for _, e := range b.strong.s {
		b.old = append(b.old, weak.Make(e))
	}
	b.strong.trim(len(b.strong.s))
}
