// A pointer that a function returns must stay valid after the call, and the
// stack frame does not: what it points to goes to the heap. A returned value
// is copied to the caller and costs nothing.

package truth

import "testing"

type returnedPoint struct{ x, y int }

//go:noinline
func returnedPointer(x, y int) *returnedPoint {
	p := returnedPoint{x, y} // heap: returned 1
	return &p
}

//go:noinline
func returnedLiteral(x, y int) *returnedPoint {
	return &returnedPoint{x, y} // heap: returned 1
}

//go:noinline
func returnedThroughLocal(n int) []int {
	s := make([]int, 10) // heap: returned 1
	s[0] = n
	t := s[:5]
	return t
}

//go:noinline
func returnedSized(n int) []int {
	return make([]int, n) // heap: returned 1
}

//go:noinline
func returnedSliceLiteral(n int) []int {
	return []int{1, 2, n} // heap: returned 1
}

//go:noinline
func returnedParameter(p returnedPoint) *returnedPoint { // heap: returned 1
	return &p
}

//go:noinline
func returnedValue(x, y int) returnedPoint {
	return returnedPoint{x, y} // heap: none
}

// returnedInlined is small enough for the compiler to copy it into its
// callers, where the point turns out to be used locally.
func returnedInlined(x, y int) *returnedPoint {
	return &returnedPoint{x, y} // heap: none
}

type returnedLogger interface {
	with(name string) returnedLogger
}

// A returnedNamed is copied for its method by a function that stands between, and has no frame.
type returnedNamed struct{ name, of string }

func (l returnedNamed) with(name string) returnedLogger {
	l.name += name
	return &l
}

//go:noinline
func returnedCopy(l returnedLogger) returnedLogger {
	return l.with("") // heap: returned 1 // says: l is returned by with
}

var returnedFirst returnedLogger = returnedNamed{}

var returnedTotal int

func BenchmarkReturned(b *testing.B) {
	for b.Loop() {
		returnedCopy(returnedFirst)
		returnedTotal += returnedPointer(1, 2).x
		returnedTotal += returnedLiteral(1, 2).x
		returnedTotal += len(returnedThroughLocal(3))
		returnedTotal += len(returnedSized(3))
		returnedTotal += len(returnedSliceLiteral(3))
		returnedTotal += returnedParameter(returnedPoint{1, 2}).y
		returnedTotal += returnedValue(1, 2).x
		returnedLocal()
	}
}

//go:noinline
func returnedLocal() {
	p := returnedInlined(1, 2) // heap: none
	returnedTotal += p.x + p.y
}
