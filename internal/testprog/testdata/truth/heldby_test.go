// A variable that a function literal assigns to is on the heap; what it points
// to must be there as well, though nobody outside ever sees it.

package truth

import "testing"

var heldByFunc func()

//go:noinline
func heldByVariable(n int) {
	var p *int // heap: captured 1
	x := n     // heap: stored 1
	p = &x
	heldByFunc = func() { p = nil } // heap: closure 1
	*p = 2
}

func BenchmarkHeldBy(b *testing.B) {
	for b.Loop() {
		heldByVariable(1)
	}
}
