package arrays

import (
	"io"
	"sync"
)

const blockSize = 64 << 10

type cipher struct {
	buffers sync.Pool // of blocks
	open    int
}

func newCipher() *cipher {
	c := &cipher{}
	c.buffers.New = func() any {
		return make([]byte, blockSize)
	}
	return c
}

func (c *cipher) getBlock() []byte { return c.buffers.Get().([]byte) }

// putBlock takes blocks only.
func (c *cipher) putBlock(buf []byte) {
	if len(buf) != blockSize {
		panic("bad size of a block")
	}
	c.buffers.Put(buf[:blockSize]) // want `Put copies the slice header to the heap, 24 bytes each time; keep pointers in buffers \(review: `
}

type reader struct {
	c   *cipher
	buf []byte
}

func (c *cipher) newReader() *reader { return &reader{c, c.getBlock()} }

func (r *reader) close() { r.c.putBlock(r.buf) }

var ints = sync.Pool{New: func() any { return make([]int, 16) }}

func first(list []int) []int { return append(ints.Get().([]int)[:0], list...) }

func whole(list []int) {
	if cap(list) >= 16 {
		ints.Put(list[:16]) // want `Put copies the slice header.*review: `
	}
}

type conn struct{ pool sync.Pool }

func (c *conn) init() { c.pool.New = func() any { return make([]byte, 512) } }

func (c *conn) copy(w io.Writer, r io.Reader) error {
	buf := c.pool.Get().([]byte)
	n, err := r.Read(buf)
	if err != nil {
		c.pool.Put(buf) // want `Put copies the slice header to the heap, 24 bytes each time; keep pointers in pool$`
		return err
	}
	_, err = w.Write(buf[:n])
	c.pool.Put(buf) // want `Put copies the slice header`
	return err
}
