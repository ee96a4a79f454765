// A library function that returns changed text makes a new string. Most return
// their argument itself, for nothing, when there is nothing to change.

package truth

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var (
	textLower = "lower case only"
	textUpper = "UPPER CASE ONLY"
	textParts = []string{"some", "parts", "of", "text"}
	textTime  = time.Unix(1, 0).UTC()
	textSink  string
	textBuf   = make([]byte, 0, 64)
)

//go:noinline
func textChanged() {
	textSink = strings.ToUpper(textLower)               // heap: text-result 1
	textSink = strings.ReplaceAll(textLower, "r", "RR") // heap: text-result 1
	textSink = strings.Join(textParts, ",")             // heap: text-result 1
	textSink = strings.Repeat(textLower, 3)             // heap: text-result 1
	textSink = filepath.Join(textLower, textLower)      // heap: text-result 1
	textSink = textTime.Format(time.RFC3339)            // heap: text-result 1
}

//go:noinline
func textUnchanged() {
	textSink = strings.ToUpper(textUpper)                      // heap: none
	textSink = strings.ReplaceAll(textLower, "z", "ZZ")        // heap: none
	textSink = strings.TrimSpace(textLower)                    // heap: none
	textBuf = textTime.AppendFormat(textBuf[:0], time.RFC3339) // heap: none
}

func BenchmarkTextResult(b *testing.B) {
	for b.Loop() {
		textChanged()
		textUnchanged()
	}
}
