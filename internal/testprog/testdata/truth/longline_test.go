// Beyond column 255 the compiler's log has no column: the line alone must do.

package truth

import "testing"

type longPoint struct{ x, y int }

var (
	longSink string
	longKept *longPoint
	longAny  any
	longInt  = 12345
	longText = "some text"
)

//go:noinline
func longLine() {
	/* ---------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------- */ longSink, longKept, longAny = longText+longText, &longPoint{1, 2}, longInt // heap: concat 1, stored 1, boxing 1
}

func BenchmarkLongLine(b *testing.B) {
	for b.Loop() {
		longLine()
	}
}
