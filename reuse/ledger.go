package reuse

import (
	"cmp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"unsafe"
)

const (
	sampleBytes = 8 << 10 // Stats.Held is sampled once per this many bytes made
	watchEvery  = 256     // one miss in this many makes a value that is watched for leaks
	watchUses   = 64      // number of Gets after which a value is watched no longer
	maxLeaks    = 64      // different stacks kept
)

// A ledger counts events of one primitive that are off the hit path, and has the records of watched values. It is
// separate from the primitive: the runtime references the ledger for as long as it waits for a watched value to die,
// and must not keep the primitive, and with it the value, alive.
type ledger struct {
	hits, misses, steals, drops counter
	shorts                      counter // number of times a class had nothing idle; Bytes only

	made counter // bytes allocated
	live gauge   // bytes still alive, sampled

	mu      quietMutex
	records table           // records of the watched values, by address
	leaks   *[maxLeaks]loss // nil until a value was lost
	leaked  uint64
}

// A record is the history of one watched value.
type record struct {
	next     *record // next record in the same bucket
	addr     uintptr
	size     int    // size of the value in bytes
	n        uint64 // the number in the seal, above its flags, in the misuse build
	out      bool
	uses     int
	got, put stack
}

// A loss counts the lost values whose last Get has one stack.
type loss struct {
	at stack
	n  uint64
}

// A stack holds return addresses, innermost first. Zeros fill it up.
type stack [16]uintptr

// here returns the caller's stack without the innermost skip frames.
func here(skip int) (s stack) {
	runtime.Callers(skip+2, s[:])
	return s
}

// String prints two lines for each frame, the function and its position. It leaves out frames of this package and the
// frame that every goroutine begins with.
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

// internal reports whether a function belongs to this package. Its frames are of no use to the user, who wants to see
// the caller.
func internal(function string) bool {
	return strings.HasPrefix(function, "github.com/unheap/unheap/reuse.")
}

// An account is what a primitive has besides its idle values. It is made at the first miss.
type account struct {
	*ledger
	quarantine *quarantine // nil unless this is the misuse build
}

// books are the pointers to a primitive's account, nil before first use.
type books struct {
	ledger     atomic.Pointer[ledger]
	quarantine atomic.Pointer[quarantine]
}

// account returns the account, which it makes on first use. Both parts of a new account are zero, so that nobody
// writes to them before other goroutines can see them.
func (b *books) account() (a account) {
	quiet()
	a.ledger = made(&b.ledger)
	if checking {
		a.quarantine = made(&b.quarantine)
	}
	loud()
	return a
}

// made returns what p points to. If p is nil, it allocates a zero E first.
func made[E any](p *atomic.Pointer[E]) *E {
	if e := p.Load(); e != nil {
		return e
	}
	p.CompareAndSwap(nil, new(E))
	return p.Load()
}

// born notes that a miss has made a value of size bytes at v. It returns the flags for the value's seal: watched, or
// 0.
func (l *ledger) born(v unsafe.Pointer, size int) (state uint32) {
	l.sample(v, size)
	return l.missed(v, size)
}

// missed is born without the sample of live memory.
func (l *ledger) missed(v unsafe.Pointer, size int) (state uint32) {
	if l.misses.add(1)%watchEvery != 0 {
		return 0
	}
	l.open(v, size, here(3))
	return watched
}

// takeOut marks the value at v, with seal s, as out. It returns false and does nothing if the value is not idle or its
// owner does not have that tag.
func (l *ledger) takeOut(v unsafe.Pointer, s *seal, tag uint32) bool {
	switch s.state() {
	case tag | idle:
	case tag | idle | watched:
		l.taken(v)
	default:
		return false
	}
	s.goOut()
	return true
}

// putBack marks the value at v, whose seal s is out, as idle. It adds up a full lot of hits, and ends the watch of a
// value that has had its uses.
func (l *ledger) putBack(v unsafe.Pointer, s *seal) {
	if s.lotFull() {
		l.hits.add(lot)
	}
	if s.state()&watched != 0 && !l.returned(v) {
		s.bits -= watched << hitBits
	}
	s.goIdle()
}

// sample adds size bytes at v to the live memory until v dies. Of values below sampleBytes it adds only one in so
// many, and sampleBytes for it.
func (l *ledger) sample(v unsafe.Pointer, size int) {
	made := l.made.add(uint64(size))
	weight := int64(size)
	if size < sampleBytes {
		if made/sampleBytes == (made-uint64(size))/sampleBytes {
			return
		}
		weight = sampleBytes
	}
	l.live.add(weight)
	runtime.AddCleanup((*byte)(v), func(w int64) { l.live.add(-w) }, weight)
}

// open starts the record of a value that is about to be handed out for the first time, with the stack of the Get. The
// record ends when the value has died, and not before the value's finalizer has run, if it has one.
//
//go:norace
func (l *ledger) open(v unsafe.Pointer, size int, at stack) *record {
	r := &record{addr: uintptr(v), size: size}
	l.enter(r, at)
	runtime.AddCleanup((*byte)(v), l.died, r)
	return r
}

// The functions below touch shared memory without the race detector's knowledge.

//go:norace
func (l *ledger) enter(r *record, at stack) {
	l.mu.lock()
	if was := l.records.put(r); was != nil && was.out {
		l.lose(was) // the old value at this address is dead, but its cleanup, died, has not run yet
	}
	r.take(at)
	l.mu.unlock()
}

// take notes a Get with stack at.
//
//go:norace
func (r *record) take(at stack) {
	r.out, r.got = true, at
	r.uses++
	r.n = nextRecord()
}

var lastRecord counter

func nextRecord() uint64 { return lastRecord.add(1) << numberShift }

// died closes the record of a value that the GC has found unreachable. A value that was out then has been lost by its
// user.
//
//go:norace
func (l *ledger) died(r *record) {
	l.mu.lock()
	if l.records.find(r.addr) == r { // otherwise the address has a new owner already
		l.records.remove(r.addr)
		if r.out {
			l.lose(r)
		}
	}
	l.mu.unlock()
}

// lose counts the value of r as leaked. The caller holds the lock.
//
//go:norace
func (l *ledger) lose(r *record) {
	if checking {
		l.leaked++
	} else {
		l.leaked += watchEvery
	}
	if l.leaks == nil {
		l.leaks = new([maxLeaks]loss)
	}
	for i := range l.leaks {
		if x := &l.leaks[i]; x.n == 0 || x.at == r.got {
			x.at = r.got
			x.n++
			return
		}
	}
}

// taken notes a Get of the watched value at v. It returns the record's new number, which in the misuse build goes into
// the value's seal, or zero if there is no record.
//
//go:norace
func (l *ledger) taken(v unsafe.Pointer) (n uint64) {
	at := here(3)
	l.mu.lock()
	if r := l.records.find(uintptr(v)); r != nil {
		r.take(at)
		n = r.n
	}
	l.mu.unlock()
	return n
}

// returned notes a Put of the watched value at v and reports whether it stays
// watched.
//
//go:norace
func (l *ledger) returned(v unsafe.Pointer) (watch bool) {
	at := here(3)
	l.mu.lock()
	if r := l.records.find(uintptr(v)); r != nil {
		r.out, r.put = false, at
		if watch = r.uses < watchUses; !watch {
			l.records.remove(uintptr(v))
		}
	}
	l.mu.unlock()
	return watch
}

// last returns the stacks of the last Get and Put of the value at v, as text for a panic; empty if v is not watched.
func (l *ledger) last(v unsafe.Pointer) string {
	got, put, ok := l.stacks(v)
	if !ok {
		return ""
	}
	return "\nlast Get:\n" + got.String() + "last Put:\n" + put.String()
}

//go:norace
func (l *ledger) stacks(v unsafe.Pointer) (got, put stack, ok bool) {
	l.mu.lock()
	if r := l.records.find(uintptr(v)); r != nil {
		got, put, ok = r.got, r.put, true
	}
	l.mu.unlock()
	return got, put, ok
}

// missing returns the number of values lost, by the stack of their Get. With alsoOut it adds the values that are out.
//
//go:norace
func (l *ledger) missing(alsoOut bool) map[stack]uint64 {
	m := make(map[stack]uint64)
	l.mu.lock()
	if l.leaks != nil {
		for i := range l.leaks {
			if x := &l.leaks[i]; x.n > 0 {
				m[x.at] += x.n
			}
		}
	}
	if alsoOut {
		for _, r := range l.records.buckets {
			for ; r != nil; r = r.next {
				if r.out {
					m[r.got]++
				}
			}
		}
	}
	l.mu.unlock()
	return m
}

//go:norace
func (l *ledger) lostSoFar() uint64 {
	l.mu.lock()
	n := l.leaked
	l.mu.unlock()
	return n
}

// stats returns Stats with the fields that the ledger knows.
func (l *ledger) stats(name string) Stats {
	s := Stats{
		Name:   name,
		Hits:   l.hits.load(),
		Misses: l.misses.load(),
		Steals: l.steals.load(),
		Drops:  l.drops.load(),
		Leaked: l.lostSoFar(),
	}
	s.Held, s.High = l.live.load()
	if s.Leaked > 0 {
		s.Leaks = byPlace(l.missing(false))
	}
	return s
}

// byPlace prints stacks, and adds up the counts of stacks that print alike because they differ in frames of this
// package only.
func byPlace(counts map[stack]uint64) map[string]uint64 {
	places := make(map[string]uint64, len(counts))
	for at, n := range counts {
		places[at.String()] += n
	}
	return places
}

// sortedPlaces returns the printed stacks, most frequent first, then in alphabetical order.
func sortedPlaces(places map[string]uint64) []string {
	s := make([]string, 0, len(places))
	for at := range places {
		s = append(s, at)
	}
	slices.SortFunc(s, func(a, b string) int {
		return cmp.Or(cmp.Compare(places[b], places[a]), strings.Compare(a, b))
	})
	return s
}

// A table is a hash table of records by address. It is not a map because the race detector would see every use of one.
type table struct {
	buckets []*record // their number is a power of two
	n       int
}

//go:norace
func (t *table) bucket(addr uintptr) **record {
	h := uint64(addr) * 0x9E3779B97F4A7C15 >> 32
	return &t.buckets[h&uint64(len(t.buckets)-1)]
}

//go:norace
func (t *table) find(addr uintptr) *record {
	if t.n == 0 {
		return nil
	}
	r := *t.bucket(addr)
	for r != nil && r.addr != addr {
		r = r.next
	}
	return r
}

// put enters r and returns the record that was at its address before, or nil.
//
//go:norace
func (t *table) put(r *record) (was *record) {
	was = t.remove(r.addr)
	if t.n >= len(t.buckets) {
		old := t.buckets
		t.buckets = make([]*record, max(16, 2*len(old)))
		for _, x := range old {
			for x != nil {
				next := x.next
				b := t.bucket(x.addr)
				x.next, *b = *b, x
				x = next
			}
		}
	}
	b := t.bucket(r.addr)
	r.next, *b = *b, r
	t.n++
	return was
}

//go:norace
func (t *table) remove(addr uintptr) *record {
	if t.n == 0 {
		return nil
	}
	for b := t.bucket(addr); *b != nil; b = &(*b).next {
		if r := *b; r.addr == addr {
			*b, r.next = r.next, nil
			t.n--
			return r
		}
	}
	return nil
}

// around returns the record of the value that v points to, or into, or nil. It looks at every record, which is fine on
// the way to a panic.
//
//go:norace
func (t *table) around(v uintptr) *record {
	for _, r := range t.buckets {
		for ; r != nil; r = r.next {
			if r.addr <= v && v < r.addr+uintptr(r.size) {
				return r
			}
		}
	}
	return nil
}
