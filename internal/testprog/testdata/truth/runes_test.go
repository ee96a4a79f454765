// []rune(s) takes four bytes for every character of s. Ranging over the string
// visits the same runes for nothing.

package truth

import (
	"strings"
	"testing"
)

var (
	runesText  = strings.Repeat("ä", 40)
	runesKept  []rune
	runesSlice = []rune(runesText)
	runesChar  = rune(1000)
	runesSink  string
	runesTotal int
)

//go:noinline
func runesAllocating() {
	runesKept = []rune(runesText)         // heap: runes 1
	for _, r := range []rune(runesText) { // heap: runes 1
		runesTotal += int(r)
	}
	runesSink = string(runesSlice) // heap: runes 1
	runesSink = string(runesChar)  // heap: runes 1
}

//go:noinline
func runesFree() {
	for _, r := range runesText { // heap: none
		runesTotal += int(r)
	}
	runesTotal += len([]rune(runesText)) // heap: none
}

func BenchmarkRunes(b *testing.B) {
	for b.Loop() {
		runesAllocating()
		runesFree()
	}
}
