// A closure that assigns to a variable of its surrounding function shares it.
// When the closure outlives the function, so does the variable.

package truth

import "testing"

var capturedFunc func() int

//go:noinline
func capturedShared(n int) { // heap: captured 1
	capturedFunc = func() int { n++; return n } // heap: closure 1
}

//go:noinline
func capturedLater(n int) func() int {
	total := n                                     // heap: captured 1
	add := func() int { total += n; return total } // heap: closure 1
	return add
}

// capturedLocal's closure is called here and nowhere else.
//
//go:noinline
func capturedLocal(n int) int {
	total := 0 // heap: none
	add := func() { total += n }
	add()
	add()
	return total
}

var capturedTotal int

func BenchmarkCaptured(b *testing.B) {
	for b.Loop() {
		capturedShared(1000)
		capturedTotal += capturedLater(1)()
		capturedTotal += capturedLocal(1)
	}
}
