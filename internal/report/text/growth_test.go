package text

import (
	"testing"

	"github.com/unheap/unheap/internal/record"
)

// Figures depend on n where half as many operations pay another amount each, beyond what
// comes by chance.
func TestDepends(t *testing.T) {
	w := &record.Workload{Ops: 100, HalfOps: 50}
	for _, test := range []struct {
		name                            string
		w                               *record.Workload
		objects, half, bytes, halfBytes int64
		depends, falls                  bool
		says                            string
	}{
		{"the same", w, 300, 150, 4800, 2400, false, false, ""},
		{"two by chance", w, 102, 50, 1600, 800, false, false, ""},
		{"filled", w, 48, 48, 4 << 20, 4 << 20, true, true, "0.48 allocs/op over 100 operations, 0.96 over 50"},
		{"a log that grows", w, 24, 20, 1 << 12, 1 << 12, true, true, "0.24 allocs/op over 100 operations, 0.4 over 50"},
		{"a log that hardly grows", w, 12, 10, 1 << 12, 1 << 12, false, true, ""},
		{"pool emptied by a collection", w, 5, 0, 80, 0, false, false, ""},
		{"more each time", w, 600, 200, 9600, 3200, true, false, "6 allocs/op over 100 operations, 4 over 50"},
		{"larger each time", w, 100, 50, 100 << 10, 25 << 10, true, false, "1,024 B/op over 100 operations, 512 over 50"},
		{"not asked for", &record.Workload{Ops: 100}, 48, 0, 4 << 20, 0, false, false, ""},
	} {
		g := growth{test.w, test.objects, test.bytes, test.half, test.halfBytes}
		if g.depends() != test.depends || g.falls() != test.falls {
			t.Errorf("%s: depends %v, falls %v", test.name, g.depends(), g.falls())
		}
		if test.depends && g.String() != test.says {
			t.Errorf("%s: says %q, want %q", test.name, g.String(), test.says)
		}
	}
}
