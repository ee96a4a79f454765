// Command stress uses every primitive of reuse, without a mistake, from eight goroutines, while the collector runs all
// the time and GOMAXPROCS changes. It fails if a value has two users or loses its content, and if the process does not
// live to its end. It is meant for the misuse build:
//
//	go build -race -buildvcs=true -o stress ./internal/stress && ./stress -duration=30m
//
// Its output names the commit it was built from.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/unheap/unheap/reuse"
	"github.com/unheap/unheap/reuse/chunk"
)

func main() {
	duration := flag.Duration("duration", 10*time.Second, "how `long`")
	workers := flag.Int("workers", 8, "how many goroutines")
	seed := flag.Uint64("seed", 1, "of the schedules")
	flag.Parse()
	ops, gcs, peak := run(*duration, *workers, *seed)
	fmt.Printf("%s, %s, misuse build %v, %v, %d workers: %d operations, %d collections, at most %d MiB of heap, no mistake found\n",
		commit(), runtime.Version(), reuse.Checking(), *duration, *workers, ops, gcs, peak>>20)
}

// commit returns the commit that the program was built from, if that is known.
func commit() string {
	name, changed := "unknown commit", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				name = "commit " + s.Value[:min(len(s.Value), 12)]
			case s.Key == "vcs.modified" && s.Value == "true":
				changed = " and changes"
			}
		}
	}
	return name + changed
}

// A node is a value with pointers that Reset leaves in place.
type node struct {
	owner uint64
	kids  [4]*node
	name  *string
	text  []byte
}

type plain struct {
	owner uint64
	fill  [12]uint64
}

// pools are the primitives that all workers share.
type pools struct {
	nodes  reuse.Pool[node]
	plains reuse.Pool[plain]
	list   reuse.FreeList[node]
	bytes  reuse.Bytes
	strong reuse.Bytes
	bufs   reuse.BufferPool
}

var name = "kept"

func resetNode(n *node) bool {
	n.owner, n.text = 0, n.text[:0]
	return cap(n.text) < 4000
}

func initNode(n *node) { n.name, n.kids[0] = &name, new(node) }

// run returns the number of operations and of collections, and the largest heap in bytes.
func run(d time.Duration, workers int, seed uint64) (ops uint64, gcs uint32, peak uint64) {
	p := &pools{
		nodes:  reuse.Pool[node]{Init: initNode, Reset: resetNode},
		list:   reuse.FreeList[node]{Init: initNode, Reset: resetNode, Max: 50},
		strong: reuse.Bytes{Budget: 1 << 20},
	}
	var stop atomic.Bool
	var done atomic.Uint64
	hand := make(chan *node, 64)
	var wg sync.WaitGroup
	for id := range uint64(workers) {
		wg.Go(func() {
			w := &worker{p, id + 1, rand.New(rand.NewPCG(seed, id)), p.plains.Local(), hand}
			for !stop.Load() {
				w.step()
				done.Add(1)
			}
			w.local.Close()
		})
	}
	wg.Go(func() {
		procs := runtime.GOMAXPROCS(0)
		for i := 0; !stop.Load(); i++ {
			runtime.GC()
			runtime.GOMAXPROCS(1 + i%(2*procs))
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			gcs, peak = m.NumGC, max(peak, m.HeapAlloc)
		}
		runtime.GOMAXPROCS(procs)
	})
	time.Sleep(d)
	stop.Store(true)
	wg.Wait()
	return done.Load(), gcs, peak
}

type worker struct {
	*pools
	id    uint64
	rand  *rand.Rand
	local *reuse.Local[plain]
	hand  chan *node
}

func fail(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "stress: "+format+"\n", args...)
	os.Exit(1)
}

func (w *worker) step() {
	switch w.rand.IntN(8) {
	case 0:
		w.useNodes(w.nodes.Get, w.nodes.Put)
	case 1:
		w.useNodes(w.list.Get, w.list.Put)
	case 2:
		w.usePlains()
	case 3:
		w.useBytes(&w.bytes)
	case 4:
		w.useBytes(&w.strong)
	case 5:
		w.useBuffer()
	case 6:
		w.handOver()
	case 7:
		w.useRegion()
	}
}

// useNodes takes some nodes, marks them, yields, and gives back those that still have the mark.
func (w *worker) useNodes(get func() *node, put func(*node)) {
	var out [6]*node
	for i := range out {
		n := get()
		if n.owner != 0 || n.name != &name || n.kids[0] == nil || len(n.text) != 0 {
			fail("a node is handed out as %+v", *n)
		}
		n.owner = w.id
		n.text = append(n.text, make([]byte, w.rand.IntN(5000))...)
		out[i] = n
	}
	runtime.Gosched()
	for _, n := range out {
		if n.owner != w.id {
			fail("a node of %d has become one of %d", w.id, n.owner)
		}
		put(n)
	}
}

func (w *worker) usePlains() {
	x, y, h := w.local.Get(), w.plains.Get(), w.plains.Handle()
	for _, v := range []*plain{x, y, h.Value()} {
		if *v != (plain{}) {
			fail("a value is handed out as %+v", *v)
		}
		v.owner, v.fill[11] = w.id, w.id
	}
	runtime.Gosched()
	for _, v := range []*plain{x, y, h.Value()} {
		if v.owner != w.id || v.fill[11] != w.id {
			fail("a value of %d has become %+v", w.id, *v)
		}
	}
	w.plains.Put(x)
	w.local.Put(y)
	h.Put()
}

func (w *worker) useBytes(p *reuse.Bytes) {
	var out [4][]byte
	for i := range out {
		n := w.rand.IntN(1 << (4 + w.rand.IntN(14)))
		out[i] = p.Get(n)
		for j := range out[i] {
			out[i][j] = byte(w.id)
		}
	}
	runtime.Gosched()
	for _, b := range out {
		for _, c := range b {
			if c != byte(w.id) {
				fail("a slice of %d has a byte of %d", w.id, c)
			}
		}
		p.Put(b)
	}
}

func (w *worker) useBuffer() {
	b := w.bufs.Get()
	if b.Len() != 0 {
		fail("a Buffer is handed out with %d bytes", b.Len())
	}
	sum := 0
	for range w.rand.IntN(20) {
		n := w.rand.IntN(2000)
		for i, s := 0, b.Extend(n); i < n; i++ {
			s[i] = byte(w.id)
		}
		b.Write(b.Bytes()[:n/2])
		b.B = append(b.B, byte(w.id))
		sum += n + n/2 + 1
	}
	runtime.Gosched()
	if b.Len() != sum {
		fail("a Buffer has %d bytes of %d", b.Len(), sum)
	}
	for _, c := range b.Bytes() {
		if c != byte(w.id) {
			fail("a Buffer of %d has a byte of %d", w.id, c)
		}
	}
	w.bufs.Put(b)
}

// handOver passes a node to whichever worker comes next, which gives it back.
func (w *worker) handOver() {
	n := w.nodes.Get()
	n.owner = 1000
	select {
	case w.hand <- n:
	default:
		w.nodes.Put(n)
	}
	select {
	case n := <-w.hand:
		if n.owner != 1000 {
			fail("a node on its way has become one of %d", n.owner)
		}
		w.nodes.Put(n)
	default:
	}
}

func (w *worker) useRegion() {
	var r chunk.Region[node]
	for range 3 {
		for range w.rand.IntN(50) {
			if n := r.New(); n.owner != 0 || n.name != nil {
				fail("a Region hands out %+v", *n)
			} else {
				n.owner, n.name = w.id, &name
			}
		}
		r.Reset()
	}
}
