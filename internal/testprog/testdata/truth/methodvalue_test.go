// x.Method without a call makes a function value that carries x: an object,
// like a closure. (T).Method takes x as an argument and carries nothing.

package truth

import "testing"

type methodCounter struct{ n int }

//go:noinline
func (c *methodCounter) add() int { c.n++; return c.n }

var (
	methodFunc  func() int
	methodExpr  func(*methodCounter) int
	methodTotal int
)

//go:noinline
func methodStored(c *methodCounter) {
	methodFunc = c.add // heap: method-value 1
}

//go:noinline
func methodCall(f func() int) int { return f() }

//go:noinline
func methodArgument(c *methodCounter) {
	methodTotal += methodCall(c.add) // heap: none
}

//go:noinline
func methodExpression() {
	methodExpr = (*methodCounter).add // heap: none
}

type methodAdder interface{ add() int }

//go:noinline
func methodInterface(a methodAdder) {
	methodFunc = a.add // heap: method-value 1
}

func BenchmarkMethodValue(b *testing.B) {
	c := &methodCounter{}
	for b.Loop() {
		methodStored(c)
		methodArgument(c)
		methodExpression()
		methodInterface(c)
	}
}
