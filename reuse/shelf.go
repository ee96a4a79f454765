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

// shelves is the store of a [Bytes] with a Budget.
type shelves struct {
	classes [classes]struct {
		mu sync.Mutex
		shelf[*front]
	}
	idle  atomic.Int64 // bytes, capacities of all that lies here
	armed atomic.Bool  // trim will be called
}

// put keeps an idle array if that does not exceed the budget.
func (s *shelves) put(f *front, budget int64) bool {
	size := int64(f.cap)
	if s.idle.Add(size) > budget {
		s.idle.Add(-size)
		return false
	}
	k := &s.classes[f.class]
	k.mu.Lock()
	k.push(f)
	k.mu.Unlock()
	if !s.armed.Load() && !s.armed.Swap(true) {
		afterGC(s, (*shelves).trim)
	}
	return true
}

// get returns an idle array of class c, or nil.
func (s *shelves) get(c int) *front {
	k := &s.classes[c]
	k.mu.Lock()
	f, ok := k.pop()
	k.mu.Unlock()
	if ok {
		s.idle.Add(-int64(f.cap))
	}
	return f
}

// trim lets go of what was not needed since the last GC.
func (s *shelves) trim() {
	for c := range s.classes {
		k := &s.classes[c]
		k.mu.Lock()
		n := k.low
		k.trim(n)
		k.mu.Unlock()
		s.idle.Add(-int64(n) * int64(capacities[c]))
	}
	s.armed.Store(false)
	if s.idle.Load() > 0 && !s.armed.Swap(true) {
		afterGC(s, (*shelves).trim)
	}
}
