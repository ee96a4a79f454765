// One line, several reasons: each allocation keeps its own.

package truth

import (
	"strings"
	"testing"
)

type samePoint struct{ x, y int }

var (
	samePtr  *samePoint
	sameAny  any
	sameText string
	sameInt  = 12345
	sameA    = strings.Repeat("a", 40)
	sameRaw  = []byte(sameA)
)

//go:noinline
func samePair() {
	samePtr, sameAny = &samePoint{1, 2}, sameInt // heap: stored 1, boxing 1
}

//go:noinline
func sameThree(s []string) []string {
	return append(s[:0:0], string(sameRaw), sameA+sameA) // heap: growth 1, bytes-to-string 1, concat 1
}

//go:noinline
func sameTwice() {
	samePtr, samePtr = &samePoint{1, 2}, &samePoint{3, 4} // heap: stored 2
}

//go:noinline
func sameNested() {
	sameText = strings.ToUpper(string(sameRaw)) + sameA // heap: text-result 1, bytes-to-string 1, concat 1
}

var sameStrings []string

func BenchmarkSameLine(b *testing.B) {
	for b.Loop() {
		samePair()
		sameStrings = sameThree(sameStrings)
		sameTwice()
		sameNested()
	}
}
