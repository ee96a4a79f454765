// for v := range f turns the loop body into a function that f calls. When f
// cannot be inlined into the loop, the body, the variables it shares with its
// surroundings and the iterator itself are objects on the heap.

package truth

import (
	"iter"
	"testing"
)

var rangeFuncTotal int

func rangeFuncCount(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

//go:noinline
func rangeFuncOpaque(n int) iter.Seq[int] {
	return func(yield func(int) bool) { // heap: closure 1
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

//go:noinline
func rangeFuncHeap(n int) {
	total := 0                          // heap: range-func 1
	for v := range rangeFuncOpaque(n) { // heap: range-func 1
		total += v
	}
	rangeFuncTotal = total
}

//go:noinline
func rangeFuncInlined(n int) {
	total := 0
	for v := range rangeFuncCount(n) { // heap: none
		total += v
	}
	rangeFuncTotal = total
}

func BenchmarkRangeFunc(b *testing.B) {
	for b.Loop() {
		rangeFuncHeap(5)
		rangeFuncInlined(5)
	}
}
