// Generic code is compiled once for all pointer types. What it allocates is
// reported at the line of the generic function, whoever calls it.

package truth

import "testing"

type genericPoint struct{ x, y int }

type genericStack[T any] struct{ items []T }

func (s *genericStack[T]) push(v T) {
	s.items = append(s.items, v) // heap: growth 2
}

//go:noinline
func genericNew[T any]() *T {
	return new(T) // heap: returned 2
}

//go:noinline
func genericMap[T, U any](in []T, f func(T) U) []U {
	out := make([]U, 0, len(in)) // heap: returned 1
	for _, v := range in {
		out = append(out, f(v)) // heap: none
	}
	return out
}

var (
	genericPt    *genericPoint
	genericText  *string
	genericIn    = []int{1, 2, 3}
	genericTotal int
)

//go:noinline
func genericPush() {
	var s genericStack[genericPoint]
	s.push(genericPoint{1, 2})
	s.push(genericPoint{3, 4})
	genericTotal += len(s.items)
}

func genericDouble(n int) int { return 2 * n }

func BenchmarkGeneric(b *testing.B) {
	for b.Loop() {
		genericPt = genericNew[genericPoint]()
		genericText = genericNew[string]()
		genericTotal += len(genericMap(genericIn, genericDouble))
		genericPush()
	}
}
