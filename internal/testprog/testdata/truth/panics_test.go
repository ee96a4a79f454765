// panic takes an any: its operand is boxed like every other. A string constant
// is not copied.

package truth

import "testing"

var (
	panicCode  = 12345
	panicTotal int
)

//go:noinline
func panicRecover() {
	if recover() != nil {
		panicTotal++
	}
}

//go:noinline
func panicValue() {
	defer panicRecover()
	panic(panicCode) // heap: panic 1
}

//go:noinline
func panicConstant() {
	defer panicRecover()
	panic("constant") // heap: none
}

func BenchmarkPanic(b *testing.B) {
	for b.Loop() {
		panicValue()
		panicConstant()
	}
}
