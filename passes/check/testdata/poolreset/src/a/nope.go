package a

import (
	"bytes"
	"io"
	"strings"
	"sync"
)

// Every use of the pools below is right.

var clean = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// nope: reset when taken.
func taken(w io.Writer) {
	buf := clean.Get().(*bytes.Buffer)
	buf.Reset()
	defer clean.Put(buf)
	buf.WriteString("x")
	buf.WriteTo(w)
}

var given = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// nope: reset when given back.
func back(w io.Writer) {
	buf := given.Get().(*bytes.Buffer)
	buf.WriteString("x")
	buf.WriteTo(w)
	buf.Reset()
	given.Put(buf)
}

// nope: reset in the deferred function.
func deferredBack(w io.Writer) {
	buf := given.Get().(*bytes.Buffer)
	defer func() {
		buf.Reset()
		given.Put(buf)
	}()
	buf.WriteString("x")
	buf.WriteTo(w)
}

// nope: a deferred Reset runs before the deferred Put.
func twoDefers() {
	buf := given.Get().(*bytes.Buffer)
	defer given.Put(buf)
	defer buf.Reset()
	buf.WriteString("x")
}

// nope: put back with contents only where nothing was written.
func early(fail bool) {
	buf := given.Get().(*bytes.Buffer)
	if fail {
		given.Put(buf)
		return
	}
	buf.WriteString("x")
	*buf = bytes.Buffer{}
	given.Put(buf)
}

var wrapped = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func get() *bytes.Buffer {
	buf := wrapped.Get().(*bytes.Buffer)
	buf.Reset()
	return buf
}

func put(buf *bytes.Buffer) {
	if buf.Cap() < 1<<16 {
		wrapped.Put(buf)
	}
}

// nope: the function that takes it resets.
func viaGetter() string {
	buf := get()
	buf.WriteString("x")
	s := buf.String()
	put(buf)
	return s
}

var wrapped2 = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func put2(buf *bytes.Buffer) {
	buf.Reset()
	wrapped2.Put(buf)
}

// nope: the function that puts it back resets.
func viaPutter() string {
	buf := wrapped2.Get().(*bytes.Buffer)
	buf.WriteString("x")
	s := buf.String()
	put2(buf)
	return s
}

var prepared = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func prepare(*bytes.Buffer) {}

// nope: prepare may reset it.
func inCallee() string {
	buf := prepared.Get().(*bytes.Buffer)
	prepare(buf)
	buf.WriteString("x")
	s := buf.String()
	prepared.Put(buf)
	return s
}

var scratch = sync.Pool{New: func() any { b := make([]byte, 4096); return &b }}

// nope: overwritten, not appended to.
func fill(w io.Writer, r io.Reader) {
	p := scratch.Get().(*[]byte)
	io.CopyBuffer(w, r, *p)
	scratch.Put(p)
}

var tails = sync.Pool{New: func() any { return new([]byte) }}

// nope: [:0] when taken.
func emptied(s string) int {
	p := tails.Get().(*[]byte)
	*p = append((*p)[:0], s...)
	n := len(*p)
	tails.Put(p)
	return n
}

// nope: [:0] when given back.
func emptiedBack(s string) int {
	p := tails.Get().(*[]byte)
	b := (*p)[:0]
	b = append(b, s...)
	*p = b[:0]
	tails.Put(p)
	return len(b)
}

var headers = sync.Pool{New: func() any { return new([]byte) }}

// nope: the header in the pool stays empty.
func header(s string) string {
	p := headers.Get().(*[]byte)
	b := *p
	b = append(b, s...)
	out := string(b)
	headers.Put(p)
	return out
}

var values = sync.Pool{New: func() any { return make([]byte, 0, 64) }}

// nope: put back empty.
func sliced(s string) string {
	b := values.Get().([]byte)
	b = append(b, s...)
	out := string(b)
	values.Put(b[:0])
	return out
}

// nope: another type of that name.
type Buffer struct{ strings.Builder }

var own = sync.Pool{New: func() any { return new(Buffer) }}

func ownType() string {
	b := own.Get().(*Buffer)
	b.WriteString("x")
	s := b.String()
	own.Put(b)
	return s
}

// nope: never put back.
var never = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func neverPut() string {
	b := never.Get().(*bytes.Buffer)
	b.WriteString("x")
	return b.String()
}

// BAD: a struct that holds a buffer.
type request struct{ body bytes.Buffer }

var requests = sync.Pool{New: func() any { return new(request) }}

func inside() string {
	r := requests.Get().(*request)
	r.body.WriteString("x")
	s := r.body.String()
	requests.Put(r)
	return s
}
