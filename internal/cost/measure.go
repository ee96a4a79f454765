package cost

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"time"
)

// blocks are the sizes measured: powers of two and the first large object.
// The smallest is what two tiny objects sharing a block cost on average.
var blocks = []int64{
	8, 16, 32, 64, 128, 256, 512, 1 << 10, 2 << 10, 4 << 10, 8 << 10, 16 << 10, 32 << 10,
	40 << 10, 128 << 10, 512 << 10,
}

const (
	// limit is how long Measure may take. It runs once per machine, at the
	// start of a command that a person waits for.
	limit = 300 * time.Millisecond
	// rounds is how often each figure is taken; the least counts, because
	// whatever disturbs a measurement only ever adds time.
	rounds = 3
	// volume is the number of bytes allocated for one figure: enough that
	// 16-byte blocks take a millisecond, little enough to stay within limit.
	volume = 1 << 20
	// nodes is the size of the heap that is marked, 8 MiB in blocks of 64
	// bytes: larger than most second-level caches.
	nodes = 1 << 17
)

var errSlow = errors.New("measuring the cost of allocation: the machine is too busy")

// Measure takes the costs on this machine, which needs about a tenth of a
// second. It turns the garbage collector off and runs it by hand meanwhile, so
// it wants a program that has no large heap yet and does nothing else.
func Measure(ctx context.Context) (*Model, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // wall time of a collection is then its CPU time
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
		if block >= 16 { // a block with pointers is never shared; 8 bytes cost what 16 do
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

// rise makes times ascend: where a larger block was measured as cheaper, that
// was noise, and a ranking must not turn on it.
func rise(points []Point) {
	for i := 1; i < len(points); i++ {
		points[i].Ns = max(points[i].Ns, points[i-1].Ns)
	}
}

// timeAllocs is the time of one allocation, in memory that was swept before:
// that is the usual case, and the first touch of fresh pages would hide the
// rest.
func timeAllocs(block int64, alloc func(bytes int64) any) float64 {
	n := max(4, int(volume/block))
	runtime.GC()
	start := time.Now()
	for range n {
		alloc(block)
	}
	return float64(time.Since(start).Nanoseconds()) / float64(n)
}

// The allocation functions return a pointer-shaped value, which goes into an
// interface without an allocation of its own. They are not inlined, so that
// the block escapes.

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

// collection measures a collection of an empty heap, of one that dies and of
// one that lives; the differences are what a byte costs.
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

// plant returns nodes that point at one another across the whole heap, as the
// objects of a program that has run for a while do.
func plant() []*node {
	heap := make([]*node, nodes)
	for i := range heap {
		heap[i] = new(node)
	}
	for i, n := range heap {
		// Both factors are odd, so each is a permutation modulo a power of two.
		n.left, n.right = heap[i*0x9e3779b1%nodes], heap[i*0x85ebca77%nodes]
	}
	return heap
}
