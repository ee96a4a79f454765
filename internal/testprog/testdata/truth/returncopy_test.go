// Since Go 1.26 a slice that is built by append and then returned starts on
// the stack; when it is still small at the return, it is copied to the heap
// there, once and at its exact size. Go 1.25 grows it on the heap.

package truth

import "testing"

var returnCopyTotal int

//go:noinline
func returnCopySmall(n int) []int {
	var s []int
	for i := range n {
		s = append(s, i) // heap: growth 0 (go1.25: 3)
	}
	return s // heap: return-copy 1 (go1.25: 0)
}

//go:noinline
func returnCopyPointers(n int) []*int {
	var s []*int
	for range n {
		s = append(s, &returnCopyTotal) // heap: growth 0 (go1.25: 3)
	}
	return s // heap: return-copy 1 (go1.25: 0)
}

// returnCopyLarge leaves the stack while it grows: nothing is left to copy.
//
//go:noinline
func returnCopyLarge(n int) []int {
	var s []int
	for i := range n {
		s = append(s, i) // heap: growth 5 (go1.25: 8)
	}
	return s // heap: none
}

func BenchmarkReturnCopy(b *testing.B) {
	for b.Loop() {
		returnCopyTotal += len(returnCopySmall(4))
		returnCopyTotal += len(returnCopyPointers(4))
		returnCopyTotal += len(returnCopyLarge(100))
	}
}
