package pool

import (
	"bytes"
	"compress/gzip"
	"io"
	"strconv"
	"sync"
)

// maxKept is the largest buffer that goes back to a pool.
const maxKept = 64 << 10

var pointers = sync.Pool{New: func() any {
	b := make([]byte, 0, 1024)
	return &b
}}

func handC09(n int) int {
	p := pointers.Get().(*[]byte)
	b := (*p)[:0]
	for i := range n {
		b = strconv.AppendInt(b, int64(i), 10)
	}
	size := len(b)
	if cap(b) <= maxKept {
		*p = b
		pointers.Put(p)
	}
	return size
}

// handScratch is a Scratch whose pool holds pointers.
type handScratch struct{ pool sync.Pool }

func (s *handScratch) handC09Method(w io.Writer, n int) {
	p, ok := s.pool.Get().(*[]byte)
	if !ok {
		p = new([]byte)
	}
	defer s.pool.Put(p)
	*p = strconv.AppendInt((*p)[:0], int64(n), 10)
	w.Write(*p)
}

var writers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

func handC16(dst io.Writer, data []byte) error {
	w := writers.Get().(*gzip.Writer)
	defer writers.Put(w)
	w.Reset(dst)
	if _, err := w.Write(data); err != nil {
		return err
	}
	return w.Close()
}

var readers = sync.Pool{New: func() any { return new(gzip.Reader) }}

func handC16Reader(src io.Reader, dst []byte) (int, error) {
	r := readers.Get().(*gzip.Reader)
	defer readers.Put(r)
	if err := r.Reset(src); err != nil {
		return 0, err
	}
	defer r.Close()
	return io.ReadFull(r, dst)
}

var tables = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func handC16Buffer(w io.Writer, rows [][]string) error {
	b := tables.Get().(*bytes.Buffer)
	b.Reset()
	for _, row := range rows {
		for _, cell := range row {
			b.WriteString(cell)
			b.WriteByte('\t')
		}
		b.WriteByte('\n')
	}
	_, err := w.Write(b.Bytes())
	if b.Cap() <= maxKept {
		tables.Put(b)
	}
	return err
}
