// Joining strings makes a new one: one object per expression, whatever the
// number of operands. If the result does not leave the function, up to 32
// bytes of it are on the stack.

package truth

import (
	"strings"
	"testing"
)

var (
	concatA     = strings.Repeat("a", 20)
	concatB     = strings.Repeat("b", 40)
	concatRaw   = []byte(concatB)
	concatEmpty string
	concatSink  string
	concatBytes []byte
	concatTotal int
)

//go:noinline
func concatUse(s string) int { return len(s) }

//go:noinline
func concatKept() {
	concatSink = concatA + concatB                                     // heap: concat 1
	concatSink = concatA + "," + concatB + "," + concatA               // heap: concat 1
	concatSink = concatA + concatB + "," + concatB + concatA + concatB // heap: concat 1
	s := concatA
	s += concatB // heap: concat 1
	concatSink = s
	concatBytes = []byte(concatA + concatB) // heap: concat 1
}

//go:noinline
func concatLocal() {
	concatTotal += concatUse(concatA + concatB) // heap: concat 1
	concatTotal += concatUse(concatA + "abc")   // heap: none
}

//go:noinline
func concatFree() {
	concatSink = concatB + concatEmpty         // heap: none
	concatSink = "con" + "stant"               // heap: none
	concatSink = "<" + string(concatRaw) + ">" // heap: concat 1
}

func BenchmarkConcat(b *testing.B) {
	for b.Loop() {
		concatKept()
		concatLocal()
		concatFree()
	}
}
