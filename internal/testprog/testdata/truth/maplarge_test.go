// Keys and values of more than 128 bytes are not kept inside the table: each
// entry has an object of its own.

package truth

import "testing"

type mapLargeValue struct{ b [200]byte }

var mapLargeTotal int

//go:noinline
func mapLargeValues(n int) {
	m := make(map[int]mapLargeValue)
	for i := range n {
		m[i] = mapLargeValue{} // heap: map-large 3
	}
	mapLargeTotal += len(m)
}

//go:noinline
func mapLargeKeys() {
	m := make(map[mapLargeValue]int)
	m[mapLargeValue{}] = 1 // heap: map-large 1
	mapLargeTotal += len(m)
}

func BenchmarkMapLarge(b *testing.B) {
	for b.Loop() {
		mapLargeValues(3)
		mapLargeKeys()
	}
}
