package grpcmem_test

import (
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"github.com/unheap/unheap/reuse"
	"github.com/unheap/unheap/reuse/grpcmem"
)

// A bufferPool is grpc's mem.BufferPool.
type bufferPool interface {
	Get(length int) *[]byte
	Put(*[]byte)
}

func TestPool(t *testing.T) {
	pool := new(grpcmem.Pool)
	reuse.CheckLeaks(t, &pool.Bytes)
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			var p bufferPool = pool
			for i := range 500 {
				h := p.Get(i * 7)
				for _, c := range *h {
					if c != 0 {
						t.Error("Get returned a slice that is not zero")
						return
					}
				}
				for j := range *h {
					(*h)[j] = byte(g + 1)
				}
				*h = (*h)[:len(*h)/2]
				p.Put(h)
			}
		})
	}
	wg.Wait()
}

func TestPutTwice(t *testing.T) {
	var p grpcmem.Pool
	h := p.Get(100)
	p.Put(h)
	defer func() {
		if r := fmt.Sprint(recover()); !strings.Contains(r, "Put twice") {
			t.Errorf("a second Put panics with %q", r)
		}
	}()
	p.Put(h)
}

// TestForeignPutTwice: two Gets never return the same header, also if a slice
// that the pool does not keep was Put twice.
func TestForeignPutTwice(t *testing.T) {
	if reuse.Checking() {
		t.Skip("the misuse build panics")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	var p grpcmem.Pool
	p.Bytes.MaxSize = 1000
	foreign := make([]byte, 100)
	for _, h := range []*[]byte{&foreign, p.Get(2000)} {
		p.Put(h)
		p.Put(h)
		a, b := p.Get(10), p.Get(20)
		if a == b {
			t.Error("two live slices in one header")
		}
	}
}

func TestForeignPut(t *testing.T) {
	if reuse.Checking() {
		t.Skip("the misuse build panics")
	}
	var p grpcmem.Pool
	short := make([]byte, 1)
	p.Put(&short)
	if h := p.Get(10); len(*h) != 10 {
		t.Errorf("Get(10) has %d bytes", len(*h))
	}
}
