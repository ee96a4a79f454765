// The extra arguments of a call are put into a slice. If the callee keeps it,
// the slice is on the heap, and with ...any each argument is boxed as well.

package truth

import "testing"

var (
	variadicKept  []any
	variadicInts  []int
	variadicInt   = 12345
	variadicTotal int
)

//go:noinline
func variadicKeep(args ...any) { variadicKept = args }

//go:noinline
func variadicKeepInts(args ...int) { variadicInts = args }

//go:noinline
func variadicCount(args ...any) int { return len(args) }

//go:noinline
func variadicEscaping(s string) {
	variadicKeep(variadicInt, s) // heap: variadic 1, boxing 2
}

//go:noinline
func variadicConcrete() {
	variadicKeepInts(1, 2, variadicInt) // heap: variadic 1
}

//go:noinline
func variadicLocal(s string) {
	variadicTotal += variadicCount(variadicInt, s) // heap: none
}

//go:noinline
func variadicNone() {
	variadicKeep() // heap: none
}

func BenchmarkVariadic(b *testing.B) {
	for b.Loop() {
		variadicEscaping("some text")
		variadicConcrete()
		variadicLocal("some text")
		variadicNone()
	}
}
