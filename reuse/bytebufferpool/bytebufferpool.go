// Package bytebufferpool has the API of github.com/valyala/bytebufferpool on top of package reuse: to change over,
// change the import path.
//
// What differs: a Put of a ByteBuffer that is idle, or that belongs to another Pool, panics, and so does a write to a
// ByteBuffer that was Put; Write takes larger arrays from the Pool instead of allocating them, so that a few large
// buffers do not make all others large, and no buffer is dropped because it was above a percentile; sizes are learnt
// from 500 Puts instead of 42,000. Assigning and appending to B works as before.
package bytebufferpool

import "github.com/unheap/unheap/reuse"

// A ByteBuffer is a growable buffer. Its B may be assigned.
type ByteBuffer = reuse.Buffer

// A Pool is a set of ByteBuffers that share their arrays. The zero Pool is
// ready to use. It must not be copied after first use.
type Pool = reuse.BufferPool

var defaultPool = Pool{Name: "bytebufferpool"}

// Get returns an empty ByteBuffer from the default Pool.
func Get() *ByteBuffer { return defaultPool.Get() }

// Put gives b to the default Pool. The caller must not use b afterwards.
func Put(b *ByteBuffer) { defaultPool.Put(b) }
