// The user's line allocates nothing itself: a function of a package that is
// not the user's does, on its behalf.

package truth

import (
	"math/big"
	"path/filepath"
	"testing"
)

var (
	calleeA     = new(big.Int).Lsh(big.NewInt(1), 200)
	calleeKept  = new(big.Int)
	calleePath  = "a/b/../c"
	calleeSink  string
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
func calleeClean() {
	calleeSink = filepath.Join(calleePath, "x") // heap: callee any
}

func BenchmarkCallee(b *testing.B) {
	for b.Loop() {
		calleeBig()
		calleeBigReused()
		calleeClean()
	}
}
