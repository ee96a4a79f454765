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
// 1.2 bytes are held per byte asked; powers of two hold 1.4. Get takes from
// the next larger class before it allocates.
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

	pools   [classes]store // *seal, at the start of an array
	shelves atomic.Pointer[shelves]
	ledger  atomic.Pointer[ledger]
}

// frontLen is the room in front of a slice for its seal. It keeps the slice
// 16-byte aligned.
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
	if uint(n-1) < maxClassLen && p.Budget == 0 && !checking {
		c := bytesClass(n)
		if h, _ := p.pools[c].Get().(*seal); h != nil {
			return p.take(h, n, c)
		}
	}
	b, _ := p.getOdd(n)
	return b
}

// GetZeroed is Get with the n bytes set to zero (not those up to the capacity).
func (p *Bytes) GetZeroed(n int) []byte {
	if uint(n-1) < maxClassLen && p.Budget == 0 && !checking {
		c := bytesClass(n)
		if h, _ := p.pools[c].Get().(*seal); h != nil {
			b := p.take(h, n, c)
			clear(b)
			return b
		}
	}
	b, fresh := p.getOdd(n)
	if !fresh {
		clear(b)
	}
	return b
}

// Put keeps b's array for a later Get. The caller must not use b, or any slice
// of the same array, afterwards. Put drops a slice that is not Get's, and one
// whose start or capacity has changed; it panics if b's array is idle already.
func (p *Bytes) Put(b []byte) {
	n := cap(b)
	if n == 0 {
		return
	}
	c := bytesClass(n)
	at := unsafe.Pointer(unsafe.SliceData(b))
	if checking {
		p.checkedPut(at, n)
		return
	}
	if capacities[c&63] != n || uintptr(at)&alignMask != frontLen {
		p.drop()
		return
	}
	h := (*seal)(unsafe.Add(at, -frontLen))
	word := p.tag() | idle
	if h.word != p.tag()|out {
		if word = p.giveBackOdd(h); word == 0 {
			p.drop()
			return
		}
	}
	h.word = word
	p.keep(h, c)
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

func (p *Bytes) drop() { lazily(&p.ledger).drops.Add(1) }

// take marks the idle array at h, of class c, out and returns its first n bytes.
func (p *Bytes) take(h *seal, n, c int) []byte {
	if tag := p.tag(); h.word == tag|idle {
		h.word = tag | out
	} else {
		p.takeOdd(h)
	}
	if h.uses++; h.uses%lot == 0 {
		p.ledger.Load().hits.Add(lot)
	}
	return unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(h), frontLen)), capacities[c&63])[:n]
}

// takeOdd is take for an array that is watched, or that is idle twice.
func (p *Bytes) takeOdd(h *seal) {
	if h.word != p.tag()|idle|watched {
		misuse(p.title(), "Get found a slice that is out: it was Put twice at the same time", "")
	}
	h.word = p.tag() | out | watched
	p.ledger.Load().taken(unsafe.Pointer(h))
}

// giveBackOdd returns the new word of a watched array, zero for an array that
// is not p's, and panics for one that is idle.
func (p *Bytes) giveBackOdd(h *seal) uint32 {
	switch h.word {
	case p.tag() | out | watched:
		if lazily(&p.ledger).returned(unsafe.Pointer(h)) {
			return p.tag() | idle | watched
		}
		return p.tag() | idle
	case p.tag() | idle, p.tag() | idle | watched:
		misuse(p.title(), "slice Put twice", lazily(&p.ledger).last(unsafe.Pointer(h)))
	}
	return 0
}

// keep stores an idle array of class c.
func (p *Bytes) keep(h *seal, c int) {
	if p.Budget == 0 {
		p.pools[c].Put(h)
	} else if !p.shelf().put(h, c, p.Budget) {
		p.drop()
	}
}

// idleArray returns an idle array of class c, or nil.
func (p *Bytes) idleArray(c int) *seal {
	if p.Budget == 0 {
		h, _ := p.pools[c].Get().(*seal)
		return h
	}
	return p.shelf().get(c)
}

// getOdd is Get where the pool of n's class is empty or not to be used. fresh
// says that the slice is all zeros.
func (p *Bytes) getOdd(n int) (b []byte, fresh bool) {
	if n < 0 {
		misuse(p.title(), "Get of a negative length", "")
	}
	if n > maxClassLen || p.MaxSize > 0 && n > p.MaxSize {
		lazily(&p.ledger).misses.Add(1)
		return make([]byte, n), true
	}
	c := bytesClass(max(n, 1))
	h := p.idleArray(c)
	if h == nil && c+1 < classes {
		if h = p.idleArray(c + 1); h != nil {
			c++
			lazily(&p.ledger).steals.Add(1)
		}
	}
	switch {
	case h == nil:
		return p.make(n, c), true
	case checking:
		p.reveal(h, c)
	}
	return p.take(h, n, c), false
}

// make allocates an array of class c that is out.
func (p *Bytes) make(n, c int) []byte {
	block := make([]byte, capacities[c]+frontLen)
	h := (*seal)(unsafe.Pointer(&block[0]))
	h.word = p.tag() | out
	if lazily(&p.ledger).born(unsafe.Pointer(h), len(block)) {
		h.word |= watched
	}
	return block[frontLen:][:n]
}

// The misuse build's side. The ledger is asked first there, because the memory
// in front of a foreign slice must not be touched.

// checkedPut is Put of a slice at at of capacity n.
func (p *Bytes) checkedPut(at unsafe.Pointer, n int) {
	if n > capacities[classes-1] || p.MaxSize > 0 && n > capacities[bytesClass(p.MaxSize)] {
		p.drop()
		return
	}
	l := lazily(&p.ledger)
	switch r := l.around(at); {
	case r == nil:
		misuse(p.title(), "Put of a slice that is not from Get", "\nPut:\n"+here(2).String())
	case uintptr(at) != r.addr+frontLen || n != r.size-frontLen:
		misuse(p.title(), "Put of a part of Get's slice", "\nPut:\n"+here(2).String()+"Get:\n"+r.got.String())
	}
	h := (*seal)(unsafe.Add(at, -frontLen))
	if what, stacks := l.judge(unsafe.Pointer(h), here(2)); what != "" {
		misuse(p.title(), what, stacks)
	}
	fill(unsafe.Slice((*byte)(at), n), poison)
	h.word = p.giveBackOdd(h)
	p.keep(h, bytesClass(n))
}

// reveal panics if the idle array at h was written.
func (p *Bytes) reveal(h *seal, c int) {
	b := unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(h), frontLen)), capacities[c])
	if !filled(b, poison) {
		misuse(p.title(), "slice written after Put", lazily(&p.ledger).last(unsafe.Pointer(h)))
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
