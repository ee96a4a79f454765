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
func passedToAtomic(id int) {
	passedAtomic.Store(&passedConn{id: id}) // heap: passed 1
}

//go:noinline
func passedHarmless(id int) {
	passedTotal += passedRead(&passedConn{id: id}) // heap: none
}

func BenchmarkPassed(b *testing.B) {
	for b.Loop() {
		passedLiteral(1)
		passedVariable(2)
		passedToAtomic(3)
		passedHarmless(4)
	}
}
