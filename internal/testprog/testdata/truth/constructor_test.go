// A reader, writer, scanner or hash that is made for each call brings its
// buffers with it. Many of them have a Reset method, and can be kept or pooled.

package truth

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"hash/fnv"
	"strings"
	"testing"
)

var (
	constructorText  = "some text\n"
	constructorData  = []byte(constructorText)
	constructorTotal int
	constructorFrom  = strings.NewReader("")
	constructorKept  = bufio.NewReader(constructorFrom)
)

//go:noinline
func constructorReader() {
	constructorFrom.Reset(constructorText)
	r := bufio.NewReader(constructorFrom) // heap: constructor 1
	c, _ := r.ReadByte()
	constructorTotal += int(c)
}

//go:noinline
func constructorReset() {
	constructorFrom.Reset(constructorText)
	constructorKept.Reset(constructorFrom) // heap: none
	c, _ := constructorKept.ReadByte()
	constructorTotal += int(c)
}

//go:noinline
func constructorUse(r *bytes.Reader) int { return r.Len() }

// constructorSmall is inlined, and what it makes is used here only.
//
//go:noinline
func constructorSmall() {
	constructorTotal += constructorUse(bytes.NewReader(constructorData)) // heap: none
	h := fnv.New64a()                                                    // heap: none
	h.Write(constructorData)
	constructorTotal += int(h.Sum64() & 1)
	s := sha256.Sum256(constructorData) // heap: none
	constructorTotal += int(s[0])
}

func BenchmarkConstructor(b *testing.B) {
	for b.Loop() {
		constructorReader()
		constructorReset()
		constructorSmall()
	}
}
