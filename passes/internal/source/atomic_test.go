package source

import "testing"

const atomicTypes = `package a

import (
	"sync/atomic"
	"time"
)

type (
	counter struct{ a int32; n int64 }
	holder  struct{ c counter }
	list    struct{ counts [4]uint64 }
	other   struct{ n int64; at time.Time }
	small   struct{ n int32 }
	self    struct{ n atomic.Int64 }
	seen    struct{ N int64; At time.Time }
	dated   struct{ At time.Time }
)

var number int64

`

// TestAtomic checks which types have numbers of 64 bits whose addresses are given to sync/atomic.
func TestAtomic(t *testing.T) {
	tests := []struct {
		name, code string
		yes, no    string // one type each
	}{
		{"a field", "func f(c *counter) { atomic.AddInt64(&c.n, 1) }", "counter", "other"},
		{"a field of a part", "func f(h *holder) int64 { return atomic.LoadInt64(&(h.c).n) }", "holder", "list"},
		{"an element", "func f(l *list) { atomic.AddUint64(&l.counts[1], 1) }", "list", "counter"},
		{"a variable", "func f() { atomic.AddInt64(&number, 1) }", "", "counter"},
		{"any", "func f(n *int64) { atomic.AddInt64(n, 1) }", "counter", "small"},
		{"an element of a slice", "func f(n []int64) { atomic.AddInt64(&n[0], 1) }", "list", "self"},
		{"a converted one", "func f(c *counter) { atomic.AddInt64((*int64)(&c.n), 1) }", "other", "small"},
		{"a function value", "var add = atomic.AddInt64", "holder", "self"},
		{"one of 32 bits", "func f(s *small) { atomic.AddInt32(&s.n, 1) }", "", "counter"},
		{"one that others see", "func f(s *small) { atomic.AddInt32(&s.n, 1) }", "seen", "dated"},
		{"a method", "func f(s *self) { s.n.Add(1) }", "", "self"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := packageOf(t, atomicTypes+tt.code)
			if tt.yes != "" && !p.AtomicIn(p.Types.Scope().Lookup(tt.yes).Type()) {
				t.Errorf("a %s has none", tt.yes)
			}
			if tt.no != "" && p.AtomicIn(p.Types.Scope().Lookup(tt.no).Type()) {
				t.Errorf("a %s has one", tt.no)
			}
		})
	}
}
