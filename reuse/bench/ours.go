package main

import (
	"compress/gzip"

	kgzip "github.com/klauspost/compress/gzip"
	"github.com/unheap/unheap/reuse"
	"github.com/unheap/unheap/reuse/chunk"
)

// Names of rows that targets look up.
const (
	namePool       = "reuse.Pool"
	nameLocal      = "reuse.Local"
	nameHandle     = "reuse.Handle"
	nameBytes      = "reuse.Bytes"
	nameBytesLocal = "reuse.BytesLocal"
	nameBytesFixed = "reuse.Bytes with a Budget"
	nameBuffer     = "reuse.BufferPool"
	nameFreeList   = "reuse.FreeList"
	nameStack      = "reuse.FreeList, unshared"
	nameSlab       = "reuse/chunk.Slab"
	nameSlabHint   = "reuse/chunk.Slab with a Hint"
	nameRegion     = "reuse/chunk.Region"
)

// byteOurs are this project's byte pools.
func byteOurs() []byteLib {
	return []byteLib{
		byteLibOf(nameBytes, ours, func() bytePool[[]byte] { return bytesPool(new(reuse.Bytes)) }),
		byteLibOf(nameBytesFixed, ours, func() bytePool[[]byte] {
			return bytesPool(&reuse.Bytes{Budget: 64 << 20})
		}),
		byteLibOf(nameBuffer, ours, func() bytePool[*reuse.Buffer] { return bufferPool(new(reuse.BufferPool)) }),
	}
}

func bytesPool(p *reuse.Bytes) bytePool[[]byte] {
	return bytePool[[]byte]{
		get: func(n int) ([]byte, []byte) { b := p.Get(n); return b, b },
		put: p.Put,
	}
}

// bufferPool grows a Buffer after Get, as the users of any pool have to do whose Get takes no size.
func bufferPool(p *reuse.BufferPool) bytePool[*reuse.Buffer] {
	return bytePool[*reuse.Buffer]{
		get: func(n int) (*reuse.Buffer, []byte) {
			x := p.Get()
			return x, x.Extend(n)
		},
		put: p.Put,
	}
}

func appendOurs() []looper {
	return []looper{
		shared(nameBytes, ours, func() func(int) {
			p := new(reuse.Bytes)
			return func(n int) {
				for range n {
					b := append(p.Get(len(kilo))[:0], kilo...)
					use(b)
					p.Put(b)
				}
			}
		}),
		shared(nameBytesFixed, ours, func() func(int) {
			p := &reuse.Bytes{Budget: 64 << 20}
			return func(n int) {
				for range n {
					b := append(p.Get(len(kilo))[:0], kilo...)
					use(b)
					p.Put(b)
				}
			}
		}),
		shared(nameBuffer, ours, func() func(int) {
			p := new(reuse.BufferPool)
			return func(n int) {
				for range n {
					x := p.Get()
					x.Write(kilo)
					use(x.Bytes())
					p.Put(x)
				}
			}
		}),
	}
}

func objectOurs() (pair, live []looper) {
	local := func(i int) looper {
		return looper{name: nameLocal, kind: ours, start: func() func() func(int) {
			p := new(reuse.Pool[NPC])
			return func() func(int) { return localObjects(p.Local())[i] }
		}}
	}
	stack := func(i int) looper {
		return looper{name: nameStack, kind: ours, alone: true, start: func() func() func(int) {
			return func() func(int) { return stackObjects(&reuse.FreeList[NPC]{Unshared: true})[i] }
		}}
	}
	pool := func(i int) looper {
		return shared(namePool, ours, func() func(int) { return poolObjects(new(reuse.Pool[NPC]))[i] })
	}
	list := func(i int) looper {
		return shared(nameFreeList, ours, func() func(int) { return freeListObjects(new(reuse.FreeList[NPC]))[i] })
	}
	handle := func(i int) looper {
		return shared(nameHandle, ours, func() func(int) { return handleObjects(new(reuse.Pool[NPC]))[i] })
	}
	for _, l := range []func(int) looper{pool, handle, local, list, stack} {
		pair, live = append(pair, l(0)), append(live, l(1))
	}
	return pair, live
}

// The loops below are the same text five times, so that each primitive's methods are called directly: a call through
// an interface or a type parameter costs as much as some of the methods. No loop may be inlined: in the copy of a
// closure that inlining makes, the compiler inlines nothing, and the use of the object would cost one call more here
// than in the peers' loops.

//go:noinline
func poolObjects(p *reuse.Pool[NPC]) [2]func(n int) {
	pair := func(n int) {
		for range n {
			x := p.Get()
			x.spawn()
			p.Put(x)
		}
	}
	live := func(n int) {
		var out crowd
		for i := 0; i < n; i += liveCount {
			for j := range out {
				out[j] = p.Get()
				out[j].spawn()
			}
			for j := range out {
				p.Put(out[j])
			}
		}
	}
	return [2]func(int){pair, live}
}

//go:noinline
func handleObjects(p *reuse.Pool[NPC]) [2]func(n int) {
	pair := func(n int) {
		for range n {
			h := p.Handle()
			h.Value().spawn()
			h.Put()
		}
	}
	live := func(n int) {
		var out [liveCount]reuse.Handle[NPC]
		for i := 0; i < n; i += liveCount {
			for j := range out {
				out[j] = p.Handle()
				out[j].Value().spawn()
			}
			for j := range out {
				out[j].Put()
			}
		}
	}
	return [2]func(int){pair, live}
}

//go:noinline
func localObjects(p *reuse.Local[NPC]) [2]func(n int) {
	pair := func(n int) {
		for range n {
			x := p.Get()
			x.spawn()
			p.Put(x)
		}
	}
	live := func(n int) {
		var out crowd
		for i := 0; i < n; i += liveCount {
			for j := range out {
				out[j] = p.Get()
				out[j].spawn()
			}
			for j := range out {
				p.Put(out[j])
			}
		}
	}
	return [2]func(int){pair, live}
}

//go:noinline
func freeListObjects(p *reuse.FreeList[NPC]) [2]func(n int) {
	pair := func(n int) {
		for range n {
			x := p.Get()
			x.spawn()
			p.Put(x)
		}
	}
	live := func(n int) {
		var out crowd
		for i := 0; i < n; i += liveCount {
			for j := range out {
				out[j] = p.Get()
				out[j].spawn()
			}
			for j := range out {
				p.Put(out[j])
			}
		}
	}
	return [2]func(int){pair, live}
}

//go:noinline
func stackObjects(p *reuse.FreeList[NPC]) [2]func(n int) {
	pair := func(n int) {
		for range n {
			x := p.Get()
			x.spawn()
			p.Put(x)
		}
	}
	live := func(n int) {
		var out crowd
		for i := 0; i < n; i += liveCount {
			for j := range out {
				out[j] = p.Get()
				out[j].spawn()
			}
			for j := range out {
				p.Put(out[j])
			}
		}
	}
	return [2]func(int){pair, live}
}

// slabOurs are the primitives that fill s as slabPeers do.
func slabOurs(s shelf) []looper {
	n := len(s)
	return []looper{
		shared(nameSlab, ours, func() func(int) { return slabLoop(s, 0) }),
		shared(nameSlabHint, ours, func() func(int) { return slabLoop(s, n) }),
		shared(nameRegion, ours, func() func(int) {
			r := new(chunk.Region[Book])
			return func(ops int) {
				for range ops {
					r.Reset()
					for i := range n {
						s.add(i, r.New())
					}
				}
			}
		}),
	}
}

//go:noinline
func slabLoop(s shelf, hint int) func(ops int) {
	return func(ops int) {
		for range ops {
			b := chunk.Slab[Book]{Hint: hint}
			for i := range s {
				s.add(i, b.New())
			}
		}
	}
}

// gunzipOurs have the readers of both packages in a Pool. Its Reset is empty, because a user's first call is the
// reader's own Reset, which sets every field.
func gunzipOurs(load *payload) []looper {
	return []looper{
		shared("compress/gzip, reuse.Pool", ours, func() func(int) {
			p := &reuse.Pool[gzip.Reader]{Reset: func(*gzip.Reader) bool { return true }}
			return load.loop(func() unzipper { return p.Get() }, func(z unzipper) { p.Put(z.(*gzip.Reader)) })
		}),
		shared("klauspost/compress, reuse.Pool", ours, func() func(int) {
			p := &reuse.Pool[kgzip.Reader]{Reset: func(*kgzip.Reader) bool { return true }}
			return load.loop(func() unzipper { return p.Get() }, func(z unzipper) { p.Put(z.(*kgzip.Reader)) })
		}),
	}
}
