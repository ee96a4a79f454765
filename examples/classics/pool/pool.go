// Package pool holds the classic cases around sync.Pool: expensive things made
// per call that ask for one, and pools that are used wrongly.
package pool

import (
	"bytes"
	"compress/gzip"
	"io"
	"strconv"
	"sync"
)

// slices is a pool of byte slices, each of which is put into an interface, and
// thereby on the heap, when it is put back.
var slices = sync.Pool{New: func() any { return make([]byte, 0, 1024) }}

// C09 allocates the interface for each Put.
func C09(n int) int {
	b := slices.Get().([]byte)[:0]
	for i := range n {
		b = strconv.AppendInt(b, int64(i), 10)
	}
	size := len(b)
	slices.Put(b)
	return size
}

// Scratch is a pool in a struct.
type Scratch struct{ pool sync.Pool }

// C09Method is C09 as a method, with a deferred Put.
func (s *Scratch) C09Method(w io.Writer, n int) {
	b, _ := s.pool.Get().([]byte)
	defer func() { s.pool.Put(b) }()
	b = strconv.AppendInt(b[:0], int64(n), 10)
	w.Write(b)
}

// buffers is a pool that holds pointers, as it should.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// C10 uses a buffer from a pool without Reset: what the last user left in it
// comes first. To be reported.
func C10(name string) string {
	b := buffers.Get().(*bytes.Buffer)
	b.WriteString("hello, ")
	b.WriteString(name)
	s := b.String()
	buffers.Put(b)
	return s
}

// C10b returns bytes of a buffer that is back in its pool: the next user
// overwrites them. To be reported.
func C10b(name string) []byte {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	defer buffers.Put(b)
	b.WriteString("hello, ")
	b.WriteString(name)
	return b.Bytes()
}

// C16 compresses with a new writer per call: its tables take 800 KB.
func C16(dst io.Writer, data []byte) error {
	w := gzip.NewWriter(dst)
	if _, err := w.Write(data); err != nil {
		return err
	}
	return w.Close()
}

// C16Reader decompresses with a new reader per call.
func C16Reader(src io.Reader, dst []byte) (int, error) {
	r, err := gzip.NewReader(src)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	return io.ReadFull(r, dst)
}

// C16Buffer formats into a buffer per call, which is large and is not kept.
func C16Buffer(w io.Writer, rows [][]string) error {
	var b bytes.Buffer
	for _, row := range rows {
		for _, cell := range row {
			b.WriteString(cell)
			b.WriteByte('\t')
		}
		b.WriteByte('\n')
	}
	_, err := w.Write(b.Bytes())
	return err
}
