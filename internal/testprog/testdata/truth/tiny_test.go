// Objects below 16 bytes without pointers share blocks of 16: two of 8 bytes
// in one. Each counts as an object, and the block stays until all of it is
// garbage.

package truth

import "testing"

var (
	tinyA *int64
	tinyB *int64
	tinyC *byte
)

//go:noinline
func tinyPair(n int64) {
	a := n // heap: stored 1
	tinyA = &a
}

//go:noinline
func tinyOther(n int64) {
	b := n // heap: stored 1
	tinyB = &b
}

//go:noinline
func tinyBytes() {
	for range 16 {
		tinyC = new(byte) // heap: stored 16
	}
}

func BenchmarkTiny(b *testing.B) {
	for b.Loop() {
		tinyPair(1)
		tinyOther(2)
		tinyBytes()
	}
}
