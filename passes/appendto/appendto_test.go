package appendto_test

import (
	"bytes"
	"encoding/binary"
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
