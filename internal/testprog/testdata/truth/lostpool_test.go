// A pool that is always empty loses what is taken from it: the Get whose object does
// not come back is named, and where it should have been put.

package truth

import (
	"errors"
	"sync"
	"testing"
)

type lostBuffer struct{ b [64]byte }

var (
	lostEarly  = sync.Pool{New: func() any { return new(lostBuffer) }} // heap: pool-miss 1 // says: truth.lostOnError (lostpool_test.go:33), which returns in line 35 without Put
	lostNever  = sync.Pool{New: func() any { return newLostBuffer() }}
	lostKeeper = sync.Pool{New: func() any { return new(lostBuffer) }} // heap: pool-miss 1 // says: which keeps it in k.buf
)

// The constructor is called by New: its object is the pool's.
//
//go:noinline
func newLostBuffer() *lostBuffer {
	return &lostBuffer{} // heap: pool-miss 1 // says: truth.lostForgotten (lostpool_test.go:52), which does not put it back
}

var errLost = errors.New("lost")

// lostOnError does not come by its Put.
//
//go:noinline
func lostOnError(n int) error {
	b := lostEarly.Get().(*lostBuffer)
	if n > 0 {
		return errLost
	}
	b.b[0]++
	lostEarly.Put(b)
	return nil
}

// getLost hands on what it got: its caller has it.
//
//go:noinline
func getLost() *lostBuffer {
	b := lostNever.Get().(*lostBuffer)
	return b
}

//go:noinline
func lostForgotten() byte {
	b := getLost()
	return b.b[0]
}

type lostHolder struct{ buf *lostBuffer }

//go:noinline
func (k *lostHolder) fill() { k.buf = lostKeeper.Get().(*lostBuffer) }

func BenchmarkLostPool(b *testing.B) {
	var k lostHolder
	for b.Loop() {
		_ = lostOnError(1)
		lostForgotten()
		k.fill()
	}
}
