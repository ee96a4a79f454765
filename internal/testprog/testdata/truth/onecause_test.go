// Many places may have one cause: a function in which all that is passed to it gets
// away.

package truth

import "testing"

type oneCauseField struct {
	key string
	n   int
}

var oneCauseHook func([]oneCauseField)

//go:noinline
func oneCauseLog(fields ...oneCauseField) {
	if oneCauseHook != nil {
		oneCauseHook(fields)
	}
}

//go:noinline
func oneCausePlaces() {
	oneCauseLog(oneCauseField{"a", 1})                        // heap: variadic 1 // says: what is passed to truth.oneCauseLog gets away in onecause_test.go:18
	oneCauseLog(oneCauseField{"b", 2})                        // heap: variadic 1 // says: what is passed to truth.oneCauseLog gets away in onecause_test.go:18
	oneCauseLog(oneCauseField{"c", 3}, oneCauseField{"d", 4}) // heap: variadic 1 // says: what is passed to truth.oneCauseLog gets away in onecause_test.go:18
}

func BenchmarkOneCause(b *testing.B) {
	for b.Loop() {
		oneCausePlaces()
	}
}
