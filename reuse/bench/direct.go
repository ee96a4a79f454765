package main

import (
	"runtime"
	"sync"

	"github.com/bytedance/gopkg/lang/mcache"
	"github.com/unheap/unheap/reuse"
)

// The direct form of the mixed workload: each loop is written out, so that the pool's methods are called as a program
// calls them and the compiler may inline what it likes. A profile (-pgo) helps all loops alike.

// A ring is what the loops of one goroutine have in common.
type ring struct {
	k, i            int
	sizes           [8]int // 0 for an empty slot
	capacity, asked int64
	_               [64]byte // keeps two rings off one cache line
}

// next returns the next size.
func (r *ring) next() int {
	n := mixedSizes[r.k]
	r.k = (r.k + 1) % len(mixedSizes)
	return n
}

// touch uses a slice of n bytes and counts it.
func (r *ring) touch(b []byte) {
	for o := 0; o < len(b); o += 4096 {
		b[o] = 1
	}
	b[len(b)-1] = 1
	r.capacity += int64(cap(b))
	r.asked += int64(len(b))
}

// advance notes that slot i holds n bytes, and goes on to the next slot.
func (r *ring) advance(n int) {
	r.sizes[r.i] = n
	r.i = (r.i + 1) % len(r.sizes)
}

type (
	classPools [32]sync.Pool

	classMixer struct {
		ring
		pools *classPools
		held  [8]*[]byte
	}
	mcacheMixer struct {
		ring
		held [8][]byte
	}
	bytesMixer struct {
		ring
		pool *reuse.Bytes
		held [8][]byte
	}
	localMixer struct {
		ring
		pool *reuse.BytesLocal
		held [8][]byte
	}
)

func (p *classPools) get(n int) (*[]byte, []byte) {
	c := class(n)
	h, _ := p[c].Get().(*[]byte)
	if h == nil {
		b := make([]byte, 1<<c)
		h = &b
	}
	return h, (*h)[:n]
}

func (p *classPools) put(h *[]byte) { p[class(cap(*h))].Put(h) }

func (m *classMixer) run(ops int) {
	for range ops {
		n := m.next()
		h, b := m.pools.get(n)
		m.touch(b)
		if m.sizes[m.i] != 0 {
			m.pools.put(m.held[m.i])
		}
		m.held[m.i] = h
		m.advance(n)
	}
}

func (m *mcacheMixer) run(ops int) {
	for range ops {
		n := m.next()
		b := mcache.Malloc(n)
		m.touch(b)
		if m.sizes[m.i] != 0 {
			mcache.Free(m.held[m.i])
		}
		m.held[m.i] = b
		m.advance(n)
	}
}

func (m *bytesMixer) run(ops int) {
	for range ops {
		n := m.next()
		b := m.pool.Get(n)
		m.touch(b)
		if m.sizes[m.i] != 0 {
			m.pool.Put(m.held[m.i])
		}
		m.held[m.i] = b
		m.advance(n)
	}
}

func (m *localMixer) run(ops int) {
	for range ops {
		n := m.next()
		b := m.pool.Get(n)
		m.touch(b)
		if m.sizes[m.i] != 0 {
			m.pool.Put(m.held[m.i])
		}
		m.held[m.i] = b
		m.advance(n)
	}
}

func (m *classMixer) drop() {
	for j, n := range m.sizes {
		if n != 0 {
			m.pools.put(m.held[j])
		}
	}
	m.sizes, m.held = [8]int{}, [8]*[]byte{}
}

func (m *mcacheMixer) drop() {
	for j, n := range m.sizes {
		if n != 0 {
			mcache.Free(m.held[j])
		}
	}
	m.sizes, m.held = [8]int{}, [8][]byte{}
}

func (m *bytesMixer) drop() {
	for j, n := range m.sizes {
		if n != 0 {
			m.pool.Put(m.held[j])
		}
	}
	m.sizes, m.held = [8]int{}, [8][]byte{}
}

func (m *localMixer) drop() {
	for j, n := range m.sizes {
		if n != 0 {
			m.pool.Put(m.held[j])
		}
	}
	m.sizes, m.held = [8]int{}, [8][]byte{}
}

// directs are the contenders of the direct form.
func directs() []contender {
	return []contender{
		direct(nameClasses, usual, func() func(ring) (*ring, func(int), func()) {
			p := new(classPools)
			return func(r ring) (*ring, func(int), func()) {
				m := &classMixer{ring: r, pools: p}
				return &m.ring, m.run, m.drop
			}
		}),
		direct(nameMcache, peer, func() func(ring) (*ring, func(int), func()) {
			return func(r ring) (*ring, func(int), func()) {
				m := &mcacheMixer{ring: r}
				return &m.ring, m.run, m.drop
			}
		}),
		direct(nameBytes, ours, func() func(ring) (*ring, func(int), func()) {
			p := new(reuse.Bytes)
			return func(r ring) (*ring, func(int), func()) {
				m := &bytesMixer{ring: r, pool: p}
				return &m.ring, m.run, m.drop
			}
		}),
		direct(nameBytesLocal, ours, func() func(ring) (*ring, func(int), func()) {
			p := new(reuse.Bytes)
			return func(r ring) (*ring, func(int), func()) {
				m := &localMixer{ring: r, pool: p.Local()}
				return &m.ring, m.run, m.drop
			}
		}),
	}
}

// direct returns a contender. open makes a pool and returns a function that makes the mixer of one goroutine.
func direct(name string, k kind, open func() func(ring) (*ring, func(int), func())) contender {
	return contender{name: name, kind: k, warm: 4 * len(mixedSizes), start: func() session {
		mixer := open()
		rings := make([]*ring, runtime.GOMAXPROCS(0))
		loops, drops := make([]func(int), len(rings)), make([]func(), len(rings))
		for i := range rings {
			rings[i], loops[i], drops[i] = mixer(ring{k: i * 1237})
		}
		return session{
			run: func(n int) { together(loops, n) },
			hold: func() (asked int) {
				for _, r := range rings {
					for _, n := range r.sizes {
						asked += n
					}
				}
				return asked
			},
			drop: func() {
				for _, drop := range drops {
					drop()
				}
			},
			handed: func() (capacity, asked int64) {
				for _, r := range rings {
					capacity += r.capacity
					asked += r.asked
				}
				return capacity, asked
			},
		}
	}}
}
