//go:build cgo

// What C is given a pointer to is on the heap, and what it gives back is
// copied. The C is in cgo.go, because test files cannot have any.

package truth

import "testing"

var cgoTotal int

func BenchmarkCgo(b *testing.B) {
	for b.Loop() {
		cgoFromC()
		cgoTotal += cgoToC(1)
		cgoTotal += int(cgoNumber(1))
	}
}
