package reuse

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

// Bytes is a set of byte slices of all sizes that may be taken and returned by many goroutines. The zero Bytes is
// ready to use. It must not be copied after first use. One per program, or one per kind of traffic, is enough: a Bytes
// itself takes 1 KiB, 128 bytes for each processor and class in use, and 5 KiB once it has had a slice above 24 KiB,
// and slices that idle in one Bytes are of no use to another.
//
// Slices come in size classes, two per doubling, so that over mixed sizes about 1.2 bytes are held per byte asked for;
// with classes of powers of two it would be 1.4. Where Get finds nothing idle in its class it may take from a larger
// one.
//
// In front of each array, out of the slice's reach, stand 16 bytes that say which Bytes it belongs to and whether it
// is out. Put therefore knows its own arrays. A slice from elsewhere, a slice that append has moved, and a slice that
// does not begin where Get's did are dropped and counted, never handed out; a second Put of a slice that is idle
// panics. For a request of exactly a power of two the 16 bytes cost 12 % of the block (25 % at 32 KiB, less again
// above 64 KiB), which the slice's capacity includes.
//
// Do not use Bytes for slices of 32 bytes or less, for slices that do not leave the function (a make of constant size
// is free there), or for slices whose last user is not known. Where sizes are not known in advance, use [BufferPool].
type Bytes struct {
	_ noCopy

	// Name identifies the set in panics and statistics. If empty, its type does.
	Name string

	// MaxSize is the size in bytes, at most 64 MiB, above which Get always allocates and Put keeps nothing. Zero means
	// 64 MiB.
	MaxSize int

	// Budget is how many bytes may lie idle. Zero leaves idle arrays to the GC: each lives for one to two cycles. With
	// a Budget idle arrays survive the GC as long as they were needed since the GC before, the sum of their capacities
	// never exceeds Budget, and each operation takes a lock, one per class. It must not change after first use.
	Budget int64

	pools   [bigClass]sync.Pool // *front
	shelves atomic.Pointer[shelves[front]]
	books   books
	ident   ident
}

// A front stands in front of a slice, at the start of its array. The front is 16 bytes long, so that the slice is
// 16-byte aligned.
type front struct {
	seal
	cap   uint32 // capacity of the slice, in bytes
	class uint32
}

const frontLen = 16

// Every class's block size is a multiple of 32, so the runtime aligns arrays to 32 bytes, and our slices begin 16
// bytes after such an address. A slice that begins elsewhere is not ours. If a slice does begin there, the 16 bytes in
// front of it are on the same page, so that they can be read safely, whatever they are.
const (
	arrayAlign = 32
	alignMask  = arrayAlign - 1
)

// capacities are the capacities in bytes of the slices of each class. The length of the table, a power of two, spares
// the bounds check of a masked index.
var capacities = func() (a [64]int) {
	for c := range classes {
		a[c] = blockFor(c) - frontLen
	}
	return a
}()

// bytesClass returns the smallest class whose capacity is at least n, for n from 1. The capacity of a class is a
// little more than its nominal size, so the class may be the one below classFor(n).
func bytesClass(n int) int {
	c := classFor(n)
	if c > 0 && n <= capacities[(c-1)&63] {
		c--
	}
	return c
}

// smallClasses are the classes of lengths from 1 to smallLen, by sixteens: all capacities are multiples of 16. The two
// loads of a look-up cost half of what the computation does.
var smallClasses = func() (a [smallLen / 16]uint8) {
	for i := range a {
		a[i] = uint8(bytesClass(16 * (i + 1)))
	}
	return a
}()

// smallClass is bytesClass for n from 1 to smallLen.
func smallClass(n int) int { return int(smallClasses[uint(n-1)/16]) }

// Get returns a slice of length n, and at least that capacity. Its content is what its last user left. Get panics if n
// is negative.
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

// GetZeroed is Get with the n bytes set to zero. Those between length and capacity are not.
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

// Put keeps b's array for a later Get. The caller must not use b, or any slice of the same array, afterwards. Put
// drops a slice that does not come from Get, and one whose start or capacity has changed. It panics if b's array is
// idle. The misuse build also panics for what Put drops, except for a slice without capacity.
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

// Stats returns the counters. Under a Budget, Held includes slices in use; [Bytes.Idle] does not.
func (p *Bytes) Stats() Stats {
	name := p.Name
	if name == "" {
		name = "Bytes"
	}
	return p.account().stats(name)
}

// Idle returns the number of bytes that lie idle under a Budget. It is zero without a Budget, and in the misuse build,
// which does not hand idle bytes out again.
func (p *Bytes) Idle() int64 {
	if s := p.shelves.Load(); s != nil {
		return s.idle.Load()
	}
	return 0
}

func (p *Bytes) title() string { return untyped("Bytes", p.Name) }

func (p *Bytes) account() account { return p.books.account() }

func (p *Bytes) book() (string, account) { return p.title(), p.account() }

// slice returns the part of the array that its user gets.
func (f *front) slice() []byte {
	return unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(f), frontLen)), f.cap)
}

// take marks an idle array out. It panics if the array is out already.
func (p *Bytes) take(f *front) {
	if !p.account().takeOut(unsafe.Pointer(f), &f.seal, p.ident.tag()) {
		misuse(p.title(), "Get found a slice that is out: it was Put twice at the same time", "")
	}
}

// putOdd is Put for an array that is watched, has a full lot, or is under a Budget. It drops a slice that is not
// Get's, and panics for a slice that is idle.
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

// drop counts a Put that keeps nothing. A Put of a nil slice is no mistake and is not counted.
func (p *Bytes) drop(b []byte) {
	if b != nil {
		p.account().drops.add(1)
	}
}

// onShelf reports whether idle arrays of class c wait on the shelves, not in a sync.Pool.
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

// getOdd is Get without its fast path. fresh reports whether the slice is all zeros.
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

// getMissed is Get after the search for an idle array in c, the class of n, has returned f: nil, or an array that is
// watched or out.
func (p *Bytes) getMissed(f *front, n, c int) (b []byte, fresh bool) {
	if f == nil {
		if f = p.search(c); f == nil {
			return p.make(n, c), true
		}
	}
	p.take(f)
	return f.slice()[:n], false
}

// limit returns the largest size in bytes that Put keeps.
func (p *Bytes) limit() int {
	if p.MaxSize <= 0 || p.MaxSize > maxClassLen {
		return maxClassLen
	}
	return p.MaxSize
}

// search returns an idle array of the next class above c, or nil, and counts a steal. Below bigClass it tries only
// every second time: otherwise a class that once ran short would take from above for ever, since the arrays that it
// takes go back to the class above. From bigClass on it always tries, as an array there is at most twice the size and
// cheaper than a new one.
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
