// Package grpcmem has a buffer pool for google.golang.org/grpc. [Pool] has the methods of grpc's mem.BufferPool, and
// so implements it without either module depending on the other.
//
//	grpc.NewServer(experimental.BufferPool(new(grpcmem.Pool)))
//
// Unlike the pools of package mem it has classes between the powers of two, and none is missing between 32 KiB and 1
// MiB; Get clears the bytes that were asked for and not the whole array; a second Put of a buffer that is idle panics.
package grpcmem

import (
	"sync"

	"github.com/unheap/unheap/reuse"
)

// A Pool implements mem.BufferPool. The zero Pool is ready to use. It must not be copied after first use.
type Pool struct {
	// Bytes provides the arrays. Its fields may be set before first use.
	Bytes reuse.Bytes

	headers sync.Pool // *[]byte
}

// Get returns a pointer to a slice of n zeros.
func (p *Pool) Get(n int) *[]byte {
	h, _ := p.headers.Get().(*[]byte)
	if h == nil {
		h = new([]byte)
	}
	*h = p.Bytes.GetZeroed(n)
	return h
}

// Put takes back a slice that Get returned, or a prefix of it. It drops any other slice, including one that append has
// moved; in the misuse build it panics for them.
func (p *Pool) Put(h *[]byte) {
	b := *h
	p.Bytes.Put(b)
	if cap(b) == 0 || reuse.Checking() {
		return
	}
	*h = b[:0:0] // keeps the address of the array, so that a second Put is noticed, but has no capacity to keep
	p.headers.Put(h)
}
