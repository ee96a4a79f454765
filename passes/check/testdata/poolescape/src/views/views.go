// Package views has strings that share the memory of pooled bytes.
package views

import (
	"bytes"
	"strconv"
	"sync"
	"unsafe"
)

func b2s(b []byte) string {
	return *(*string)(unsafe.Pointer(&b))
}

func use(string) {}

var bufs = sync.Pool{New: func() any { return new(bytes.Buffer) }}

var blocks = sync.Pool{New: func() any { return new([]byte) }}

func deferredPut(id int64) string {
	p := blocks.Get().(*[]byte)
	defer blocks.Put(p)
	*p = strconv.AppendInt((*p)[:0], id, 10)
	return unsafe.String(unsafe.SliceData(*p), len(*p)) // want `the result shares the memory of p, which the deferred Put gives back to blocks`
}

func deferredHeld(w []byte) string {
	buf := bufs.Get().(*bytes.Buffer)
	defer bufs.Put(buf)
	buf.Reset()
	buf.Write(w)
	s := b2s(buf.Bytes())
	if s == "" {
		return "none"
	}
	return s // want `the result shares the memory of buf, which`
}

func afterPut(w []byte) {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	buf.Write(w)
	s := b2s(buf.Bytes())
	bufs.Put(buf)
	use(s) // want `s shares the memory of buf and is used after buf went back to bufs`
}

func appended(id int64) []byte {
	p := blocks.Get().(*[]byte)
	defer blocks.Put(p)
	return strconv.AppendInt((*p)[:0], id, 10) // want `the result shares the memory of p`
}

func tail(b []byte) []byte { return b[1:] }

func ofFunction(w []byte) []byte {
	buf := bufs.Get().(*bytes.Buffer)
	defer bufs.Put(buf)
	buf.Write(w)
	return tail(buf.Bytes()) // want `the result shares the memory of buf`
}

func declared() []byte {
	var buf = bufs.Get().(*bytes.Buffer)
	defer bufs.Put(buf)
	var b = buf.Bytes()
	return b // want `the result shares the memory of buf`
}

func fresh(b []byte) []byte { return append([]byte(nil), b...) }

// nope: the function copies.
func ofCopy(w []byte) []byte {
	buf := bufs.Get().(*bytes.Buffer)
	defer bufs.Put(buf)
	buf.Write(w)
	return fresh(buf.Bytes())
}

// nope: a copy is returned.
func copied(id int64) string {
	p := blocks.Get().(*[]byte)
	defer blocks.Put(p)
	*p = strconv.AppendInt((*p)[:0], id, 10)
	s := b2s(*p)
	return string([]byte(s))
}
