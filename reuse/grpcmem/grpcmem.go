// Package grpcmem has a buffer pool for google.golang.org/grpc: [Pool] meets its
// mem.BufferPool by having the same methods, so that neither module needs the
// other.
//
//	grpc.NewServer(experimental.BufferPool(new(grpcmem.Pool)))
//
// Beside the pools of package mem it has classes between the powers of two, and
// none between 32 KiB and 1 MiB is missing; it clears what is asked for and not
// the whole array; a second Put of a buffer that is idle panics.
package grpcmem

import (
	"sync"

	"github.com/unheap/unheap/reuse"
)

// A Pool is a mem.BufferPool. The zero Pool is ready to use. It must not be
// copied after first use.
type Pool struct {
	// Bytes is where the arrays come from. It may be configured before first use.
	Bytes reuse.Bytes

	headers sync.Pool // *[]byte
}

// Get returns a slice of n zeros.
func (p *Pool) Get(n int) *[]byte {
	h, _ := p.headers.Get().(*[]byte)
	if h == nil {
		h = new([]byte)
	}
	*h = p.Bytes.GetZeroed(n)
	return h
}

// Put gives back what Get returned, or a prefix of it. Any other slice is
// dropped, as are those that append has moved; the misuse build panics for them.
func (p *Pool) Put(h *[]byte) {
	b := *h
	p.Bytes.Put(b)
	if cap(b) == 0 || reuse.Checking() {
		return
	}
	*h = b[:0:0] // still there, so that a second Put is noticed, but not kept again
	p.headers.Put(h)
}
