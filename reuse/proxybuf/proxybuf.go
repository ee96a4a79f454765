// Package proxybuf gives a [httputil.ReverseProxy] its copy buffers.
package proxybuf

import (
	"net/http/httputil"

	"github.com/unheap/unheap/reuse"
)

// size is what ReverseProxy makes for itself where it has no pool, in bytes.
const size = 32 << 10

// A Pool is a [httputil.BufferPool]. The zero Pool is ready to use.
type Pool struct {
	// Bytes is where the buffers come from. Nil means a Bytes of all Pools.
	Bytes *reuse.Bytes
}

var (
	_      httputil.BufferPool = Pool{}
	shared                     = reuse.Bytes{Name: "proxybuf"}
)

func (p Pool) bytes() *reuse.Bytes {
	if p.Bytes != nil {
		return p.Bytes
	}
	return &shared
}

// Get returns a buffer of 32 KiB or somewhat more, as its array has.
func (p Pool) Get() []byte {
	b := p.bytes().Get(size)
	return b[:cap(b)]
}

// Put gives back a buffer from Get.
func (p Pool) Put(b []byte) { p.bytes().Put(b) }
