// Split, Fields and their relatives make the slice that holds the parts. Cut,
// Index and the Seq forms hand out the parts one by one.

package truth

import (
	"bytes"
	"strings"
	"testing"
)

var (
	splitText  = "a,b,c"
	splitBytes = []byte("a b c")
	splitTotal int
)

//go:noinline
func splitSlices() {
	splitTotal += len(strings.Split(splitText, ","))        // heap: split 1
	splitTotal += len(strings.Fields(splitText))            // heap: split 1
	splitTotal += len(bytes.Fields(splitBytes))             // heap: split 1
	splitTotal += len(strings.SplitN(splitText, ",", 2)[1]) // heap: split 1
}

//go:noinline
func splitFree() {
	for part := range strings.SplitSeq(splitText, ",") { // heap: none
		splitTotal += len(part)
	}
	_, after, _ := strings.Cut(splitText, ",") // heap: none
	splitTotal += len(after)
}

func BenchmarkSplit(b *testing.B) {
	for b.Loop() {
		splitSlices()
		splitFree()
	}
}
