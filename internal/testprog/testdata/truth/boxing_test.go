// An interface holds a pointer. A value that is not a pointer is copied to the
// heap when it becomes an interface, unless it is a constant, a single byte,
// an integer below 256, an empty string, or has no size.

package truth

import "testing"

type boxPoint struct{ x, y int }

type boxPair struct {
	p *int
	n int
}

var (
	boxSink   any
	boxInt    = 12345
	boxInt32  = int32(12345)
	boxSmall  = 5
	boxString = "some text"
	boxEmpty  = ""
	boxFloat  = 1.5
	boxBool   = true
	boxSlice  = []int{1, 2, 3}
	boxStruct = boxPoint{1, 2}
	boxPtrs   = boxPair{nil, 1}
	boxTotal  int
)

//go:noinline
func boxAllocating() {
	boxSink = boxInt    // heap: boxing 1
	boxSink = boxInt32  // heap: boxing 1
	boxSink = boxString // heap: boxing 1
	boxSink = boxFloat  // heap: boxing 1
	boxSink = boxSlice  // heap: boxing 1
	boxSink = boxStruct // heap: boxing 1
	boxSink = boxPtrs   // heap: boxing 1
}

//go:noinline
func boxFree() {
	boxSink = 12345      // heap: none
	boxSink = "constant" // heap: none
	boxSink = boxSmall   // heap: none
	boxSink = boxEmpty   // heap: none
	boxSink = boxBool    // heap: none
	boxSink = &boxStruct // heap: none
	boxSink = struct{}{} // heap: none
}

//go:noinline
func boxUse(v any) { boxTotal++ }

// boxArgument's argument does not escape: it is boxed on the stack.
//
//go:noinline
func boxArgument() {
	boxUse(boxInt) // heap: none
}

// boxHuge's argument does not escape either, but exceeds the 1024 bytes that
// the compiler reserves for such a copy.
//
//go:noinline
func boxHuge() {
	var v [1100]byte
	v[boxSmall] = 1
	boxUse(v) // heap: boxing 1
}

//go:noinline
func boxGeneric[T any](v T) any {
	return v // heap: boxing 1
}

//go:noinline
func boxAppend(s []any) []any {
	return append(s[:0], boxInt) // heap: boxing 1
}

type boxCode int

func (boxCode) Error() string { return "code" }

//go:noinline
func boxError(n int) error {
	return boxCode(n) // heap: boxing 1
}

var boxAnys = make([]any, 0, 4)

func BenchmarkBoxing(b *testing.B) {
	for b.Loop() {
		boxAllocating()
		boxFree()
		boxArgument()
		boxHuge()
		boxSink = boxGeneric(boxInt)
		boxAnys = boxAppend(boxAnys)
		boxSink = boxError(boxInt)
	}
}
