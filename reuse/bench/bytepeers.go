package main

import (
	"bytes"
	"math/bits"
	"slices"
	"sync"

	"github.com/bytedance/gopkg/lang/mcache"
	"github.com/gobwas/pool/pbytes"
	libp2p "github.com/libp2p/go-buffer-pool"
	prompool "github.com/prometheus/prometheus/util/pool"
	"github.com/prometheus/prometheus/util/zeropool"
	"github.com/valyala/bytebufferpool"
	"google.golang.org/grpc/mem"
)

// Names of rows that results and targets look up.
const (
	nameMake         = "make"
	nameSyncBytes    = "sync.Pool of *[]byte"
	nameBytesBuffer  = "sync.Pool of *bytes.Buffer"
	nameClasses      = "sync.Pool for each power of two"
	nameMcache       = "bytedance mcache"
	nameMutexBytes   = "article: power-of-two lists, one mutex"
	nameLibp2p       = "libp2p/go-buffer-pool"
	nameGrpcClasses  = "grpc/mem, all powers of two"
	nameBufferPool   = "valyala/bytebufferpool"
	nameLoopFloor    = "floor: private LIFO, two sizes"
	nameMixedFloor   = "floor: private LIFO, powers of two"
	peerLimit        = 1 << 20   // bytes, the largest pooled buffer in peers that take a limit
	peerSmallest     = 64        // bytes, the smallest class in peers that take one
	bytebufferWarmup = 50 * 8192 // operations: more than 42,000 in its fullest class, so that it has calibrated
)

// bytePeers are the byte pools of other modules and the usual hand-made ones.
func bytePeers() []byteLib {
	libs := []byteLib{
		byteLibOf(nameMake, usual, func() bytePool[[]byte] {
			return bytePool[[]byte]{
				get: func(n int) ([]byte, []byte) { b := make([]byte, n); return b, b },
				put: func([]byte) {},
			}
		}),
		byteLibOf(nameSyncBytes, usual, syncPoolPointer),
		byteLibOf("sync.Pool of []byte, boxed", usual, syncPoolBoxed),
		byteLibOf(nameBytesBuffer, usual, syncPoolBuffer),
		byteLibOf(nameClasses, usual, syncPoolClasses),
		byteLibOf(nameMutexBytes, usual, mutexClasses),
		byteLibOf("channel of 64 × 1 MiB", usual, channelOfBytes),
		byteLibOf(nameBufferPool, peer, func() bytePool[*bytebufferpool.ByteBuffer] {
			p := new(bytebufferpool.Pool)
			return bytePool[*bytebufferpool.ByteBuffer]{
				get: func(n int) (*bytebufferpool.ByteBuffer, []byte) {
					x := p.Get()
					x.B = slices.Grow(x.B[:0], n)[:n]
					return x, x.B
				},
				put: p.Put,
			}
		}),
		byteLibOf(nameLibp2p, peer, func() bytePool[[]byte] {
			p := new(libp2p.BufferPool)
			return bytePool[[]byte]{
				get: func(n int) ([]byte, []byte) { b := p.Get(n); return b, b },
				put: p.Put,
			}
		}),
		byteLibOf(nameMcache, peer, func() bytePool[[]byte] { // the module has one global pool
			return bytePool[[]byte]{
				get: func(n int) ([]byte, []byte) { b := mcache.Malloc(n); return b, b },
				put: mcache.Free,
			}
		}),
		byteLibOf("grpc/mem, default sizes", peer, func() bytePool[*[]byte] {
			return grpcPool(256, 4<<10, 16<<10, 32<<10, 1<<20)
		}),
		byteLibOf(nameGrpcClasses, peer, func() bytePool[*[]byte] {
			var sizes []int
			for n := peerSmallest; n <= peerLimit; n *= 2 {
				sizes = append(sizes, n)
			}
			return grpcPool(sizes...)
		}),
		byteLibOf("prometheus util/pool", peer, func() bytePool[[]byte] {
			p := prompool.New(peerSmallest, peerLimit, 2, func(n int) any { return make([]byte, 0, n) })
			return bytePool[[]byte]{
				get: func(n int) ([]byte, []byte) { b := p.Get(n).([]byte)[:n]; return b, b },
				put: func(b []byte) { p.Put(b) },
			}
		}),
		byteLibOf("gobwas/pool pbytes", peer, func() bytePool[[]byte] {
			p := pbytes.New(peerSmallest, peerLimit)
			return bytePool[[]byte]{
				get: func(n int) ([]byte, []byte) { b := p.GetLen(n); return b, b },
				put: p.Put,
			}
		}),
		byteLibOf("zeropool of []byte", peer, func() bytePool[[]byte] {
			p := new(zeropool.Pool[[]byte])
			return bytePool[[]byte]{
				get: func(n int) ([]byte, []byte) { b := slices.Grow(p.Get()[:0], n)[:n]; return b, b },
				put: p.Put,
			}
		}),
	}
	for i := range libs {
		if libs[i].name == nameBufferPool {
			libs[i].warm = bytebufferWarmup
		}
	}
	return libs
}

// byteFloors are the floors of the loop workload and of the mixed workload.
func byteFloors() (loop, mixed byteLib) {
	loop = byteLibOf(nameLoopFloor, floor, lifoTwoSizes)
	mixed = byteLibOf(nameMixedFloor, floor, lifoClasses)
	mixed.mixed = func() session { return mixedSession(lifoClasses, true) }
	return loop, mixed
}

func syncPoolPointer() bytePool[*[]byte] {
	p := &sync.Pool{New: func() any { return new([]byte) }}
	return bytePool[*[]byte]{
		get: func(n int) (*[]byte, []byte) {
			h := p.Get().(*[]byte)
			if cap(*h) < n {
				*h = make([]byte, n)
			}
			return h, (*h)[:n]
		},
		put: func(h *[]byte) { p.Put(h) },
	}
}

// syncPoolBoxed is the form that vet-like tools warn of: the slice header is
// boxed on every Put.
func syncPoolBoxed() bytePool[[]byte] {
	p := new(sync.Pool)
	return bytePool[[]byte]{
		get: func(n int) ([]byte, []byte) {
			b, _ := p.Get().([]byte)
			if cap(b) < n {
				b = make([]byte, n)
			}
			return b[:n], b[:n]
		},
		//lint:ignore SA6002 that it allocates is what this row shows
		put: func(b []byte) { p.Put(b) },
	}
}

func syncPoolBuffer() bytePool[*bytes.Buffer] {
	p := &sync.Pool{New: func() any { return new(bytes.Buffer) }}
	return bytePool[*bytes.Buffer]{
		get: func(n int) (*bytes.Buffer, []byte) {
			h := p.Get().(*bytes.Buffer)
			h.Reset()
			h.Grow(n)
			return h, h.AvailableBuffer()[:n]
		},
		put: func(h *bytes.Buffer) { p.Put(h) },
	}
}

// class returns the exponent of the smallest power of two that holds n bytes.
func class(n int) int { return bits.Len(uint(n - 1)) }

func syncPoolClasses() bytePool[*[]byte] {
	pools := new([32]sync.Pool)
	return bytePool[*[]byte]{
		get: func(n int) (*[]byte, []byte) {
			c := class(n)
			h, _ := pools[c].Get().(*[]byte)
			if h == nil {
				b := make([]byte, 1<<c)
				h = &b
			}
			return h, (*h)[:n]
		},
		put: func(h *[]byte) { pools[class(cap(*h))].Put(h) },
	}
}

// mutexClasses is the free list that many articles show: a stack for each power of two, strong references, one lock.
func mutexClasses() bytePool[[]byte] {
	var mu sync.Mutex
	var free [32][][]byte
	return bytePool[[]byte]{
		get: func(n int) ([]byte, []byte) {
			c := class(n)
			mu.Lock()
			top := len(free[c]) - 1
			if top < 0 {
				mu.Unlock()
				b := make([]byte, n, 1<<c)
				return b, b
			}
			b := free[c][top][:n]
			free[c][top] = nil
			free[c] = free[c][:top]
			mu.Unlock()
			return b, b
		},
		put: func(b []byte) {
			c := bits.Len(uint(cap(b))) - 1
			mu.Lock()
			free[c] = append(free[c], b)
			mu.Unlock()
		},
	}
}

// channelOfBytes keeps up to 64 buffers, all of the largest size of the workload.
func channelOfBytes() bytePool[[]byte] {
	c := make(chan []byte, 64)
	return bytePool[[]byte]{
		get: func(n int) ([]byte, []byte) {
			select {
			case b := <-c:
				if cap(b) >= n {
					return b[:n], b[:n]
				}
			default:
			}
			b := make([]byte, max(n, peerLimit))[:n]
			return b, b
		},
		put: func(b []byte) {
			select {
			case c <- b:
			default:
			}
		},
	}
}

func grpcPool(sizes ...int) bytePool[*[]byte] {
	p := mem.NewTieredBufferPool(sizes...)
	return bytePool[*[]byte]{
		get: func(n int) (*[]byte, []byte) { h := p.Get(n); return h, *h },
		put: p.Put,
	}
}

// lifoTwoSizes is the least work that the loop needs: a stack for each of its two sizes, no lock, one goroutine.
func lifoTwoSizes() bytePool[[]byte] {
	const little = 16
	var small, big [][]byte
	return bytePool[[]byte]{
		get: func(n int) ([]byte, []byte) {
			stack, size := &small, little
			if n > little {
				stack, size = &big, max(n, bigSize+1)
			}
			top := len(*stack) - 1
			if top < 0 {
				b := make([]byte, size)[:n]
				return b, b
			}
			b := (*stack)[top][:n]
			*stack = (*stack)[:top]
			return b, b
		},
		put: func(b []byte) {
			if cap(b) > little {
				big = append(big, b)
			} else {
				small = append(small, b)
			}
		},
	}
}

// lifoClasses is lifoTwoSizes with a stack for each power of two.
func lifoClasses() bytePool[[]byte] {
	var free [32][][]byte
	return bytePool[[]byte]{
		get: func(n int) ([]byte, []byte) {
			c := class(n)
			top := len(free[c]) - 1
			if top < 0 {
				b := make([]byte, n, 1<<c)
				return b, b
			}
			b := free[c][top][:n]
			free[c] = free[c][:top]
			return b, b
		},
		put: func(b []byte) {
			c := bits.Len(uint(cap(b))) - 1
			free[c] = append(free[c], b)
		},
	}
}
