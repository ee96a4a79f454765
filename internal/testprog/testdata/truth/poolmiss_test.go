// sync.Pool calls New when it holds nothing: at first, after a garbage
// collection, and whenever more is taken than was put back.

package truth

import (
	"sync"
	"testing"
)

type poolMissBuffer struct{ b [64]byte }

var (
	poolMissPool  = sync.Pool{New: func() any { return new(poolMissBuffer) }} // heap: pool-miss 1
	poolMissGood  = sync.Pool{New: func() any { return new(poolMissBuffer) }} // heap: none
	poolMissTotal int
)

// poolMissForgotten takes and does not give back: each Get is a miss.
//
//go:noinline
func poolMissForgotten() {
	p := poolMissPool.Get().(*poolMissBuffer)
	poolMissTotal += len(p.b)
}

//go:noinline
func poolMissReturned() {
	p := poolMissGood.Get().(*poolMissBuffer)
	poolMissTotal += len(p.b)
	poolMissGood.Put(p)
}

func BenchmarkPoolMiss(b *testing.B) {
	for b.Loop() {
		poolMissForgotten()
		poolMissReturned()
	}
}
