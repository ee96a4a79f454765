// Several small variables without pointers that go to the heap in one function
// share one object: the compiler asks for them at once.

package truth

import "testing"

var togetherFunc func()

//go:noinline
func togetherVariables() {
	var a int8 // heap: captured 1
	var b int16
	var c int32
	togetherFunc = func() { a++; b++; c++ } // heap: closure 1
}

func BenchmarkTogether(b *testing.B) {
	for b.Loop() {
		togetherVariables()
	}
}
