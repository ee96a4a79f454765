//go:build go1.26

// new(expression), since Go 1.26, is a variable without a name.

package truth

import "testing"

var (
	newExprInt  *int
	newExprFive = 5
)

//go:noinline
func newExprStored() {
	newExprInt = new(newExprFive + 1) // heap: stored 1
}

func BenchmarkNewExpr(b *testing.B) {
	for b.Loop() {
		newExprStored()
	}
}
