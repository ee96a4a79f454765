// The user's line allocates nothing itself: a function of a package that is
// not the user's does, on its behalf.

package truth

import (
	"math/big"
	"net/url"
	"testing"
)

var (
	calleeA     = new(big.Int).Lsh(big.NewInt(1), 200)
	calleeKept  = new(big.Int)
	calleeText  = "https://example.com/a?b=c"
	calleeTotal int
)

//go:noinline
func calleeBig() {
	z := new(big.Int).Add(calleeA, calleeA) // heap: callee 1
	calleeTotal += z.Sign()
}

//go:noinline
func calleeBigReused() {
	calleeKept.Add(calleeA, calleeA) // heap: none
	calleeTotal += calleeKept.Sign()
}

//go:noinline
func calleeParse() {
	u, _ := url.Parse(calleeText) // heap: callee any
	calleeTotal += len(u.Path)
}

func BenchmarkCallee(b *testing.B) {
	for b.Loop() {
		calleeBig()
		calleeBigReused()
		calleeParse()
	}
}
