package reuse

import (
	"sync/atomic"
	"unsafe"
)

// Bytes is a set of byte slices of all sizes that may be taken and returned by
// many goroutines. The zero Bytes is ready to use. It must not be copied after
// first use.
//
// Slices come in classes, two per doubling, so that over mixed sizes about
// 1.2 bytes are held per byte asked; powers of two hold 1.4. Where Get finds
// nothing in its class it takes every other time from the next larger one.
//
// In front of each array, out of the slice's reach, stand 16 bytes that say
// whose it is and whether it is out. Put therefore knows its own arrays: a
// slice from elsewhere, one that append has moved, and a slice that does not
// begin where Get's did are dropped and counted, never handed out; a second
// Put of the same slice panics. For a request of exactly a power of two the 16
// bytes cost 12 % of the block (25 % at 32 KiB, less again above 64 KiB), which the
// slice's capacity includes.
//
// Do not use Bytes for slices of 32 bytes or less, for slices that do not
// leave the function (a make of constant size is free there), or for slices
// whose last user is not known. Where sizes are not known in advance, use
// [BufferPool].
type Bytes struct {
	// Name stands in panics and statistics. If empty, the type stands there.
	Name string

	// MaxSize is the size in bytes above which slices are neither kept nor
	// taken from idle ones, at most 64 MiB. Zero means 64 MiB.
	MaxSize int

	// Budget is how many bytes may lie idle. Zero leaves that to the GC: an
	// idle array lives for one to two cycles. With a Budget idle arrays
	// survive the GC, as long as they were needed since the one before, the
	// sum of their capacities never exceeds Budget, and each operation takes
	// a lock, one per class.
	Budget int64

	pools   [classes]store // *front
	shelves atomic.Pointer[shelves]
	ledger  atomic.Pointer[ledger]
}

// A front stands in front of a slice, at the start of its array. Its length
// keeps the slice 16-byte aligned.
type front struct {
	seal
	cap   uint32 // of the slice
	class uint32
}

const frontLen = 16

// Every class's block size is a multiple of 32, so the runtime aligns arrays
// to 32 bytes, and slices stand 16 bytes past that. A slice that stands
// elsewhere is not ours; for one that does stand there, the bytes in front
// are on the same page, so that looking at them is safe, whatever it is.
const (
	arrayAlign = 32
	alignMask  = arrayAlign - 1
)

// blockFor returns the size of the array of class c: the smallest block the
// allocator has for the class's nominal size and the seal. Arrays of bytes
// have no header.
func blockFor(c int) int {
	n := classLen(c) + frontLen
	if n > maxBlock {
		return (n + pageSize - 1) &^ (pageSize - 1)
	}
	i := blockIndex(n)
	for blockSizes[i]%arrayAlign != 0 {
		i++
	}
	return int(blockSizes[i])
}

// capacities are the capacities of the slices of each class. The length, a
// power of two, lets a masked index go unchecked.
var capacities = func() (a [64]int) {
	for c := range classes {
		a[c] = blockFor(c) - frontLen
	}
	return a
}()

// bytesClass returns the smallest class whose capacity is at least n, for n
// from 1. Classes hold a little more than their nominal size, so it may be the
// one before the nominal one.
func bytesClass(n int) int {
	c := classFor(n)
	if c > 0 && n <= capacities[(c-1)&63] {
		c--
	}
	return c
}

// Get returns a slice of length n and at least that capacity. Its content is
// whatever its last user left. Get panics if n is negative.
func (p *Bytes) Get(n int) []byte {
	if uint(n-1) >= maxClassLen || p.Budget != 0 {
		b, _ := p.getOdd(nil, n)
		return b
	}
	f, _ := p.pools[bytesClass(n)].Get().(*front)
	if f == nil || f.state() != p.tag()|idle {
		b, _ := p.getOdd(f, n)
		return b
	}
	if f.goOut() {
		p.countLot()
	}
	return f.slice()[:n]
}

// GetZeroed is Get with the n bytes set to zero (not those up to the capacity).
func (p *Bytes) GetZeroed(n int) []byte {
	var f *front
	if n > 0 && n <= maxClassLen {
		f = p.idleArray(bytesClass(n))
	}
	b, fresh := p.getOdd(f, n)
	if !fresh {
		clear(b)
	}
	return b
}

// Put keeps b's array for a later Get. The caller must not use b, or any slice
// of the same array, afterwards. Put drops a slice that is not Get's, and one
// whose start or capacity has changed; it panics if b's array is idle already.
func (p *Bytes) Put(b []byte) {
	at := unsafe.Pointer(unsafe.SliceData(b))
	if checking && cap(b) > 0 {
		p.check(at, cap(b))
	}
	if uintptr(at)&alignMask != frontLen {
		p.drop(b)
		return
	}
	f := (*front)(unsafe.Add(at, -frontLen))
	if f.state() != p.tag()|out || int(f.cap) != cap(b) || p.Budget != 0 {
		p.putOdd(f, b)
		return
	}
	f.goIdle()
	p.pools[f.class].Put(f)
}

// Stats returns the counters. Under a Budget, Held counts what is in use too;
// see [Bytes.Idle].
func (p *Bytes) Stats() Stats {
	return lazily(&p.ledger).stats(p.name())
}

// Idle returns the bytes that lie idle under a Budget; zero without one.
func (p *Bytes) Idle() int64 {
	if s := p.shelves.Load(); s != nil {
		return s.idle.Load()
	}
	return 0
}

func (p *Bytes) tag() uint32 { return tagOf(unsafe.Pointer(p)) }

func (p *Bytes) name() string {
	if p.Name != "" {
		return p.Name
	}
	return "Bytes"
}

func (p *Bytes) title() string { return untyped("Bytes", p.Name) }

func (p *Bytes) book() (string, *ledger) { return p.title(), lazily(&p.ledger) }

func (p *Bytes) countLot() { p.ledger.Load().hits.Add(lot) }

// slice returns the user's part of an array.
func (f *front) slice() []byte {
	return unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(f), frontLen)), f.cap)
}

// take marks an idle array out. It panics if it finds it out.
func (p *Bytes) take(f *front) {
	switch f.state() {
	case p.tag() | idle:
	case p.tag() | idle | watched:
		l := lazily(&p.ledger)
		if checking && !filled(f.slice(), poison) {
			misuse(p.title(), "slice written after Put", l.last(unsafe.Pointer(f)))
		}
		l.taken(unsafe.Pointer(f))
	default:
		misuse(p.title(), "Get found a slice that is out: it was Put twice at the same time", "")
	}
	if f.goOut() {
		p.countLot()
	}
}

// putOdd is Put for an array that is watched, or under a Budget. A slice that
// is not Get's is dropped; it panics for one that is idle.
func (p *Bytes) putOdd(f *front, b []byte) {
	switch {
	case f.state()&^watched == p.tag()|idle:
		misuse(p.title(), "slice Put twice", lazily(&p.ledger).last(unsafe.Pointer(f)))
	case f.state()&^watched != p.tag()|out || int(f.cap) != cap(b):
		p.drop(b)
		return
	case f.state()&watched != 0 && !lazily(&p.ledger).returned(unsafe.Pointer(f)):
		f.setState(p.tag() | out)
	}
	if checking {
		fill(f.slice(), poison)
	}
	f.goIdle()
	p.keep(f)
}

// drop counts a Put that keeps nothing. To Put a nil slice is not a mistake.
func (p *Bytes) drop(b []byte) {
	if b != nil {
		lazily(&p.ledger).drops.Add(1)
	}
}

// keep stores an idle array.
func (p *Bytes) keep(f *front) {
	if p.Budget == 0 {
		p.pools[f.class].Put(f)
	} else if !p.shelf().put(f, p.Budget) {
		lazily(&p.ledger).drops.Add(1)
	}
}

// idleArray returns an idle array of class c, or nil.
func (p *Bytes) idleArray(c int) *front {
	if p.Budget == 0 {
		f, _ := p.pools[c].Get().(*front)
		return f
	}
	return p.shelf().get(c)
}

// getOdd is Get where f, the idle array of n's class, is not there or not an
// ordinary one. fresh says that the slice is all zeros.
func (p *Bytes) getOdd(f *front, n int) (b []byte, fresh bool) {
	if n < 0 {
		misuse(p.title(), "Get of a negative length", "")
	}
	if f == nil {
		if n > p.limit() {
			lazily(&p.ledger).misses.Add(1)
			return make([]byte, n), true
		}
		c := bytesClass(max(n, 1))
		if f = p.search(c); f == nil {
			return p.make(n, c), true
		}
	}
	p.take(f)
	return f.slice()[:n], false
}

// limit returns the largest size in bytes that is kept.
func (p *Bytes) limit() int {
	if p.MaxSize <= 0 || p.MaxSize > maxClassLen {
		return maxClassLen
	}
	return p.MaxSize
}

// search returns an idle array of class c, or every second time there is none
// the next one up, or nil. Were it every time, a class that once ran short
// would borrow for ever: what it borrows goes back to the class above.
func (p *Bytes) search(c int) *front {
	f := p.idleArray(c)
	if f != nil || c+1 >= classes {
		return f
	}
	l := lazily(&p.ledger)
	if l.shorts.Add(1)%2 == 0 {
		return nil
	}
	if f = p.idleArray(c + 1); f != nil {
		l.steals.Add(1)
	}
	return f
}

// make allocates an array of class c that is out.
func (p *Bytes) make(n, c int) []byte {
	block := make([]byte, capacities[c]+frontLen)
	f := (*front)(unsafe.Pointer(&block[0]))
	f.cap, f.class = uint32(capacities[c]), uint32(c)
	f.setState(p.tag() | out)
	if lazily(&p.ledger).born(unsafe.Pointer(f), len(block)) {
		f.setState(p.tag() | out | watched)
	}
	return block[frontLen:][:n]
}

// check is the misuse build's part of Put of a slice at at with capacity n. It
// asks the ledger, because the memory in front of a foreign slice must not be
// looked at there. Slices above the limit are not in the ledger; they pass,
// and are dropped.
func (p *Bytes) check(at unsafe.Pointer, n int) {
	l := lazily(&p.ledger)
	r := l.around(at)
	switch {
	case r == nil && n > p.limit():
	case r == nil:
		misuse(p.title(), "Put of a slice that is not from Get", "\nPut:\n"+here(2).String())
	case uintptr(at) != r.addr+frontLen || n != r.size-frontLen:
		misuse(p.title(), "Put of a part of Get's slice", "\nPut:\n"+here(2).String()+"Get:\n"+r.got.String())
	case !r.out:
		misuse(p.title(), "slice Put twice", "\nPut:\n"+here(2).String()+"first Put:\n"+r.put.String())
	}
}

// shelf returns the store of a Bytes with a Budget.
func (p *Bytes) shelf() *shelves {
	if s := p.shelves.Load(); s != nil {
		return s
	}
	p.shelves.CompareAndSwap(nil, &shelves{})
	return p.shelves.Load()
}
