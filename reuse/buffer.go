package reuse

import (
	"io"
	"unsafe"
)

// A Buffer is a growable buffer to write to. The zero Buffer is empty and
// ready to use; one from a [BufferPool] takes bigger arrays from the pool when
// it grows and leaves the smaller ones there.
//
// A slice of a Buffer's bytes, from B or from Bytes, is good until the Buffer
// is written to, Reset or Put, as with [bytes.Buffer]. But where that leaves
// an outgrown array to the GC, which cannot hurt who still reads it, a Buffer
// gives it to the next user: a slice that is kept too long shows that user's
// bytes. The misuse build fills it with a pattern instead.
//
// A Buffer that was Put is empty, and a write to it panics until it is handed
// out again; an append to its B makes the Get panic that would do so. A Buffer must not be copied, nor used by two goroutines at the
// same time.
type Buffer struct {
	_ noCopy

	// B is what was written. It may be read, appended to and assigned: Put,
	// and a write that outgrows it, takes whatever array is there for the
	// Buffer's own and hands it out again. An array that append has made is
	// new, where Write takes one from the pool.
	B []byte

	room []byte // the whole array that the pool gave, empty; nil if none
	p    *BufferPool
	seal
	class int32 // of room
	flags uint8
}

// open gives b.B, whose capacity Put has taken away, that of room. Its pointer
// stayed, so that neither needs a write barrier.
func (b *Buffer) open() {
	type slice struct {
		array    *byte
		len, cap int
	}
	(*slice)(unsafe.Pointer(&b.B)).cap = cap(b.room)
}

// closed reports whether B is what Put has left, so that open may be called.
func (b *Buffer) closed() bool {
	return cap(b.B) == 0 && unsafe.SliceData(b.B) == unsafe.SliceData(b.room)
}

// moved reports whether B is in another array than the pool gave.
func (b *Buffer) moved() bool {
	return unsafe.SliceData(b.B) != unsafe.SliceData(b.room) || cap(b.B) != cap(b.room)
}

// Flags of a Buffer whose Put needs a closer look.
const (
	grown = 1 << iota // since Get
	large             // class above freeClass, or on a shelf
)

// Bytes returns B.
func (b *Buffer) Bytes() []byte { return b.B }

// String returns a copy of what was written.
func (b *Buffer) String() string { return string(b.B) }

// Len returns how many bytes were written.
func (b *Buffer) Len() int { return len(b.B) }

// Cap returns how many bytes fit without growing.
func (b *Buffer) Cap() int { return cap(b.B) }

// Reset empties the Buffer and keeps its array.
func (b *Buffer) Reset() { b.B = b.B[:0] }

// Set makes s the content.
func (b *Buffer) Set(s []byte) {
	if len(s) > cap(b.B) {
		b.B = b.B[:0] // after this, s may not be read from there
		b.appendSlow(s)
		return
	}
	b.B = append(b.B[:0], s...)
}

// SetString makes s the content.
func (b *Buffer) SetString(s string) {
	b.B = b.B[:0]
	b.WriteString(s)
}

// Detach returns what was written and leaves its array to the caller, for
// good. The Buffer is empty.
func (b *Buffer) Detach() []byte {
	s := b.B
	b.B, b.room = nil, nil
	b.flags |= grown
	return s
}

// Adopt makes s the content and s's array, up to its capacity, the Buffer's
// own: the caller must not use it any more.
func (b *Buffer) Adopt(s []byte) { b.B = s }

// Truncate keeps the first n bytes. It panics if n is negative or more than Len.
func (b *Buffer) Truncate(n int) {
	if n < 0 || n > len(b.B) {
		misuse("Buffer", "Truncate out of range", "")
	}
	b.B = b.B[:n]
}

// Grow makes room for n more bytes. It panics if n is negative.
func (b *Buffer) Grow(n int) {
	if n < 0 {
		misuse("Buffer", "Grow by a negative length", "")
	}
	if n > cap(b.B)-len(b.B) {
		b.leave(b.grow(n, true))
	}
}

// AvailableBuffer returns an empty slice of the free room, to append to and
// then Write, as in [bytes.Buffer.AvailableBuffer].
func (b *Buffer) AvailableBuffer() []byte { return b.B[len(b.B):] }

// Extend appends n bytes of no particular content and returns them, to be
// filled in before the next write. It panics if n is negative.
func (b *Buffer) Extend(n int) []byte {
	if n < 0 {
		misuse("Buffer", "Extend by a negative length", "")
	}
	b.Grow(n)
	m := len(b.B)
	b.B = b.B[:m+n]
	return b.B[m:]
}

// Write appends s, which may be the Buffer's own content. The error is always
// nil.
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
	return b.Write(unsafe.Slice(unsafe.StringData(s), len(s))) // which only reads it
}

// WriteByte appends c. The error is always nil.
func (b *Buffer) WriteByte(c byte) error {
	if len(b.B) == cap(b.B) {
		b.leave(b.grow(1, false))
	}
	b.B = append(b.B, c)
	return nil
}

// appendSlow is Write for an s that does not fit, and which may lie in the
// array that is outgrown.
func (b *Buffer) appendSlow(s []byte) (int, error) {
	old := b.grow(len(s), false)
	b.B = append(b.B, s...)
	b.leave(old)
	return len(s), nil
}

// minRead is the room ReadFrom offers its reader at least.
const minRead = 512

// ReadFrom appends what r has, up to its EOF, and returns the number of bytes
// and the first other error. r must not read the Buffer's own bytes.
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

// WriteTo writes what the Buffer holds to w, and keeps it.
func (b *Buffer) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(b.B)
	if err == nil && n < len(b.B) {
		err = io.ErrShortWrite
	}
	return int64(n), err
}

// grow makes room for n more bytes, and for more than that if they are not all
// that will come. The array that is outgrown is still what it was; it may be needed until what is to be
// written has been copied, and must be left to the pool then.
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
