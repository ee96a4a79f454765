// Functions that turn a number into text return a new string. Integers below
// 100 are ready made. The Append forms write into a buffer.

package truth

import (
	"strconv"
	"testing"
)

var (
	numberInt   = 12345
	numberSmall = 5
	numberFloat = 1.25
	numberSink  string
	numberBuf   = make([]byte, 0, 64)
)

//go:noinline
func numberFormat() {
	numberSink = strconv.Itoa(numberInt)                       // heap: number-text 1
	numberSink = strconv.FormatInt(int64(numberInt), 16)       // heap: number-text 1
	numberSink = strconv.FormatFloat(numberFloat, 'g', -1, 64) // heap: number-text 1
	numberSink = strconv.Quote("text")                         // heap: number-text 1
}

//go:noinline
func numberFree() {
	numberSink = strconv.Itoa(numberSmall)                             // heap: none
	numberBuf = strconv.AppendInt(numberBuf[:0], int64(numberInt), 10) // heap: none
}

func BenchmarkNumberText(b *testing.B) {
	for b.Loop() {
		numberFormat()
		numberFree()
	}
}
