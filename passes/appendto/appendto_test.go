package appendto_test

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"testing"

	"github.com/unheap/unheap/passes/appendto"
	"github.com/unheap/unheap/passes/internal/passtest"
)

func Test(t *testing.T) { passtest.Run(t, appendto.Rule) }

var (
	buf  bytes.Buffer
	size = uint32(1 << 20)
)

//go:noinline
func written() { buf.Reset(); binary.Write(&buf, binary.BigEndian, size) }

//go:noinline
func appended() { buf.Reset(); buf.Write(binary.BigEndian.AppendUint32(make([]byte, 0, 4), size)) }

// TestNumber holds the toolchain to what appending the bytes of a number rests on.
func TestNumber(t *testing.T) {
	before := testing.AllocsPerRun(100, written)
	after := testing.AllocsPerRun(100, appended)
	if before < 1 || after != 0 {
		t.Errorf("%v objects with binary.Write, %v without", before, after)
	}
}

var host, path, query = "example.org", "index.html", "q=1"

//go:noinline
func copied() string {
	s := host + "/" + path
	if query != "" {
		s += "?" + query
	}
	return s
}

//go:noinline
func collected() string {
	s := append(make([]byte, 0, 128), host...)
	s = append(s, '/')
	s = append(s, path...)
	if query != "" {
		s = append(s, '?')
		s = append(s, query...)
	}
	return string(s)
}

// TestGrown holds the toolchain to what collecting a text that grows rests on.
func TestGrown(t *testing.T) {
	before := testing.AllocsPerRun(100, func() { copied() })
	after := testing.AllocsPerRun(100, func() { collected() })
	if before != 2 || after != 1 {
		t.Errorf("%v objects with +=, %v in a buffer, want 2 and 1", before, after)
	}
}

var number = 1 << 20

//go:noinline
func padded(b []byte) []byte {
	s := strconv.Itoa(number)
	for width := 10 - len(s); width > 0; width-- {
		b = append(b, ' ')
	}
	return append(b, s...)
}

//go:noinline
func paddedBytes(b []byte) []byte {
	s := strconv.AppendInt(make([]byte, 0, 24), int64(number), 10)
	for width := 10 - len(s); width > 0; width-- {
		b = append(b, ' ')
	}
	return append(b, s...)
}

// TestHeld holds the toolchain to what a text in a variable rests on.
func TestHeld(t *testing.T) {
	b := make([]byte, 0, 64)
	before := testing.AllocsPerRun(100, func() { padded(b) })
	after := testing.AllocsPerRun(100, func() { paddedBytes(b) })
	if before != 1 || after != 0 {
		t.Errorf("%v objects with a string, %v with bytes, want 1 and 0", before, after)
	}
}
