package main

import (
	"bytes"
	"slices"
	"sync"

	"github.com/bytedance/gopkg/lang/mcache"
	"github.com/bytedance/gopkg/lang/syncx"
	"github.com/gobwas/pool/pbytes"
	libp2p "github.com/libp2p/go-buffer-pool"
	prompool "github.com/prometheus/prometheus/util/pool"
	"github.com/prometheus/prometheus/util/zeropool"
	"github.com/valyala/bytebufferpool"
	"google.golang.org/grpc/mem"
)

// kilo is the message, a kilobyte, that the append workload copies. Pools that can be told its size beforehand are.
var kilo = bytes.Repeat([]byte("0123456789abcdef"), 64)

// use takes the message and checks that all of it is there.
//
//go:noinline
func use(b []byte) {
	if len(b) != len(kilo) || b[0] != '0' || b[len(b)-1] != 'f' {
		panic("bench: a message was lost on the way")
	}
}

// appendLoopers take a buffer, append a kilobyte, use it, give it back. Each
// loop is written out, because it calls its pool directly.
func appendLoopers() []looper {
	return slices.Concat(appendWithout(), appendUsual(), appendHandlePeers(), appendSlicePeers())
}

// appendWithout uses no pool.
func appendWithout() []looper {
	return []looper{
		{name: "floor: one fixed buffer", kind: floor, alone: true, start: func() func() func(int) {
			return func() func(int) {
				b := make([]byte, 0, len(kilo))
				return func(n int) {
					for range n {
						use(append(b[:0], kilo...))
					}
				}
			}
		}},
		shared(nameMake, usual, func() func(int) {
			return func(n int) {
				for range n {
					use(append(make([]byte, 0, len(kilo)), kilo...))
				}
			}
		}),
		shared("append from nil, 4 × 256 B", usual, func() func(int) {
			return func(n int) {
				for range n {
					var b []byte
					for i := 0; i < len(kilo); i += 256 {
						b = append(b, kilo[i:i+256]...)
					}
					use(b)
				}
			}
		}),
	}
}

// appendUsual are the pools that people write.
func appendUsual() []looper {
	return []looper{
		shared(nameSyncBytes, usual, func() func(int) {
			p := &sync.Pool{New: func() any { b := make([]byte, 0, 64); return &b }}
			return func(n int) {
				for range n {
					h := p.Get().(*[]byte)
					*h = append((*h)[:0], kilo...)
					use(*h)
					p.Put(h)
				}
			}
		}),
		shared("sync.Pool of []byte, boxed", usual, func() func(int) {
			p := &sync.Pool{New: func() any { return make([]byte, 0, 64) }}
			return func(n int) {
				for range n {
					b := append(p.Get().([]byte)[:0], kilo...)
					use(b)
					//lint:ignore SA6002 that it allocates is what this row shows
					p.Put(b)
				}
			}
		}),
		shared(nameBytesBuffer, usual, func() func(int) {
			p := &sync.Pool{New: func() any { return new(bytes.Buffer) }}
			return func(n int) {
				for range n {
					h := p.Get().(*bytes.Buffer)
					h.Reset()
					h.Write(kilo)
					use(h.Bytes())
					p.Put(h)
				}
			}
		}),
		shared(nameClasses, usual, func() func(int) { return appendOver(syncPoolClasses()) }),
		shared("article: power-of-two lists, one mutex", usual, func() func(int) { return appendOver(mutexClasses()) }),
		shared("channel of 64 × 1 MiB", usual, func() func(int) { return appendOver(channelOfBytes()) }),
	}
}

// appendHandlePeers are pools that hand out a handle that has the slice.
func appendHandlePeers() []looper {
	return []looper{
		shared(nameBufferPool, peer, func() func(int) {
			p := new(bytebufferpool.Pool)
			return func(n int) {
				for range n {
					h := p.Get()
					h.B = append(h.B[:0], kilo...)
					use(h.B)
					p.Put(h)
				}
			}
		}),
		shared("bytedance syncx.Pool of *[]byte", peer, func() func(int) {
			p := &syncx.Pool{New: func() any { b := make([]byte, 0, 64); return &b }}
			return func(n int) {
				for range n {
					h := p.Get().(*[]byte)
					*h = append((*h)[:0], kilo...)
					use(*h)
					p.Put(h)
				}
			}
		}),
		shared("grpc/mem, default sizes", peer, func() func(int) {
			p := mem.NewTieredBufferPool(256, 4<<10, 16<<10, 32<<10, 1<<20)
			return func(n int) {
				for range n {
					h := p.Get(len(kilo))
					*h = append((*h)[:0], kilo...)
					use(*h)
					p.Put(h)
				}
			}
		}),
	}
}

// appendSlicePeers are pools that hand out the slice itself.
func appendSlicePeers() []looper {
	return []looper{
		shared("libp2p/go-buffer-pool", peer, func() func(int) {
			p := new(libp2p.BufferPool)
			return func(n int) {
				for range n {
					b := append(p.Get(len(kilo))[:0], kilo...)
					use(b)
					p.Put(b)
				}
			}
		}),
		shared(nameMcache, peer, func() func(int) {
			return func(n int) {
				for range n {
					b := append(mcache.Malloc(len(kilo))[:0], kilo...)
					use(b)
					mcache.Free(b)
				}
			}
		}),
		shared("prometheus util/pool", peer, func() func(int) {
			p := prompool.New(peerSmallest, peerLimit, 2, func(n int) any { return make([]byte, 0, n) })
			return func(n int) {
				for range n {
					b := append(p.Get(len(kilo)).([]byte)[:0], kilo...)
					use(b)
					p.Put(b)
				}
			}
		}),
		shared("gobwas/pool pbytes", peer, func() func(int) {
			p := pbytes.New(peerSmallest, peerLimit)
			return func(n int) {
				for range n {
					b := append(p.GetCap(len(kilo)), kilo...)
					use(b)
					p.Put(b)
				}
			}
		}),
		shared("zeropool of []byte", peer, func() func(int) {
			p := zeropool.New(func() []byte { return make([]byte, 0, 64) })
			return func(n int) {
				for range n {
					b := append(p.Get()[:0], kilo...)
					use(b)
					p.Put(b)
				}
			}
		}),
	}
}

// appendOver returns the loop over a hand-made pool, whose methods are closures in the code of its users too.
func appendOver[H any](p bytePool[H]) func(n int) {
	return func(n int) {
		for range n {
			h, b := p.get(len(kilo))
			use(append(b[:0], kilo...))
			p.put(h)
		}
	}
}
