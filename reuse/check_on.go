//go:build reusecheck || race || msan || asan

package reuse

import "sync"

// checking reports whether this is the misuse build.
const checking = true

// storeMax bounds a store, so that a test cannot hoard without end.
const storeMax = 4096

// A store is where idle values wait. In the misuse build it is last in, first
// out and loses nothing to the GC, so that the next Get verifies the last Put.
type store struct {
	mu sync.Mutex
	s  []any
}

// Get returns the value put last, or nil.
func (s *store) Get() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.s) == 0 {
		return nil
	}
	n := len(s.s) - 1
	x := s.s[n]
	s.s[n] = nil
	s.s = s.s[:n]
	return x
}

// Put keeps x unless the store is full.
func (s *store) Put(x any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.s) < storeMax {
		s.s = append(s.s, x)
	}
}
