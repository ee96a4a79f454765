// When does sync.Pool hurt? Four ways.
//
// Run it: go run pool.go
package main

import (
	"fmt"
	"runtime"
	"sync"
	"testing"
)

type small struct{ x, y int }

var (
	smalls = sync.Pool{New: func() any { return new(small) }}
	slices = sync.Pool{New: func() any { return make([]byte, 0, 64) }}
	misses int
	large  = sync.Pool{New: func() any { misses++; b := make([]byte, 0, 64); return &b }}
	sum    int
)

func main() {
	cheap()
	churn()
	boxed()
	sizes()
}

// cheap: a small value that never leaves its function costs nothing by itself.
func cheap() {
	value := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			p := small{1, 2}
			sum += p.x
		}
	})
	pooled := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			p := smalls.Get().(*small)
			p.x = 1
			sum += p.x
			smalls.Put(p)
		}
	})
	fmt.Printf("1 cheap values:  %.1f ns as a variable, %.1f ns from the pool\n", ns(value), ns(pooled))
}

func ns(r testing.BenchmarkResult) float64 { return float64(r.T.Nanoseconds()) / float64(r.N) }

// churn: a pool that is not used between two collections is emptied.
func churn() {
	misses = 0
	for range 100 {
		large.Put(large.Get())
		runtime.GC()
		runtime.GC()
	}
	fmt.Printf("2 rare use:      %d of 100 Gets found the pool empty\n", misses)
}

// boxed: a slice is not a pointer, so each Put copies its header to the heap.
func boxed() {
	allocs := testing.AllocsPerRun(1000, func() {
		b := slices.Get().([]byte)
		slices.Put(b[:0])
	})
	fmt.Printf("3 boxed values:  %.0f object per Put of a []byte\n", allocs)
}

// sizes: one large request makes the pool hold large buffers for small ones.
func sizes() {
	p := large.Get().(*[]byte)
	*p = append((*p)[:0], make([]byte, 1<<20)...)
	large.Put(p)
	q := large.Get().(*[]byte)
	fmt.Printf("4 mixed sizes:   the next user, who needs 64 bytes, holds %d KiB\n", cap(*q)>>10)
}
