// A function that keeps its argument forces the caller's value to the heap,
// though the caller itself keeps nothing. The compiler knows which parameters
// a function keeps ("leaks").

package truth

import (
	"sync/atomic"
	"testing"
)

type passedConn struct{ id, state int }

var (
	passedKept   *passedConn
	passedAtomic atomic.Pointer[passedConn]
	passedTotal  int
)

//go:noinline
func passedKeep(c *passedConn) { passedKept = c }

//go:noinline
func passedRead(c *passedConn) int { return c.id }

//go:noinline
func passedLiteral(id int) {
	passedKeep(&passedConn{id: id}) // heap: passed 1
}

//go:noinline
func passedVariable(id int) {
	c := passedConn{id: id} // heap: passed 1
	c.state = 1
	passedKeep(&c)
}

//go:noinline
func passedCase(v any) {
	switch c := v.(type) {
	case passedConn: // heap: passed 1
		passedKeep(&c)
	case *passedConn, // heap: none
		**passedConn:
		passedTotal++
	default: // heap: passed 1
		passedKeepAny(&c)
	}
}

var passedAny *any

//go:noinline
func passedKeepAny(v *any) { passedAny = v }

var passedValues = []any{passedConn{id: 1}, new(passedConn), "text"}

//go:noinline
func passedToAtomic(id int) {
	passedAtomic.Store(&passedConn{id: id}) // heap: passed 1
}

//go:noinline
func passedHarmless(id int) {
	passedTotal += passedRead(&passedConn{id: id}) // heap: none
}

func BenchmarkPassed(b *testing.B) {
	for b.Loop() {
		for _, v := range passedValues {
			passedCase(v)
		}
		passedLiteral(1)
		passedVariable(2)
		passedToAtomic(3)
		passedHarmless(4)
	}
}
