// Package prealloc copies a text into a buffer and uses it there, along two ladders: byte
// by byte or in one piece, and with a buffer that grows, is made at its size, is kept, or
// comes from a pool. Each rung takes away one part of the cost of the one before.
//
// A buffer of a pool is given to a function, use, and goes back when that returns: use must
// not keep it.
package prealloc

import (
	"slices"
	"sync"

	"github.com/unheap/unheap/reuse"
)

// Bytes copies byte by byte into a buffer that grows. Its first array is on the stack, the
// others are objects of 64, 128, 256 … bytes: for 1,024 the last has 1,408.
func Bytes(text []byte) []byte {
	var buf []byte
	for _, c := range text {
		buf = append(buf, c)
	}
	return buf
}

// BytesSized is Bytes with room from the beginning.
func BytesSized(text []byte) []byte {
	buf := make([]byte, 0, len(text))
	for _, c := range text {
		buf = append(buf, c)
	}
	return buf
}

// Whole copies in one piece: append knows the length, so there is nothing to grow.
func Whole(text []byte) []byte {
	var buf []byte
	buf = append(buf, text...)
	return buf
}

// WholeSized makes the array first. Nothing is won, and it is cleared for nothing where
// the compiler does not see that all of it is written.
func WholeSized(text []byte) []byte {
	buf := make([]byte, 0, len(text))
	buf = append(buf, text...)
	return buf
}

// Clone is what the standard library has for it.
func Clone(text []byte) []byte { return slices.Clone(text) }

// Into copies to the front of a buffer that the caller keeps.
func Into(buf, text []byte) []byte { return append(buf[:0], text...) }

// start is how much room a pooled buffer has when it is made.
const start = 1024

// slicePool has slices, as one writes first. A slice is three words and does not fit an
// interface: each Put makes an object of 24 bytes for it.
var slicePool = sync.Pool{New: func() any { return make([]byte, 0, start) }}

// FromSlicePool copies text into a buffer of a pool of slices.
func FromSlicePool(text []byte, use func([]byte)) {
	buf := slicePool.Get().([]byte)
	buf = append(buf[:0], text...)
	use(buf)
	slicePool.Put(buf)
}

// bytePool is slicePool for BytesFromSlicePool.
var bytePool = sync.Pool{New: func() any { return make([]byte, 0, start) }}

// BytesFromSlicePool is FromSlicePool byte by byte.
func BytesFromSlicePool(text []byte, use func([]byte)) {
	buf := bytePool.Get().([]byte)[:0]
	for _, c := range text {
		buf = append(buf, c)
	}
	use(buf)
	bytePool.Put(buf)
}

// maxKept bounds what goes back into pointerPool, so that one long text does not stay.
const maxKept = 64 << 10

// pointerPool has pointers to slices, which fit.
var pointerPool = sync.Pool{New: func() any { return new(make([]byte, 0, start)) }}

// FromPointerPool is FromSlicePool without the box.
func FromPointerPool(text []byte, use func([]byte)) {
	p := pointerPool.Get().(*[]byte)
	*p = append((*p)[:0], text...)
	use(*p)
	if cap(*p) <= maxKept {
		pointerPool.Put(p)
	}
}

// sizedPool learns how large a buffer should be, and lets go of larger ones.
var sizedPool = reuse.BufferPool{Name: "prealloc"}

// FromBufferPool is FromSlicePool by package reuse.
func FromBufferPool(text []byte, use func([]byte)) {
	buf := sizedPool.Get()
	buf.Write(text)
	use(buf.B)
	sizedPool.Put(buf)
}

//lint:file-ignore SA6002 what Put boxes is one of the variants that are compared
//lint:file-ignore S1011 to append byte by byte is one of them
