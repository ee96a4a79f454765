// A map that outgrows its table allocates one of twice the size and moves
// every entry. The compiler says nothing at the line that inserts. With a size
// hint there is nothing to grow.

package truth

import "testing"

var (
	mapGrowthKept  map[int]int
	mapGrowthTotal int
)

//go:noinline
func mapGrowthLocal(n int) {
	m := make(map[int]int)
	for i := range n {
		m[i] = i // heap: map-growth 9
	}
	mapGrowthTotal += len(m)
}

//go:noinline
func mapGrowthHint(n int) {
	m := make(map[int]int, n) // heap: map 3
	for i := range n {
		m[i] = i // heap: none
	}
	mapGrowthTotal += len(m)
}

//go:noinline
func mapGrowthFirst() {
	m := make(map[int]int) // heap: map 1
	m[1] = 1               // heap: map-growth 1
	mapGrowthKept = m
}

func BenchmarkMapGrowth(b *testing.B) {
	for b.Loop() {
		mapGrowthLocal(100)
		mapGrowthHint(100)
		mapGrowthFirst()
	}
}
