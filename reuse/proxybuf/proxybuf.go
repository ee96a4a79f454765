// Package proxybuf provides copy buffers for a [httputil.ReverseProxy].
package proxybuf

import (
	"net/http/httputil"

	"github.com/unheap/unheap/reuse"
)

// size is the length in bytes of the buffer that a ReverseProxy without a pool allocates.
const size = 32 << 10

// A Pool implements [httputil.BufferPool]. The zero Pool is ready to use.
type Pool struct {
	// Bytes provides the buffers. Nil means a Bytes that all Pools share.
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

// Get returns a buffer of 32 KiB, or somewhat more where its array is larger.
func (p Pool) Get() []byte {
	b := p.bytes().Get(size)
	return b[:cap(b)]
}

// Put takes back a buffer from Get.
func (p Pool) Put(b []byte) { p.bytes().Put(b) }
