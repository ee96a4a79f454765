package reuse

import (
	"runtime"
	"sync"
	"sync/atomic"
	"weak"
)

// A shelf is a stack of idle things held strongly. It remembers the fewest
// that lay on it since the last trim: these were not needed all that time.
type shelf[E any] struct {
	s   []E
	low int
}

func (s *shelf[E]) push(e E) { s.s = append(s.s, e) }

// pop returns the thing pushed last; ok is false if the shelf is empty.
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

// trim takes the n things that lay longest off the shelf and begins a new
// round of counting. The room they took is given up with them once most of it
// is unused.
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

// afterGC calls trim(p) once, in another goroutine, after the next GC, unless
// p is gone by then.
func afterGC[P any](p *P, trim func(*P)) {
	type sentinel struct{ _ *byte } // has a pointer: not batched with others
	runtime.AddCleanup(new(sentinel), func(w weak.Pointer[P]) {
		if p := w.Value(); p != nil {
			trim(p)
		}
	}, weak.Make(p))
}

// binSize is two cache lines, which processors fetch together.
const binSize = 128

// A bin holds the idle things of one class, at a distance from the next one's,
// so that users of two classes do not slow each other down.
type bin[E any] struct {
	mu     sync.Mutex
	strong shelf[*E]
	old    []weak.Pointer[E] // idle since before the last GC; the next one takes them
	_      [binSize - 8 - 32 - 24]byte
}

// Shelves are where idle arrays wait that are too large for a [sync.Pool],
// which keeps one of each class for each processor that no other processor can
// have, and two where it makes no difference. Here they wait for anybody, and
// whoever finds none in his class may take a larger one.
//
// Without a budget an idle array lives as in a sync.Pool, for one to two GCs:
// it is held weakly from the first one on. With a budget arrays are held
// strongly as long as they were needed since the last GC, and the sum of their
// sizes never exceeds it.
type shelves[E any] struct {
	bins   [classes]bin[E]
	size   func(class int) int // in bytes; for budgets
	budget int64               // 0: none
	idle   atomic.Int64        // bytes, under a budget
	armed  atomic.Bool         // trim will be called
}

// put keeps an idle array of class c if that does not exceed the budget.
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

// reserve takes n bytes of the budget, and is refused before anybody sees more.
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

// get returns an idle array of class c or nil.
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

// pop returns what was put last and is still there, or nil.
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

// trim ends a GC cycle: what was not needed under a budget goes, and without
// one what is there may go at the next GC.
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

// age replaces what is held by weak pointers to it, and the weak pointers of
// the last cycle.
func (b *bin[E]) age() {
	clear(b.old)
	b.old = b.old[:0]
	for _, e := range b.strong.s {
		b.old = append(b.old, weak.Make(e))
	}
	b.strong.trim(len(b.strong.s))
}
