// A function literal that uses variables of its surrounding function carries
// them in an object. It is on the heap when the function value outlives the
// call; without captured variables there is no object at all.

package truth

import "testing"

var (
	closureFunc  func() int
	closureTotal int
)

//go:noinline
func closureStored(n int) {
	closureFunc = func() int { return n + 1 } // heap: closure 1
}

//go:noinline
func closureReturned(n int) func() int {
	return func() int { return n + 2 } // heap: closure 1
}

//go:noinline
func closureEmpty() {
	closureFunc = func() int { return 7 } // heap: none
}

//go:noinline
func closureCall(f func() int) int { return f() }

//go:noinline
func closureArgument(n int) {
	closureTotal += closureCall(func() int { return n }) // heap: none
}

//go:noinline
func closurePerItem(items []int) {
	for _, v := range items {
		closureFunc = func() int { return v } // heap: closure 3
	}
}

var closureItems = []int{1, 2, 3}

func BenchmarkClosure(b *testing.B) {
	for b.Loop() {
		closureStored(1)
		closureTotal += closureReturned(1)()
		closureEmpty()
		closureArgument(1)
		closurePerItem(closureItems)
	}
}
