// sync.Pool holds values of type any. A pointer fits; a slice header or a
// struct is copied to the heap by each Put, which is what the pool was meant
// to avoid.

package truth

import (
	"sync"
	"testing"
)

var (
	poolBoxSlices   = sync.Pool{New: func() any { return make([]byte, 0, 64) }}
	poolBoxPointers = sync.Pool{New: func() any { b := make([]byte, 0, 64); return &b }}
)

//go:noinline
func poolBoxSlice() {
	b := poolBoxSlices.Get().([]byte)
	poolBoxSlices.Put(b[:0]) // heap: pool-box 1
}

//go:noinline
func poolBoxPointer() {
	b := poolBoxPointers.Get().(*[]byte)
	*b = (*b)[:0]
	poolBoxPointers.Put(b) // heap: none
}

// poolBoxFill fills a pool ahead: what it makes is meant to stay there.
//
//go:noinline
func poolBoxFill() {
	poolBoxPointers.Put(new([]byte)) // heap: passed 1 // says: it is made for a pool
	*poolBoxPointers.Get().(*[]byte) = nil
}

func BenchmarkPoolBox(b *testing.B) {
	for b.Loop() {
		poolBoxSlice()
		poolBoxPointer()
		poolBoxFill()
	}
}
