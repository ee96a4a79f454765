// io.ReadAll does not know how much will come: it begins with 512 bytes and
// grows. When the size is known, io.ReadFull into one buffer does it at once.

package truth

import (
	"bytes"
	"io"
	"testing"
)

var (
	readData  = bytes.Repeat([]byte("x"), 3000)
	readFrom  = bytes.NewReader(readData)
	readTotal int
)

//go:noinline
func readAll() {
	readFrom.Reset(readData)
	b, _ := io.ReadAll(readFrom) // heap: read-all 8 (go1.25: 5)
	readTotal += len(b)
}

//go:noinline
func readFull(n int) {
	readFrom.Reset(readData)
	b := make([]byte, n) // heap: passed 1
	k, _ := io.ReadFull(readFrom, b)
	readTotal += k
}

func BenchmarkReadAll(b *testing.B) {
	for b.Loop() {
		readAll()
		readFull(3000)
	}
}
