// sort.Slice takes its slice as an any and swaps through reflection; sort.Sort
// takes an interface. The functions of package slices are generic and need
// neither.

package truth

import (
	"slices"
	"sort"
	"testing"
)

var sortInts = []int{5, 3, 4, 1, 2}

//go:noinline
func sortSlice() {
	sort.Slice(sortInts, func(i, j int) bool { return sortInts[i] < sortInts[j] }) // heap: boxing 1, sort 1
}

//go:noinline
func sortInterface() {
	sort.Sort(sort.IntSlice(sortInts)) // heap: boxing 1
}

//go:noinline
func sortGeneric() {
	slices.Sort(sortInts)                                          // heap: none
	slices.SortFunc(sortInts, func(a, b int) int { return a - b }) // heap: none
}

func BenchmarkSort(b *testing.B) {
	for b.Loop() {
		sortSlice()
		sortInterface()
		sortGeneric()
	}
}
