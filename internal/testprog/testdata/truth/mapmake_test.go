// A map that leaves its function has a header of 48 bytes on the heap, and
// storage for eight entries from the first insertion on. A size hint above
// eight adds a directory and the table at once.

package truth

import "testing"

var (
	mapMakeKept  map[string]int
	mapMakeInts  map[int]int
	mapMakeFive  = 5
	mapMakeTotal int
)

//go:noinline
func mapMakeEmpty() {
	mapMakeKept = make(map[string]int) // heap: map 1
}

//go:noinline
func mapMakeLiteral() {
	mapMakeKept = map[string]int{"a": 1, "b": 2, "c": mapMakeFive} // heap: map 2
}

//go:noinline
func mapMakeHint(n int) {
	mapMakeInts = make(map[int]int, n) // heap: map 4
}

//go:noinline
func mapMakeHintSmall() {
	mapMakeInts = make(map[int]int, 8) // heap: map 1
	mapMakeInts[1] = 2                 // heap: map-growth 1
}

// mapMakeLocal stays: header and first eight entries are on the stack.
//
//go:noinline
func mapMakeLocal() {
	m := make(map[string]int) // heap: none
	m["a"] = mapMakeFive
	mapMakeTotal += len(m)
}

func BenchmarkMapMake(b *testing.B) {
	for b.Loop() {
		mapMakeEmpty()
		mapMakeLiteral()
		mapMakeHint(100)
		mapMakeHintSmall()
		mapMakeLocal()
	}
}
