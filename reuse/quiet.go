package reuse

import (
	"sync"
	"sync/atomic"
)

// A quietMutex is a mutex that makes no happens-before edge for the race detector. What it guards must be touched only
// by functions marked go:norace.
type quietMutex struct{ mu sync.Mutex }

func (m *quietMutex) lock() {
	quiet()
	m.mu.Lock()
}

func (m *quietMutex) unlock() {
	m.mu.Unlock()
	loud()
}

// A counter is an atomic counter that makes no happens-before edge.
type counter struct{ n atomic.Uint64 }

func (c *counter) add(n uint64) uint64 {
	quiet()
	n = c.n.Add(n)
	loud()
	return n
}

func (c *counter) load() uint64 {
	quiet()
	n := c.n.Load()
	loud()
	return n
}

// A gauge is a counter that can also fall, and remembers its highest value.
type gauge struct{ n, high atomic.Int64 }

func (g *gauge) add(n int64) {
	quiet()
	v := g.n.Add(n)
	for h := g.high.Load(); v > h && !g.high.CompareAndSwap(h, v); h = g.high.Load() {
	}
	loud()
}

func (g *gauge) load() (n, high int64) {
	quiet()
	n, high = g.n.Load(), g.high.Load()
	loud()
	return n, high
}

// noCopy makes vet report copies of the struct it is in.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}
