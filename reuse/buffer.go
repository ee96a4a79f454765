package reuse

import (
	"io"
	"unsafe"
)

// A Buffer is a growable buffer to write to. The zero Buffer is empty and ready to use. A Buffer from a [BufferPool]
// takes a larger array from the pool when it grows, and gives the smaller one back.
//
// A slice of a Buffer's bytes, from B or from Bytes, is valid until the Buffer is written to, Reset or Put, as with
// [bytes.Buffer]. But where bytes.Buffer leaves an outgrown array to the GC, so that a slice of it can still be read,
// a Buffer gives the array to the next user: a slice that is used too long shows that user's bytes. In the misuse
// build it shows a pattern instead.
//
// A Buffer that was Put is empty, and a write to it panics until Get hands it out again. An append to its B is noticed
// by that Get, which panics. A Buffer must not be copied, nor used by two goroutines at the same time.
type Buffer struct {
	_ noCopy

	// B is what was written. It may be read, appended to and assigned: a Put, and a write for which the array of B is
	// too small, treat that array, whichever it is, as the Buffer's own and hand it out again. An append to B that
	// needs more room allocates, where Write takes an array from the pool.
	B []byte

	room []byte // the whole array that the pool gave, with length 0; nil if there is none
	p    *BufferPool
	seal
	class int32 // size class of room
	flags uint8
}

// open gives b.B the capacity of room, which Put has taken away. Put left B's pointer in place, so that neither of
// them needs a write barrier.
func (b *Buffer) open() {
	type slice struct {
		array    *byte
		len, cap int
	}
	(*slice)(unsafe.Pointer(&b.B)).cap = cap(b.room)
}

// closed reports whether B is as Put has left it, so that open may be called.
func (b *Buffer) closed() bool {
	return cap(b.B) == 0 && unsafe.SliceData(b.B) == unsafe.SliceData(b.room)
}

// moved reports whether B is not in the array that the pool gave, from its start to its capacity.
func (b *Buffer) moved() bool {
	return unsafe.SliceData(b.B) != unsafe.SliceData(b.room) || cap(b.B) != cap(b.room)
}

// Flags of a Buffer that Put cannot handle on its fast path.
const (
	grown = 1 << iota // B has changed its array since Get
	large             // the class is bigClass or above: idle Buffers wait on a shelf
)

// Bytes returns what was written, which is B. It is valid until the next write, Reset or Put.
func (b *Buffer) Bytes() []byte { return b.B }

// String returns a copy of what was written.
func (b *Buffer) String() string { return string(b.B) }

// Len returns the number of bytes written.
func (b *Buffer) Len() int { return len(b.B) }

// Cap returns the number of bytes that the array has room for, those written included.
func (b *Buffer) Cap() int { return cap(b.B) }

// Reset empties the Buffer and keeps its array.
func (b *Buffer) Reset() { b.B = b.B[:0] }

// Set makes a copy of s the content.
func (b *Buffer) Set(s []byte) {
	if len(s) > cap(b.B) {
		b.B = b.B[:0] // s may lie in the same array: it must not be read after a write to b.B
		b.appendSlow(s)
		return
	}
	b.B = append(b.B[:0], s...)
}

// SetString makes a copy of s the content.
func (b *Buffer) SetString(s string) {
	b.B = b.B[:0]
	b.WriteString(s)
}

// Detach returns what was written. Its array belongs to the caller from then on, and the Buffer is empty.
func (b *Buffer) Detach() []byte {
	s := b.B
	b.B, b.room = nil, nil
	b.flags |= grown
	return s
}

// Adopt makes s itself the content, without a copy. The Buffer owns the array of s, up to its capacity, from then on:
// the caller must not use s any more.
func (b *Buffer) Adopt(s []byte) { b.B = s }

// Truncate keeps the first n bytes. It panics if n is negative or more than Len.
func (b *Buffer) Truncate(n int) {
	if n < 0 || n > len(b.B) {
		misuse("Buffer", "Truncate out of range", "")
	}
	b.B = b.B[:n]
}

// Grow makes room for at least n more bytes. It panics if n is negative.
func (b *Buffer) Grow(n int) {
	if n < 0 {
		misuse("Buffer", "Grow by a negative length", "")
	}
	if n > cap(b.B)-len(b.B) {
		b.leave(b.grow(n, true))
	}
}

// AvailableBuffer returns an empty slice of the free capacity, to append to and then pass to Write, as in
// [bytes.Buffer.AvailableBuffer].
func (b *Buffer) AvailableBuffer() []byte { return b.B[len(b.B):] }

// Extend appends n bytes of unspecified content and returns them, for the caller to fill in before the next write. It
// panics if n is negative.
func (b *Buffer) Extend(n int) []byte {
	if n < 0 {
		misuse("Buffer", "Extend by a negative length", "")
	}
	b.Grow(n)
	m := len(b.B)
	b.B = b.B[:m+n]
	return b.B[m:]
}

// Write appends s, which may be a part of the Buffer's own content. The error is always nil.
func (b *Buffer) Write(s []byte) (int, error) {
	n := len(b.B)
	if len(s) > cap(b.B)-n {
		return b.appendSlow(s)
	}
	b.B = b.B[:n+len(s)]
	return copy(b.B[n:], s), nil
}

// WriteString appends s. The error is always nil.
func (b *Buffer) WriteString(s string) (int, error) {
	return b.Write(unsafe.Slice(unsafe.StringData(s), len(s))) // Write only reads the bytes
}

// WriteByte appends c. The error is always nil.
func (b *Buffer) WriteByte(c byte) error {
	if len(b.B) == cap(b.B) {
		b.leave(b.grow(1, false))
	}
	b.B = append(b.B, c)
	return nil
}

// appendSlow is Write for an s that does not fit. s may lie in the array that is outgrown.
func (b *Buffer) appendSlow(s []byte) (int, error) {
	old := b.grow(len(s), false)
	b.B = append(b.B, s...)
	b.leave(old)
	return len(s), nil
}

// minRead is the least room, in bytes, that ReadFrom offers its reader.
const minRead = 512

// ReadFrom appends what r returns until EOF. It returns the number of bytes read, and the first error other than EOF.
// r must not read the Buffer's own bytes.
func (b *Buffer) ReadFrom(r io.Reader) (n int64, err error) {
	for {
		if cap(b.B)-len(b.B) < minRead {
			b.leave(b.grow(minRead, false))
		}
		m, err := r.Read(b.B[len(b.B):cap(b.B)])
		if m < 0 || m > cap(b.B)-len(b.B) {
			misuse("Buffer", "reader returned an impossible count", "")
		}
		b.B = b.B[:len(b.B)+m]
		n += int64(m)
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}

// WriteTo writes the content to w. The content stays in the Buffer. The error is that of w, or [io.ErrShortWrite].
func (b *Buffer) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(b.B)
	if err == nil && n < len(b.B) {
		err = io.ErrShortWrite
	}
	return int64(n), err
}

// grow makes room for n more bytes; all says that no more will follow, so that an array of just that size will do. The
// outgrown array keeps its content until the caller has copied what it wants to write, which may lie in it, and then
// passes the array to leave. grow returns nil if there is none, and panics if b was Put.
func (b *Buffer) grow(n int, all bool) (outgrown *Buffer) {
	if b.p != nil && b.state()&out == 0 {
		misuse(b.p.title(), "Buffer written after Put", b.p.account().last(unsafe.Pointer(b)))
	}
	need := len(b.B) + n
	if need < 0 {
		misuse("Buffer", "too large", "")
	}
	if b.p == nil || need > maxClassLen {
		b.B = append(make([]byte, 0, max(need, 2*cap(b.B), minClassLen)), b.B...)
		b.flags |= grown
		return nil
	}
	return b.p.swap(b, need, all)
}

// leave gives an outgrown array to the pool.
func (b *Buffer) leave(outgrown *Buffer) {
	switch {
	case outgrown == nil:
	case checking:
		b.p.checkedRetire(outgrown, b)
	default:
		b.p.retire(outgrown)
	}
}
