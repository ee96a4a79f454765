package reuse

import (
	"cmp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"
	"weak"
)

const (
	sampleBytes = 8 << 10 // Held is sampled once per this many bytes made
	watchEvery  = 256     // one value in this many is watched for leaks
	watchUses   = 64      // for this many uses
	maxLeaks    = 64      // different stacks kept
)

// A ledger counts what happens to the values of one primitive away from the
// hit path. It lives apart from the primitive, because the runtime holds it
// for as long as it waits for a sampled value to die, and must not hold the
// primitive (and so the value itself) with it.
type ledger struct {
	hits, misses, steals, drops atomic.Uint64
	shorts                      atomic.Uint64 // times a class had nothing idle, Bytes only

	made       atomic.Uint64 // bytes
	live, high atomic.Int64  // bytes, sampled

	mu      sync.Mutex
	records map[uintptr]*record // watched values by address
	leaks   map[stack]uint64
	leaked  uint64
}

// A record is the history of one watched value.
type record struct {
	addr     uintptr
	self     weak.Pointer[byte]
	size     int // bytes
	out      bool
	uses     int
	got, put stack
	saved    any // content at Put, misuse build only
}

// A stack holds return addresses, innermost first, ended by zero.
type stack [16]uintptr

// here returns the caller's stack without the top skip frames.
func here(skip int) (s stack) {
	runtime.Callers(skip+2, s[:])
	return s
}

// String prints a function and its position per line pair, without the frames
// of this package and the goroutine's first.
func (s stack) String() string {
	n := slices.Index(s[:], 0)
	if n < 0 {
		n = len(s)
	}
	if n == 0 {
		return "\t(no stack)\n"
	}
	var b strings.Builder
	frames := runtime.CallersFrames(s[:n])
	for {
		f, more := frames.Next()
		if f.Function != "runtime.goexit" && f.Function != "runtime.main" && !internal(f.Function) {
			b.WriteString("\t" + f.Function + "\n\t\t" + f.File + ":" + strconv.Itoa(f.Line) + "\n")
		}
		if !more {
			return b.String()
		}
	}
}

// internal reports whether a function is of this package: the user wants to
// see who called it.
func internal(function string) bool {
	return strings.HasPrefix(function, "github.com/unheap/unheap/reuse.")
}

// lazily returns the ledger behind p, making it on first use.
func lazily(p *atomic.Pointer[ledger]) *ledger {
	if l := p.Load(); l != nil {
		return l
	}
	p.CompareAndSwap(nil, &ledger{})
	return p.Load()
}

// born notes that a miss has made a value of size bytes at v, and reports
// whether it is watched.
func (l *ledger) born(v unsafe.Pointer, size int) (watch bool) {
	l.sample(v, size)
	return l.watch(v, size)
}

// sample adds size bytes at v to what is alive, or, for small sizes, one v for
// several.
func (l *ledger) sample(v unsafe.Pointer, size int) {
	made := l.made.Add(uint64(size))
	weight := int64(size)
	if size < sampleBytes {
		if made/sampleBytes == (made-uint64(size))/sampleBytes {
			return
		}
		weight = sampleBytes
	}
	raise(&l.high, l.live.Add(weight))
	runtime.AddCleanup((*byte)(v), func(w int64) { l.live.Add(-w) }, weight)
}

// watch counts a miss and opens a record for one value in watchEvery.
func (l *ledger) watch(v unsafe.Pointer, size int) bool {
	nth := l.misses.Add(1)
	if !checking && nth%watchEvery != 0 {
		return false
	}
	runtime.AddCleanup((*byte)(v), l.died, l.open(v, size))
	return true
}

// raise lifts high to at least v.
func raise(high *atomic.Int64, v int64) {
	for h := high.Load(); v > h; h = high.Load() {
		if high.CompareAndSwap(h, v) {
			return
		}
	}
}

// open starts the record of a value that is about to be handed out.
func (l *ledger) open(v unsafe.Pointer, size int) *record {
	r := &record{addr: uintptr(v), self: weak.Make((*byte)(v)), size: size, out: true, uses: 1, got: here(3)}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.records == nil {
		l.records = make(map[uintptr]*record)
	}
	l.records[uintptr(v)] = r
	return r
}

// died closes the record of a value that the GC has found unreachable; if it
// was out, its user has lost it.
func (l *ledger) died(r *record) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.records[r.addr] == r { // the address may have a new owner already
		delete(l.records, r.addr)
	}
	if r.out {
		l.lose(r)
	}
}

// lose counts r as leaked. The lock is held.
func (l *ledger) lose(r *record) {
	if checking {
		l.leaked++
	} else {
		l.leaked += watchEvery
	}
	if l.leaks == nil {
		l.leaks = make(map[stack]uint64)
	}
	if _, known := l.leaks[r.got]; known || len(l.leaks) < maxLeaks {
		l.leaks[r.got]++
	}
}

// find returns the record of the value at v, or nil. The lock is held. A
// record whose value is dead belongs to another value that was at v before.
func (l *ledger) find(v unsafe.Pointer) *record {
	r := l.records[uintptr(v)]
	if r == nil || unsafe.Pointer(r.self.Value()) != v {
		return nil
	}
	return r
}

// taken notes a Get of the watched value at v.
func (l *ledger) taken(v unsafe.Pointer) {
	at := here(3)
	l.mu.Lock()
	defer l.mu.Unlock()
	if r := l.find(v); r != nil {
		r.out, r.got = true, at
		r.uses++
	}
}

// returned notes a Put of the watched value at v and reports whether it stays
// watched.
func (l *ledger) returned(v unsafe.Pointer) (watch bool) {
	at := here(3)
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.find(v)
	if r == nil {
		return false
	}
	r.out, r.put = false, at
	if !checking && r.uses >= watchUses {
		delete(l.records, uintptr(v))
		return false
	}
	return true
}

// last returns the stacks of the last Get and Put of the value at v, as text
// for a panic, or nothing if it is not watched.
func (l *ledger) last(v unsafe.Pointer) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.find(v)
	if r == nil {
		return ""
	}
	return "\nlast Get:\n" + r.got.String() + "last Put:\n" + r.put.String()
}

// stats fills the fields that the ledger knows.
func (l *ledger) stats(name string) Stats {
	s := Stats{
		Name:   name,
		Hits:   l.hits.Load(),
		Misses: l.misses.Load(),
		Steals: l.steals.Load(),
		Drops:  l.drops.Load(),
		Held:   l.live.Load(),
		High:   l.high.Load(),
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	s.Leaked = l.leaked
	s.Leaks = byPlace(l.leaks)
	return s
}

// byPlace prints stacks and adds up those that print alike, which differ in
// frames of this package. The order is most frequent first, then by stack.
func byPlace(counts map[stack]uint64) []Leak {
	places := make(map[string]uint64)
	for at, n := range counts {
		places[at.String()] += n
	}
	leaks := make([]Leak, 0, len(places))
	for at, n := range places {
		leaks = append(leaks, Leak{n, at})
	}
	slices.SortFunc(leaks, func(a, b Leak) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Stack, b.Stack))
	})
	return leaks
}

// judge says what is wrong with a Put of the value at v, if anything, and the
// stacks of both culprits.
func (l *ledger) judge(v unsafe.Pointer, at stack) (what, stacks string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.find(v)
	switch {
	case r == nil:
		return "Put of a value that is not from this pool", "\nPut:\n" + at.String()
	case !r.out:
		return "value Put twice", "\nPut:\n" + at.String() + "first Put:\n" + r.put.String()
	}
	return "", ""
}

// around returns the record of the value that v points into, at its start or
// further in, or nil. It looks at all of them: it is for the way to a panic.
func (l *ledger) around(v unsafe.Pointer) *record {
	l.mu.Lock()
	defer l.mu.Unlock()
	for addr, r := range l.records {
		if addr <= uintptr(v) && uintptr(v) < addr+uintptr(r.size) && r.self.Value() != nil {
			return r
		}
	}
	return nil
}

// setSaved keeps the content of the value at v, which is in the ledger.
func (l *ledger) setSaved(v unsafe.Pointer, content any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.find(v).saved = content
}

// savedOf returns what setSaved kept.
func (l *ledger) savedOf(v unsafe.Pointer) any {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.find(v).saved
}
