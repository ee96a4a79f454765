// What a function returns is charged to it; who calls it, and does nothing with what
// he gets, is named.

package truth

import "testing"

type droppedResult struct{ n [4]int }

//go:noinline
func droppedMake(n int) *droppedResult {
	return &droppedResult{[4]int{n}} // heap: returned 1 // says: truth.droppedCaller (dropped_test.go:17) drops it
}

//go:noinline
func droppedCaller(n int) {
	droppedMake(n)
}

type droppedReader interface{ sum() int }

func (r *droppedResult) sum() int { return r.n[0] }

// droppedOpen hides what it makes behind an interface, so that no caller can keep it
// on a stack.
//
//go:noinline
func droppedOpen(n int) droppedReader {
	return &droppedResult{[4]int{n}} // heap: returned 1 // says: it becomes an interface // says: truth.droppedSum (dropped_test.go:36) only calls sum of it
}

// droppedSum uses it by its interface.
//
//go:noinline
func droppedSum() int {
	r := droppedOpen(2)
	return r.sum()
}

var droppedTotal int

func BenchmarkDropped(b *testing.B) {
	for b.Loop() {
		droppedCaller(1)
		droppedTotal += droppedSum()
	}
}
