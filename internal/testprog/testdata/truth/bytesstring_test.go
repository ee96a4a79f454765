// Strings cannot change and byte slices can, so a conversion copies, unless
// the compiler sees that nobody can tell: in comparisons, map lookups, as an
// operand of +, in a switch, in a range, or for up to 32 bytes used locally.

package truth

import (
	"strings"
	"testing"
)

var (
	convertRaw   = []byte(strings.Repeat("y", 40))
	convertShort = []byte("short")
	convertText  = strings.Repeat("z", 40)
	convertSink  string
	convertBytes []byte
	convertMap   = map[string]int{}
	convertTotal int
)

//go:noinline
func convertUse(s string) int { return len(s) }

//go:noinline
func convertUseBytes(b []byte) int { return len(b) }

//go:noinline
func convertToString() {
	convertSink = string(convertRaw)               // heap: bytes-to-string 1
	convertTotal += convertUse(string(convertRaw)) // heap: bytes-to-string 1
	convertMap[string(convertRaw)] = 1             // heap: bytes-to-string 1
}

//go:noinline
func convertToStringFree() {
	convertTotal += convertUse(string(convertShort)) // heap: none
	convertTotal += convertMap[string(convertRaw)]   // heap: none
	if string(convertRaw) == convertText {           // heap: none
		convertTotal++
	}
	convertSink = string(convertRaw[:1]) // heap: none
	switch string(convertRaw) {          // heap: none
	case "a", "b":
		convertTotal++
	}
}

//go:noinline
func convertToBytes() {
	convertBytes = []byte(convertText) // heap: string-to-bytes 1
	b := []byte(convertText)           // heap: string-to-bytes 1
	b[0] = 1
	convertTotal += convertUseBytes(b)
	convertBytes = []byte("hello world") // heap: string-to-bytes 1
}

//go:noinline
func convertToBytesFree() {
	convertTotal += convertUseBytes([]byte(convertText)) // heap: none
	for _, c := range []byte(convertText) {              // heap: none
		convertTotal += int(c)
	}
}

func BenchmarkBytesString(b *testing.B) {
	for b.Loop() {
		convertToString()
		convertToStringFree()
		convertToBytes()
		convertToBytesFree()
	}
}
