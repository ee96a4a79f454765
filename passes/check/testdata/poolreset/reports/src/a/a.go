package a

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"sync"
)

var zippers = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

func zip(p []byte) {
	z := zippers.Get().(*gzip.Writer) // want `z is used as it comes out of zippers`
	z.Write(p)
	z.Close()
	zippers.Put(z)
}

func zipTo(w io.Writer, p []byte) {
	z := zippers.Get().(*gzip.Writer)
	z.Reset(w)
	z.Write(p)
	z.Close()
	zippers.Put(z)
}

var readers sync.Pool

func read(r io.Reader) (byte, error) {
	br, ok := readers.Get().(*bufio.Reader)
	if !ok {
		br = bufio.NewReader(r)
	} else {
		br.Reset(r)
	}
	defer readers.Put(br)
	return br.ReadByte()
}

var bufs = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func get() *bytes.Buffer { return bufs.Get().(*bytes.Buffer) }

func put(b *bytes.Buffer) { bufs.Put(b) }

func viaFunctions() string {
	buf := get() // want `buf is used as it comes out of bufs`
	buf.WriteByte('x')
	s := buf.String()
	put(buf)
	return s
}

func maybeNil() string {
	buf, _ := bufs.Get().(*bytes.Buffer) // want `buf is used as it comes out of bufs`
	buf.WriteByte('x')
	return buf.String()
}

func inInit() string {
	if buf := bufs.Get().(*bytes.Buffer); buf != nil { // want `buf is used as it comes out of bufs`
		buf.WriteByte('x')
		return buf.String()
	}
	return ""
}
