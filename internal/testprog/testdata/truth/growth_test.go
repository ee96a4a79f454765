// append to a full slice allocates a larger array and copies. Growing to n
// elements one by one allocates about log2(n) times; with the capacity given
// beforehand, once.

package truth

import "testing"

var (
	growthKept  []int
	growthTotal int
)

//go:noinline
func growthUse(s []int) int { return len(s) }

// growthField starts from nothing and is kept: 8, 16, 32 and 64 bytes.
//
//go:noinline
func growthField(n int) {
	growthKept = nil
	for i := range n {
		growthKept = append(growthKept, i) // heap: growth 4
	}
}

// growthLocal never leaves: its first 32 bytes are on the stack.
//
//go:noinline
func growthLocal(n int) {
	var s []int
	for i := range n {
		s = append(s, i) // heap: growth 5
	}
	growthTotal += growthUse(s)
}

// growthSmall fits into those 32 bytes.
//
//go:noinline
func growthSmall(n int) {
	var s []int
	for i := range n {
		s = append(s, i) // heap: none
	}
	growthTotal += growthUse(s)
}

//go:noinline
func growthPresized(n int) []int {
	s := make([]int, 0, n) // heap: returned 1
	for i := range n {
		s = append(s, i) // heap: none
	}
	return s
}

// growthMerge appends whole slices.
//
//go:noinline
func growthMerge(data ...[]int) {
	growthKept = nil
	for _, s := range data {
		growthKept = append(growthKept, s...) // heap: growth 4
	}
}

var growthData = [][]int{{1, 2}, {9, 10, 11}, {6, 2, 3, 7}, {11, 5, 7, 12, 16}, {8, 5, 6}}

func BenchmarkGrowth(b *testing.B) {
	for b.Loop() {
		growthField(5)
		growthLocal(100)
		growthSmall(4)
		growthTotal += len(growthPresized(100))
		growthMerge(growthData...)
	}
}
