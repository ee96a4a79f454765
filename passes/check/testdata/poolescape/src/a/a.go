package a

import (
	"bytes"
	"io"
	"slices"
	"sync"
)

var (
	bufs   = sync.Pool{New: func() any { return new(bytes.Buffer) }}
	blocks = sync.Pool{New: func() any { b := make([]byte, 0, 1024); return &b }}
	boxed  = sync.Pool{New: func() any { return make([]byte, 1024) }}
)

type page struct{ body []byte }

func render(w io.Writer) {}

func consume([]byte) {}

func deferredBytes() []byte {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	defer bufs.Put(buf)
	render(buf)
	return buf.Bytes() // want `the result shares the memory of buf, which the deferred Put gives back to bufs`
}

func deferredLiteral() []byte {
	buf := bufs.Get().(*bytes.Buffer)
	defer func() {
		buf.Reset()
		bufs.Put(buf)
	}()
	render(buf)
	return bytes.TrimSpace(buf.Bytes()) // want `the result shares the memory of buf`
}

func deferredCapped() *page {
	buf := bufs.Get().(*bytes.Buffer)
	defer func() {
		if buf.Cap() < 1<<16 {
			bufs.Put(buf)
		}
	}()
	render(buf)
	body := buf.Bytes()
	return &page{body: body[1:]} // want `the result shares the memory of buf`
}

func deferredBlock(s string) []byte {
	p := blocks.Get().(*[]byte)
	defer blocks.Put(p)
	*p = append((*p)[:0], s...)
	if s == "" {
		return nil
	}
	return *p // want `the result shares the memory of p`
}

func deferredItself() *bytes.Buffer {
	buf := bufs.Get().(*bytes.Buffer)
	defer bufs.Put(buf)
	return buf // want `the result shares the memory of buf`
}

func afterPut() []byte {
	buf := bufs.Get().(*bytes.Buffer)
	render(buf)
	bufs.Put(buf)
	return buf.Bytes() // want `buf is used after buf went back to bufs: another goroutine may own it`
}

func aliasAfterPut() {
	buf := bufs.Get().(*bytes.Buffer)
	render(buf)
	b := buf.Bytes()
	bufs.Put(buf)
	consume(b) // want `b shares the memory of buf and is used after buf went back to bufs`
}

func boxedAfterPut(r io.Reader) []byte {
	b := boxed.Get().([]byte)
	n, _ := r.Read(b)
	boxed.Put(b)
	return b[:n] // want `b is used after b went back`
}

func twice(fail bool) {
	buf := bufs.Get().(*bytes.Buffer)
	if fail {
		bufs.Put(buf)
	}
	bufs.Put(buf) // want `buf is put back twice`
}

func nextIteration(n int) {
	buf := bufs.Get().(*bytes.Buffer)
	for range n {
		render(buf)   // want `buf is used after`
		bufs.Put(buf) // the second iteration uses what the first gave away
	}
}

func release(buf *bytes.Buffer) {
	if buf == nil || buf.Cap() > 1<<16 {
		return
	}
	buf.Reset()
	bufs.Put(buf)
}

func acquire() *bytes.Buffer { return bufs.Get().(*bytes.Buffer) }

func wrapped() string {
	buf := acquire()
	render(buf)
	release(buf)
	return buf.String() // want `buf is used after`
}

type conn struct{ buf []byte }

var conns sync.Pool

func (c *conn) free() { conns.Put(c) }

func method() int {
	c := conns.Get().(*conn)
	c.free()
	return len(c.buf) // want `c is used after`
}

// nope: the bytes are copied.
func copied() ([]byte, string) {
	buf := bufs.Get().(*bytes.Buffer)
	defer bufs.Put(buf)
	render(buf)
	return slices.Clone(buf.Bytes()), buf.String()
}

// nope: copied with append.
func appended() []byte {
	buf := bufs.Get().(*bytes.Buffer)
	defer bufs.Put(buf)
	render(buf)
	return append([]byte(nil), buf.Bytes()...)
}

// nope: a conversion to string copies.
func converted() string {
	p := blocks.Get().(*[]byte)
	defer blocks.Put(p)
	return string(*p)
}

// nope: the variable gets a new value.
func renewed() {
	buf := bufs.Get().(*bytes.Buffer)
	bufs.Put(buf)
	buf = bufs.Get().(*bytes.Buffer)
	render(buf)
	bufs.Put(buf)
	buf = nil
}

// nope: each iteration has its own.
func eachItsOwn(n int) {
	for range n {
		buf := bufs.Get().(*bytes.Buffer)
		render(buf)
		bufs.Put(buf)
	}
}

// nope: so has each element.
func allOf(list []*bytes.Buffer) {
	for _, buf := range list {
		render(buf)
		bufs.Put(buf)
	}
}

// nope: the variable of a type switch is a new one each time.
func switched(list []any) {
	var x any
	for _, x = range list {
		switch x := x.(type) {
		case *bytes.Buffer:
			render(x)
			bufs.Put(x)
		case *conn:
			x.free()
		}
	}
	_ = x
}

// nope: the other branch.
func branches(ok bool) string {
	buf := bufs.Get().(*bytes.Buffer)
	if !ok {
		bufs.Put(buf)
		return ""
	}
	s := buf.String()
	bufs.Put(buf)
	return s
}

// nope: the path ends.
func panics(ok bool) string {
	buf := bufs.Get().(*bytes.Buffer)
	if !ok {
		bufs.Put(buf)
		panic("no")
	}
	return buf.String()
}

// nope: the two conditions exclude one another.
func correlated(keep bool) string {
	buf := bufs.Get().(*bytes.Buffer)
	if !keep {
		bufs.Put(buf)
	}
	render(nil)
	if keep {
		return buf.String()
	}
	return ""
}

// nope: put back only on failure.
func onFailure() (buf *bytes.Buffer, err error) {
	b := bufs.Get().(*bytes.Buffer)
	defer func() {
		if err != nil {
			bufs.Put(b)
		}
	}()
	return b, nil
}

// nope: the same, by a return.
func onFailureReturn() (buf *bytes.Buffer, err error) {
	b := bufs.Get().(*bytes.Buffer)
	defer func() {
		if err == nil {
			return
		}
		bufs.Put(b)
	}()
	return b, nil
}

// nope: put back when nobody refers to it any more.
type shared struct{ refs int }

func (s *shared) release() {
	if s.refs--; s.refs == 0 {
		conns.Put(s)
	}
}

func counted(s *shared) int {
	s.release()
	return s.refs
}

// nope: a copy went back.
func byValue() conn {
	c := conn{}
	conns.Put(c)
	return c
}

// nope: only compared with nil.
func compared(buf *bytes.Buffer) bool {
	bufs.Put(buf)
	return buf != nil
}

// nope: another variable of that name.
func shadowed(list []*bytes.Buffer) {
	buf := bufs.Get().(*bytes.Buffer)
	bufs.Put(buf)
	for _, buf := range list {
		render(buf)
	}
}

// nope: what is returned is not what was put back.
func exchanged() *bytes.Buffer {
	buf := bufs.Get().(*bytes.Buffer)
	defer bufs.Put(buf)
	other := new(bytes.Buffer)
	render(buf)
	return other
}

// BAD: a field is not followed.
func field() []byte {
	c := conns.Get().(*conn)
	defer conns.Put(c)
	return c.buf
}

// BAD: nor a result that is set before.
func named() (out []byte) {
	buf := bufs.Get().(*bytes.Buffer)
	defer bufs.Put(buf)
	out = buf.Bytes()
	return
}
