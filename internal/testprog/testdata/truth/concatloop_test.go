// s += x in a loop copies everything so far, each time: as many objects as
// iterations, and bytes that grow with their square. A strings.Builder with
// Grow needs one object.

package truth

import (
	"strings"
	"testing"
)

var (
	concatLoopParts = []string{strings.Repeat("a", 20), strings.Repeat("b", 20), strings.Repeat("c", 20), strings.Repeat("d", 20)}
	concatLoopSink  string
)

//go:noinline
func concatLoopAssign(parts []string) {
	s := ""
	for _, p := range parts {
		s += p // heap: concat-loop 3
	}
	concatLoopSink = s
}

//go:noinline
func concatLoopPlus(parts []string) {
	s := ""
	for _, p := range parts {
		s = s + "," + p // heap: concat-loop 4
	}
	concatLoopSink = s
}

//go:noinline
func concatLoopBuilder(parts []string) {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	var b strings.Builder
	b.Grow(n) // heap: builder 1
	for _, p := range parts {
		b.WriteString(p) // heap: none
	}
	concatLoopSink = b.String()
}

func BenchmarkConcatLoop(b *testing.B) {
	for b.Loop() {
		concatLoopAssign(concatLoopParts)
		concatLoopPlus(concatLoopParts)
		concatLoopBuilder(concatLoopParts)
	}
}
