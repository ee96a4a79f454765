package bytebufferpool_test

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"testing"

	"github.com/unheap/unheap/reuse/bytebufferpool"
)

func Example() {
	bb := bytebufferpool.Get()
	bb.WriteString("first line\n")
	bb.B = append(bb.B, "second line\n"...)
	bb.B = strconv.AppendInt(bb.B, 3, 10)
	fmt.Println(bb)
	bytebufferpool.Put(bb)
	// Output:
	// first line
	// second line
	// 3
}

// TestAPI uses everything that the original has, as it is used there.
func TestAPI(t *testing.T) {
	var pool bytebufferpool.Pool
	var zero bytebufferpool.ByteBuffer
	for _, b := range []*bytebufferpool.ByteBuffer{pool.Get(), &zero, {B: []byte("x")}} {
		b.Reset()
		b.Set([]byte("ab"))
		b.SetString("abc")
		b.Write([]byte("d"))
		b.WriteString("e")
		b.WriteByte('f')
		if n, err := b.ReadFrom(bytes.NewReader([]byte("gh"))); n != 2 || err != nil {
			t.Errorf("ReadFrom = %d, %v", n, err)
		}
		b.B = append(b.B, make([]byte, 5000)...)
		b.B = b.B[:8]
		var w io.WriterTo = b
		var out bytes.Buffer
		if n, err := w.WriteTo(&out); n != 8 || err != nil || out.String() != "abcdefgh" {
			t.Errorf("WriteTo = %d, %v, wrote %q", n, err, &out)
		}
		if b.Len() != 8 || b.String() != "abcdefgh" || string(b.Bytes()) != b.String() {
			t.Errorf("%d bytes, %q", b.Len(), b)
		}
		pool.Put(b) // also one that is not from Get
	}
	for range 5 {
		b := pool.Get()
		if b.Len() != 0 {
			t.Errorf("Get returned %q", b)
		}
		b.B = make([]byte, 3, 70000) // Put takes it
		pool.Put(b)
	}
}
