package a

import (
	"bytes"
	"fmt"
	"io"
	"sync"
)

var bufs = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func classic(r io.Reader) string {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	buf.ReadFrom(r)
	s := buf.String()
	bufs.Put(buf) // want `buf goes back to bufs however big it has become: one large use keeps its memory for all small ones .review: `
	return s
}

func deferred(w io.Writer, name string) {
	buf := bufs.Get().(*bytes.Buffer)
	defer bufs.Put(buf) // want `buf goes back to bufs however big .*review: `
	buf.Reset()
	fmt.Fprintf(buf, "hello %s", name)
	w.Write(buf.Bytes())
}

type server struct{ pool sync.Pool }

func (s *server) serve(p []byte) {
	buf := s.pool.Get().(*bytes.Buffer)
	if p != nil {
		buf.Write(p)
		defer s.pool.Put(buf) // want `buf goes back to pool however big .*review: `
	}
}

// nope: nothing but constants.
var small = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func constants() string {
	buf := small.Get().(*bytes.Buffer)
	buf.WriteString("abc")
	buf.Write([]byte("def"))
	buf.WriteByte('g')
	s := buf.String()
	small.Put(buf)
	return s
}

var capped = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// nope: capped.
func caps(p []byte) {
	buf := capped.Get().(*bytes.Buffer)
	buf.Write(p)
	if buf.Cap() <= 1<<20 {
		capped.Put(buf)
	}
}

var wrapped = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func release(buf *bytes.Buffer) { wrapped.Put(buf) }

// nope: the caller asks.
func asks(p []byte) {
	buf := wrapped.Get().(*bytes.Buffer)
	buf.Write(p)
	if cap(buf.Bytes()) < 1<<20 {
		release(buf)
	}
}

var limited = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func tooBig(*bytes.Buffer) bool { return false }

const maxBuffer = 1 << 20

// nope: a name that speaks of size.
func named(p []byte) {
	buf := limited.Get().(*bytes.Buffer)
	buf.Write(p)
	if n := buf.Available(); n < maxBuffer {
		limited.Put(buf)
	}
}

var blocks = sync.Pool{New: func() any { b := make([]byte, 4096); return &b }}

// nope: fixed size.
func block(w io.Writer, r io.Reader) {
	p := blocks.Get().(*[]byte)
	io.CopyBuffer(w, r, *p)
	blocks.Put(p)
}

// BAD: a buffer inside a struct.
type state struct{ buf bytes.Buffer }

var states = sync.Pool{New: func() any { return new(state) }}

func inside(p []byte) {
	s := states.Get().(*state)
	s.buf.Write(p)
	states.Put(s)
}
