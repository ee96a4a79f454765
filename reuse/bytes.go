package reuse

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

// Bytes is a set of byte slices of all sizes that may be taken and returned by
// many goroutines. The zero Bytes is ready to use. It must not be copied after
// first use. One per program, or one per kind of traffic, is enough: a Bytes
// takes 1 KiB, 128 bytes for each processor and class in use, and 5 KiB once it
// has had a slice above 24 KiB, and what idles in one is of no use to another.
//
// Slices come in classes, two per doubling, so that over mixed sizes about
// 1.2 bytes are held per byte asked; powers of two hold 1.4. Where Get finds
// nothing in its class it may take from a larger one.
//
// In front of each array, out of the slice's reach, stand 16 bytes that say
// whose it is and whether it is out. Put therefore knows its own arrays: a
// slice from elsewhere, one that append has moved, and a slice that does not
// begin where Get's did are dropped and counted, never handed out; a second
// Put of a slice that is idle panics. For a request of exactly a power of two
// the 16 bytes cost 12 % of the block (25 % at 32 KiB, less again above 64
// KiB), which the slice's capacity includes.
//
// Do not use Bytes for slices of 32 bytes or less, for slices that do not
// leave the function (a make of constant size is free there), or for slices
// whose last user is not known. Where sizes are not known in advance, use
// [BufferPool].
type Bytes struct {
	_ noCopy

	// Name stands in panics and statistics. If empty, the type stands there.
	Name string

	// MaxSize is the size in bytes above which slices are neither kept nor
	// taken from idle ones, at most 64 MiB. Zero means 64 MiB.
	MaxSize int

	// Budget is how many bytes may lie idle. Zero leaves that to the GC: an
	// idle array lives for one to two cycles. With a Budget idle arrays
	// survive the GC, as long as they were needed since the one before, the
	// sum of their capacities never exceeds Budget, and each operation takes
	// a lock, one per class. It must not change after first use.
	Budget int64

	pools   [bigClass]sync.Pool // *front
	shelves atomic.Pointer[shelves[front]]
	books   books
	ident   ident
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

// smallClasses are the classes of lengths from 1 to smallLen by sixteens: all
// capacities are multiples of 16. Two loads cost half of what computing does.
var smallClasses = func() (a [smallLen / 16]uint8) {
	for i := range a {
		a[i] = uint8(bytesClass(16 * (i + 1)))
	}
	return a
}()

// smallClass is bytesClass for n from 1 to smallLen.
func smallClass(n int) int { return int(smallClasses[uint(n-1)/16]) }

// Get returns a slice of length n and at least that capacity. Its content is
// whatever its last user left. Get panics if n is negative.
func (p *Bytes) Get(n int) []byte {
	if checking {
		return p.checkedGet(n, false)
	}
	if uint(n-1) >= smallLen || p.MaxSize != 0 || p.Budget != 0 {
		b, _ := p.getOdd(n)
		return b
	}
	c := smallClass(n)
	f, _ := p.pools[c].Get().(*front)
	if f == nil || !f.is(p.ident.tag()|idle) {
		b, _ := p.getMissed(f, n, c)
		return b
	}
	f.goOut()
	return f.slice()[:n]
}

// GetZeroed is Get with the n bytes set to zero (not those up to the capacity).
func (p *Bytes) GetZeroed(n int) []byte {
	if checking {
		return p.checkedGet(n, true)
	}
	b, fresh := p.getOdd(n)
	if !fresh {
		clear(b)
	}
	return b
}

// Put keeps b's array for a later Get. The caller must not use b, or any slice
// of the same array, afterwards. Put drops a slice that is not Get's, and one
// whose start or capacity has changed; it panics if b's array is idle. The
// misuse build panics for what Put drops, but for a slice without capacity.
func (p *Bytes) Put(b []byte) {
	if checking {
		p.checkedPut(b)
		return
	}
	at := unsafe.Pointer(unsafe.SliceData(b))
	if uintptr(at)&alignMask != frontLen {
		p.drop(b)
		return
	}
	f := (*front)(unsafe.Add(at, -frontLen))
	if !f.is(p.ident.tag()|out) || int(f.cap) != cap(b) || p.Budget != 0 {
		p.putOdd(f, b)
		return
	}
	f.goIdle()
	if f.class < bigClass {
		p.pools[f.class].Put(f)
	} else {
		p.shelf().put(int(f.class), f)
	}
}

// Stats returns the counters. Under a Budget, Held counts what is in use too;
// see [Bytes.Idle].
func (p *Bytes) Stats() Stats {
	name := p.Name
	if name == "" {
		name = "Bytes"
	}
	return p.account().stats(name)
}

// Idle returns the bytes that lie idle under a Budget; zero without one, and in
// the misuse build, which does not hand them out again.
func (p *Bytes) Idle() int64 {
	if s := p.shelves.Load(); s != nil {
		return s.idle.Load()
	}
	return 0
}

func (p *Bytes) title() string { return untyped("Bytes", p.Name) }

func (p *Bytes) account() account { return p.books.account() }

func (p *Bytes) book() (string, account) { return p.title(), p.account() }

// slice returns the user's part of an array.
func (f *front) slice() []byte {
	return unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(f), frontLen)), f.cap)
}

// take marks an idle array out. It panics if it finds it out.
func (p *Bytes) take(f *front) {
	if !p.account().takeOut(unsafe.Pointer(f), &f.seal, p.ident.tag()) {
		misuse(p.title(), "Get found a slice that is out: it was Put twice at the same time", "")
	}
}

// putOdd is Put for an array that is watched, has a full lot, or is under a
// Budget. A slice
// that is not Get's is dropped; it panics for one that is idle.
func (p *Bytes) putOdd(f *front, b []byte) {
	switch whose := f.whose(p.ident.tag()); {
	case whose == idle:
		misuse(p.title(), "slice Put twice", p.account().last(unsafe.Pointer(f)))
	case whose == other || int(f.cap) != cap(b):
		p.drop(b)
		return
	}
	p.account().putBack(unsafe.Pointer(f), &f.seal)
	p.keep(f)
}

// drop counts a Put that keeps nothing. To Put a nil slice is not a mistake.
func (p *Bytes) drop(b []byte) {
	if b != nil {
		p.account().drops.add(1)
	}
}

// onShelf reports whether idle arrays of class c wait on the shelves.
func (p *Bytes) onShelf(c int) bool { return c >= bigClass || p.Budget != 0 }

// keep stores an idle array.
func (p *Bytes) keep(f *front) {
	if c := int(f.class); !p.onShelf(c) {
		p.pools[c].Put(f)
	} else if !p.shelf().put(c, f) {
		p.account().drops.add(1)
	}
}

// idleArray returns an idle array of class c, or nil.
func (p *Bytes) idleArray(c int) *front {
	if p.onShelf(c) {
		return p.shelf().get(c)
	}
	f, _ := p.pools[c].Get().(*front)
	return f
}

// getOdd is Get without a short cut. fresh says that the slice is all zeros.
func (p *Bytes) getOdd(n int) (b []byte, fresh bool) {
	if n < 0 {
		misuse(p.title(), "Get of a negative length", "")
	}
	if n > p.limit() {
		p.account().misses.add(1)
		return make([]byte, n), true
	}
	c := bytesClass(max(n, 1))
	return p.getMissed(p.idleArray(c), n, c)
}

// getMissed is Get where f, which an idle array of n's class c was looked for
// and found in, is nil or not an ordinary one.
func (p *Bytes) getMissed(f *front, n, c int) (b []byte, fresh bool) {
	if f == nil {
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

// search returns an idle array of a class above c, or nil. A small one borrows
// every second time: were it every time, a class that once ran short would
// borrow for ever, since what it borrows goes back to the class above. A large
// one always borrows what is at most twice its size: an idle array is dearer
// than that.
func (p *Bytes) search(c int) (f *front) {
	a := p.account()
	if c < bigClass {
		if a.shorts.add(1)%2 == 0 {
			return nil
		}
	}
	if c+1 < classes {
		f = p.idleArray(c + 1)
	}
	if f != nil {
		a.steals.add(1)
	}
	return f
}

// make allocates an array of class c that is out.
func (p *Bytes) make(n, c int) []byte {
	array := make([]byte, capacities[c]+frontLen)
	f := (*front)(unsafe.Pointer(&array[0]))
	f.cap, f.class = uint32(capacities[c]), uint32(c)
	f.begin(p.ident.assign() | out | p.account().born(unsafe.Pointer(f), len(array)))
	return array[frontLen:][:n]
}

// shelf returns the store of large arrays, or of all under a Budget.
func (p *Bytes) shelf() *shelves[front] {
	if s := p.shelves.Load(); s != nil {
		return s
	}
	p.shelves.CompareAndSwap(nil, &shelves[front]{budget: p.Budget, size: func(c int) int { return capacities[c] }})
	return p.shelves.Load()
}
