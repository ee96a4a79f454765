// A stack frame holds variables of up to 128 KiB, and up to 64 KiB for new,
// &T{} and make. What is larger goes to the heap even if it is used locally.

package truth

import "testing"

type (
	large70  struct{ b [70 << 10]byte }
	large130 struct{ b [130 << 10]byte }
)

var (
	largeIndex = 5
	largeTotal int
)

//go:noinline
func largeVariable() {
	var v large130 // heap: too-large 1
	v.b[largeIndex] = 1
	largeTotal += int(v.b[largeIndex+1])
}

//go:noinline
func largeNew() {
	p := new(large70) // heap: too-large 1
	p.b[largeIndex] = 1
	largeTotal += int(p.b[largeIndex+1])
}

//go:noinline
func largeMake() {
	s := make([]byte, 70<<10) // heap: too-large 1
	s[largeIndex] = 1
	largeTotal += int(s[largeIndex+1])
}

//go:noinline
func largeEnough() {
	var v large70 // heap: none
	v.b[largeIndex] = 1
	s := make([]byte, 60<<10) // heap: none
	s[largeIndex] = 1
	largeTotal += int(s[largeIndex+1] + v.b[largeIndex+1])
}

func BenchmarkTooLarge(b *testing.B) {
	for b.Loop() {
		largeVariable()
		largeNew()
		largeMake()
		largeEnough()
	}
}
