package cost

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"time"
)

// blocks are the block sizes that are measured, in bytes: powers of two and a few large objects. The smallest, 8,
// stands for the average of two tiny objects that share a block.
var blocks = []int64{
	8, 16, 32, 64, 128, 256, 512, 1 << 10, 2 << 10, 4 << 10, 8 << 10, 16 << 10, 32 << 10,
	40 << 10, 128 << 10, 512 << 10,
}

const (
	// limit is the longest time that Measure may take. It runs once per machine, at the start of a command for which a
	// person waits.
	limit = 300 * time.Millisecond
	// rounds is the number of times that each figure is measured. The least counts, because any disturbance only adds
	// time.
	rounds = 3
	// volume is the number of bytes allocated for one figure: enough for 16-byte blocks to take a millisecond, and few
	// enough to stay within limit.
	volume = 1 << 20
	// nodes is the number of blocks of 64 bytes in the heap that is marked. It is 8 MiB, larger than most second-level
	// caches.
	nodes = 1 << 17
)

var errSlow = errors.New("measuring the cost of allocation: the machine is too busy")

// Measure measures the costs on this machine, which takes about a tenth of a second. Meanwhile it turns the garbage
// collector off and runs it by hand, so the program should have no large heap yet and do nothing else. It is an error
// if the machine is too busy, or if ctx ends.
func Measure(ctx context.Context) (*Model, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // the wall time of a collection is then its CPU time
	end := time.Now().Add(limit)
	m := &Model{GoVersion: runtime.Version(), Arch: runtime.GOARCH}
	for _, block := range blocks {
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case time.Now().After(end):
			return nil, errSlow
		}
		m.Noscan = append(m.Noscan, Point{block, least(func() float64 { return timeAllocs(block, makeBytes) })})
		if block >= 16 { // a block with pointers is never shared, so 8 bytes cost as much as 16
			m.Scan = append(m.Scan, Point{block, least(func() float64 { return timeAllocs(block, makePointers) })})
		}
	}
	rise(m.Noscan)
	rise(m.Scan)
	if time.Now().After(end) {
		return nil, errSlow
	}
	m.MarkPerByte, m.SweepPerByte = collection()
	return m, nil
}

func least(measure func() float64) float64 {
	least := measure()
	for range rounds - 1 {
		least = min(least, measure())
	}
	return least
}

// rise makes times ascend with size. Where a larger block was measured as cheaper, that is noise, and the ranking
// should not depend on it.
func rise(points []Point) {
	for i := 1; i < len(points); i++ {
		points[i].Ns = max(points[i].Ns, points[i-1].Ns)
	}
}

// timeAllocs returns the time of one allocation, in memory that has been in use and was swept, as is usual: the first
// touch of fresh pages would hide everything else.
func timeAllocs(block int64, alloc func(bytes int64) any) float64 {
	n := max(4, int(volume/block))
	runtime.GC()
	start := time.Now()
	for range n {
		alloc(block)
	}
	return float64(time.Since(start).Nanoseconds()) / float64(n)
}

// The allocation functions return values of the shape of a pointer, which become interfaces without another
// allocation. They are not inlined, so that the block escapes.

//go:noinline
func makeBytes(n int64) any {
	b := make([]byte, n)
	return &b[0]
}

//go:noinline
func makePointers(n int64) any {
	p := make([]*byte, n/8)
	return &p[0]
}

// A node is one block of 64 bytes with two pointers.
type node struct {
	left, right *node
	_           [6]uintptr
}

// collection measures collections of an empty heap, of a heap that dies and of one that lives. The differences give
// the cost of a byte.
func collection() (mark, sweep float64) {
	const bytes = nodes * 64
	empty := least(timeGC)
	dead := least(func() float64 {
		plant()
		return timeGC()
	})
	heap := plant()
	live := least(timeGC)
	runtime.KeepAlive(heap)
	return max(0, live-empty) / bytes, max(0, dead-empty) / bytes
}

func timeGC() float64 {
	start := time.Now()
	runtime.GC()
	return float64(time.Since(start).Nanoseconds())
}

// plant returns nodes that point at one another across the whole heap, like the objects of a program that has run for
// a while.
func plant() []*node {
	heap := make([]*node, nodes)
	for i := range heap {
		heap[i] = new(node)
	}
	for i, n := range heap {
		// Both factors are odd, so each multiplication is a permutation modulo a power of two.
		n.left, n.right = heap[i*0x9e3779b1%nodes], heap[i*0x85ebca77%nodes]
	}
	return heap
}
