// fmt takes its arguments as ...any: each value that is not a pointer is
// boxed, and Sprintf makes the resulting string. strconv and concatenation box
// nothing, and the Append functions write into a buffer that is reused.

package truth

import (
	"fmt"
	"strconv"
	"testing"
)

var (
	fmtInt   = 12345
	fmtText  = "some text"
	fmtSink  string
	fmtBytes = make([]byte, 0, 64)
)

//go:noinline
func fmtSprintf() {
	fmtSink = fmt.Sprintf("%d %s", fmtInt, fmtText) // heap: format 1, boxing 2
}

//go:noinline
func fmtSprint() {
	fmtSink = fmt.Sprint("constant") // heap: format 1
}

//go:noinline
func fmtConcat() {
	fmtSink = strconv.Itoa(fmtInt) + " " + fmtText // heap: concat 1, number-text 1
}

//go:noinline
func fmtAppend() {
	fmtBytes = strconv.AppendInt(fmtBytes[:0], int64(fmtInt), 10) // heap: none
	fmtBytes = append(fmtBytes, ' ')
	fmtBytes = append(fmtBytes, fmtText...)
}

func BenchmarkFmt(b *testing.B) {
	for b.Loop() {
		fmtSprintf()
		fmtSprint()
		fmtConcat()
		fmtAppend()
	}
}
