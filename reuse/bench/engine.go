package main

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"time"
)

// A kind says where a contender comes from.
type kind string

const (
	ours  kind = "reuse" // this project
	peer  kind = "peer"  // another module
	usual kind = "std"   // what people write with the standard library
	floor kind = "floor" // not a usable design: the least the work can cost
)

// A contender is one way of doing the work of a workload.
type contender struct {
	name string
	kind kind
	// start makes a session with a pool of its own. Nothing may outlive the session, except a peer's only, global
	// pool.
	start func() session
	// warm is the least number of operations before a session is measured, for pools that calibrate themselves.
	warm int
}

// A session is one contender at work.
type session struct {
	// run does n operations, n > 0.
	run func(n int)
	// hold leaves the session with as many buffers out as the workload has at one time, and returns how many bytes
	// were asked for in them; drop gives back what is out, if anything. Where both are nil, nothing is out between
	// operations, and asked is the number of bytes that one operation uses (in a parallel session one for each
	// worker).
	hold  func() int
	drop  func()
	asked int
	// handed returns the sums, over all operations so far, of the capacity handed out and of the bytes asked for. It
	// is nil for a pool that does not show its capacity.
	handed func() (capacity, asked int64)
}

// A workload is a list of contenders that all do the same work.
type workload struct {
	name  string // selected by the -run flag
	title string
	op    string // what one operation is, in words
	ref   string // name of the contender whose cost is 1.00
	note  string // what the reader must know; may be empty
	slice time.Duration
	stop  int // number of operations between two counts of reachable memory
	list  []contender
}

// A row holds the measurements of one contender.
type row struct {
	Name string `json:"name"`
	Kind kind   `json:"kind"`
	// Ns is clock time per operation in nanoseconds, one value for each round. Index i of all rows of a workload is
	// the same round.
	Ns          []float64 `json:"ns"`
	BytesPerOp  float64   `json:"bytes_per_op"`  // mean over all rounds
	AllocsPerOp float64   `json:"allocs_per_op"` // mean over all rounds
	// Handed is capacity handed out per byte asked for; 0 if the pool does not show its capacity.
	Handed float64 `json:"handed"`
	// Peak is the most that was reachable through callers and pool just after a collection. After is what the pool
	// still held two collections after everything had been given back. Both are per byte of the most that was asked
	// for at one time.
	Peak  float64 `json:"peak"`
	After float64 `json:"after"`
}

// effort says how long to measure.
type effort struct {
	rounds int
	// scale multiplies the slice, which is the length of a measurement, of each workload.
	scale float64
}

// measure runs every contender once per round, in an order that changes with
// every round, each time in a fresh session that has been warmed for the length of
// a slice. Only one session is alive at a time, so none pays for, or hides
// behind, the heap of another.
func measure(w workload, e effort) []row {
	slice := time.Duration(float64(w.slice) * e.scale)
	rows := make([]row, len(w.list))
	ops := make([]int, len(w.list))
	for i, c := range w.list {
		rows[i] = row{Name: c.name, Kind: c.kind}
		ops[i] = calibrate(c, slice)
	}
	done := make([]int, len(w.list))
	order := rand.New(rand.NewPCG(1, 1))
	for range e.rounds {
		for _, i := range order.Perm(len(w.list)) {
			rows[i].timeOnce(w.list[i], ops[i])
			done[i] += ops[i]
		}
	}
	for i, c := range w.list {
		rows[i].BytesPerOp /= float64(done[i])
		rows[i].AllocsPerOp /= float64(done[i])
		rows[i].weighThrice(c, w.stop)
	}
	return rows
}

// calibrate returns the number of operations that take about one slice.
func calibrate(c contender, slice time.Duration) int {
	s := c.start()
	if c.warm > 0 {
		s.run(c.warm)
	}
	for n := 1; ; n *= 2 {
		t := cpuNow()
		s.run(n)
		d := cpuNow() - t
		if d < int64(slice)/4 && n < 1<<28 {
			continue
		}
		if s.drop != nil {
			s.drop()
		}
		return max(1, int(float64(n)*float64(slice)/float64(max(d, 1))))
	}
}

// timeOnce adds one round to r: n operations after n or more of warming.
func (r *row) timeOnce(c contender, n int) {
	collect(2)
	s := c.start()
	s.run(max(n, c.warm))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	t := cpuNow()
	s.run(n)
	d := cpuNow() - t
	runtime.ReadMemStats(&after)
	r.Ns = append(r.Ns, float64(d)/float64(n))
	r.BytesPerOp += float64(after.TotalAlloc - before.TotalAlloc)
	r.AllocsPerOp += float64(after.Mallocs - before.Mallocs)
	if s.drop != nil {
		s.drop()
	}
}

// weighThrice weighs three times and keeps the least: what the runtime allocates for itself meanwhile only adds.
func (r *row) weighThrice(c contender, n int) {
	r.weigh(c, n)
	for range 2 {
		again := *r
		again.weigh(c, n)
		r.Peak, r.After = min(r.Peak, again.Peak), min(r.After, again.After)
	}
}

// stops is the number of times that weigh counts the memory.
const stops = 64

// weigh fills the memory columns of r, outside of all timing: it stops a fresh session at 64 places with everything
// out, and counts what is reachable then. The places are the same for all contenders of a workload.
func (r *row) weigh(c contender, n int) {
	nothing := func(int) {}
	together(slices.Repeat([]func(int){nothing}, runtime.GOMAXPROCS(0)), 1) // so that the runtime has goroutines to reuse
	collect(3)
	base := reachable()
	s := c.start()
	s.run(max(stops*n, c.warm))
	var peak int64
	asked := s.asked
	for range stops {
		s.run(n)
		if s.hold != nil {
			asked = max(asked, s.hold())
		}
		collect(1)
		peak = max(peak, reachable()-base)
		if s.drop != nil {
			s.drop()
		}
	}
	collect(2)
	r.Peak = float64(peak) / float64(asked)
	r.After = float64(max(0, reachable()-base)) / float64(asked)
	if s.handed != nil {
		capacity, sum := s.handed()
		r.Handed = float64(capacity) / float64(sum)
	}
	runtime.KeepAlive(s)
}

// collect runs n full collections.
func collect(n int) {
	for range n {
		runtime.GC()
	}
}

// reachable returns the number of heap bytes, rounded up to size classes, that the last collection left. Call it just
// after a collection.
func reachable() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// A looper is a contender whose operations are loops of its own, so that the
// calls of the pool under test are direct ones. start makes the pool; the
// function it returns makes the loop of one worker.
type looper struct {
	name  string
	kind  kind
	alone bool // not safe for several goroutines, so left out of parallel workloads
	start func() (worker func() func(n int))
}

// shared returns a looper whose workers need no state of their own.
func shared(name string, k kind, start func() func(n int)) looper {
	return looper{name: name, kind: k, start: func() func() func(int) {
		loop := start()
		return func() func(int) { return loop }
	}}
}

// single runs a looper on one goroutine. asked is as in session.
func (l looper) single(asked int) contender {
	return contender{name: l.name, kind: l.kind, start: func() session {
		return session{run: l.start()(), asked: asked}
	}}
}

// parallel runs a looper on as many goroutines as there are processors,
// dividing the operations among them.
func (l looper) parallel(asked int) contender {
	return contender{name: l.name, kind: l.kind, start: func() session {
		worker := l.start()
		loops := make([]func(int), runtime.GOMAXPROCS(0))
		for i := range loops {
			loops[i] = worker()
		}
		return session{run: func(n int) { together(loops, n) }, asked: asked * len(loops)}
	}}
}

// singles and parallels turn loopers into contenders.
func singles(asked int, ls ...looper) []contender {
	var cs []contender
	for _, l := range ls {
		cs = append(cs, l.single(asked))
	}
	return cs
}

func parallels(asked int, ls ...looper) []contender {
	var cs []contender
	for _, l := range ls {
		if !l.alone {
			cs = append(cs, l.parallel(asked))
		}
	}
	return cs
}

// together runs n operations, divided among the loops, a goroutine each.
func together(loops []func(int), n int) {
	var wg sync.WaitGroup
	for _, loop := range loops {
		wg.Go(func() { loop(max(1, n/len(loops))) })
	}
	wg.Wait()
}

// quartiles returns the first quartile, the median and the third quartile of
// v, which must not be empty.
func quartiles(v []float64) (q1, med, q3 float64) {
	s := slices.Sorted(slices.Values(v))
	at := func(p float64) float64 {
		x := p * float64(len(s)-1)
		i := int(x)
		if i+1 == len(s) {
			return s[i]
		}
		return s[i] + (x-float64(i))*(s[i+1]-s[i])
	}
	return at(.25), at(.5), at(.75)
}

// ratios divides a by b, round by round.
func ratios(a, b row) []float64 {
	v := make([]float64, min(len(a.Ns), len(b.Ns)))
	for i := range v {
		v[i] = a.Ns[i] / b.Ns[i]
	}
	return v
}
