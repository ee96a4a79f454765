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

// at lets its receiver get away too, so that the compiler does not say that it is the
// method value which carries it.
func (c *methodCounter) at() *int { return &c.n }

var methodAt func() *int

//go:noinline
func methodAssigned() {
	c := &methodCounter{n: methodTotal} // heap: method-value 1 // says: carried by the function value c.at
	c.n++
	methodAt = c.at // heap: method-value 1
}

//go:noinline
func methodVariable() {
	var c methodCounter // heap: method-value 1 // says: carried by the function value c.at
	methodAt = c.at     // heap: method-value 1
}

//go:noinline
func methodLiteral() {
	methodAt = (&methodCounter{n: methodTotal}).at // heap: method-value 2
}

func BenchmarkMethodValue(b *testing.B) {
	c := &methodCounter{}
	for b.Loop() {
		methodStored(c)
		methodArgument(c)
		methodExpression()
		methodInterface(c)
		methodAssigned()
		methodVariable()
		methodLiteral()
	}
}
