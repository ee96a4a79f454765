package main

import (
	"bytes"
	"runtime"
	"sync"

	"github.com/unheap/unheap/reuse"
	"github.com/valyala/bytebufferpool"
)

// pieceLen is the number of bytes that a writer of the pieces workload writes at a time: a user of a buffer rarely
// knows how long it will get.
const pieceLen = 2 << 10

var piece = bytes.Repeat([]byte("0123456789abcdef"), pieceLen/16)

// A writerPool is a pool of buffers that are written in pieces.
type writerPool[H any] struct {
	get   func() H
	write func(H, []byte)
	bytes func(H) []byte
	put   func(H)
}

// A piecer is one goroutine of the pieces workload: it has a ring of 8 buffers out.
type piecer[H any] struct {
	ring
	p    writerPool[H]
	held [8]H
}

func (m *piecer[H]) run(ops int) {
	for range ops {
		size := m.next()
		h := m.p.get()
		for left := size; left > 0; left -= pieceLen {
			m.p.write(h, piece[:min(left, pieceLen)])
		}
		b := m.p.bytes(h)
		if len(b) != size || b[0] != '0' {
			panic("bench: pieces were lost on the way")
		}
		m.capacity += int64(cap(b))
		m.asked += int64(size)
		if m.sizes[m.i] != 0 {
			m.p.put(m.held[m.i])
		}
		m.held[m.i] = h
		m.advance(size)
	}
}

func (m *piecer[H]) drop() {
	var zero H
	for j, n := range m.sizes {
		if n != 0 {
			m.p.put(m.held[j])
		}
		m.held[j], m.sizes[j] = zero, 0
	}
}

func piecesOf[H any](name string, k kind, warm int, open func() writerPool[H]) contender {
	c := direct(name, k, func() func(ring) (*ring, func(int), func()) {
		p := open()
		return func(r ring) (*ring, func(int), func()) {
			m := &piecer[H]{ring: r, p: p}
			return &m.ring, m.run, m.drop
		}
	})
	c.warm = max(c.warm, warm)
	return c
}

// pieces are the contenders of the pieces workload.
func pieces() []contender {
	return []contender{
		piecesOf("new bytes.Buffer", usual, 0, func() writerPool[*bytes.Buffer] {
			return writerPool[*bytes.Buffer]{
				get:   func() *bytes.Buffer { return new(bytes.Buffer) },
				write: func(h *bytes.Buffer, s []byte) { h.Write(s) },
				bytes: (*bytes.Buffer).Bytes,
				put:   func(h *bytes.Buffer) { runtime.KeepAlive(h) },
			}
		}),
		piecesOf(nameBytesBuffer, usual, 0, func() writerPool[*bytes.Buffer] {
			p := &sync.Pool{New: func() any { return new(bytes.Buffer) }}
			return writerPool[*bytes.Buffer]{
				get:   func() *bytes.Buffer { h := p.Get().(*bytes.Buffer); h.Reset(); return h },
				write: func(h *bytes.Buffer, s []byte) { h.Write(s) },
				bytes: (*bytes.Buffer).Bytes,
				put:   func(h *bytes.Buffer) { p.Put(h) },
			}
		}),
		piecesOf(nameBufferPool, peer, 8*len(mixedSizes), func() writerPool[*bytebufferpool.ByteBuffer] {
			p := new(bytebufferpool.Pool)
			return writerPool[*bytebufferpool.ByteBuffer]{
				get:   p.Get,
				write: func(h *bytebufferpool.ByteBuffer, s []byte) { h.Write(s) },
				bytes: (*bytebufferpool.ByteBuffer).Bytes,
				put:   p.Put,
			}
		}),
		piecesOf(nameBuffer, ours, 0, func() writerPool[*reuse.Buffer] {
			p := new(reuse.BufferPool)
			return writerPool[*reuse.Buffer]{
				get:   p.Get,
				write: func(h *reuse.Buffer, s []byte) { h.Write(s) },
				bytes: (*reuse.Buffer).Bytes,
				put:   p.Put,
			}
		}),
	}
}
