package reuse

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

// A BufferPool is a set of [Buffer] values that may be taken and returned by many goroutines. The zero BufferPool is
// ready to use. It must not be copied after first use.
//
// Idle Buffers are sorted by the size of their arrays. Get returns a Buffer in which three of four recent contents
// would have fitted. The pool learns that size from a sample of the lengths at Put, about every 500 Puts (the first
// time after 32). A Buffer that grows trades its array for a larger idle one. So a few large contents cost a few large
// arrays, rather than one for each Buffer, and a change of traffic is learnt within two such rounds.
//
// Do not use a BufferPool where the final size is known (use [Bytes]), or for less than about 64 bytes. One BufferPool
// per kind of traffic is enough, and what one has learnt is of no use to another: do not make one per connection.
type BufferPool struct {
	_ noCopy

	// Name identifies the pool in panics and statistics. If empty, its type does.
	Name string

	// MaxSize is the capacity in bytes above which Put does not keep a Buffer: at least 64 bytes, at most 64 MiB. Zero
	// means 64 MiB. Below it, and from 1.5 MiB on, Put keeps a Buffer only while one content in twenty needs that
	// much.
	MaxSize int

	start    atomic.Int32 // size class of the Buffers that Get returns
	excess   atomic.Int32 // number of classes above freeClass whose Buffers are kept
	forecast atomic.Pointer[forecast]
	pools    [bigClass]sync.Pool // *Buffer, by class
	shelves  atomic.Pointer[shelves[Buffer]]
	sample   sample
	books    books
	ident    ident
}

// freeClass is the largest class, 1 MiB, whose Buffers are kept even if the sample does not show a need for them.
const freeClass = 28

// Get returns an empty Buffer.
func (p *BufferPool) Get() *Buffer {
	if checking {
		return p.checkedGet()
	}
	c := int(p.start.Load())
	if c >= bigClass {
		return p.getOdd(p.idleBuffer(c), c)
	}
	b, _ := p.pools[c].Get().(*Buffer)
	if b == nil || !b.is(p.ident.tag()|idle) || !b.closed() {
		return p.getOdd(b, c)
	}
	b.goOut()
	b.open()
	return b
}

// Put keeps b for a later Get. The caller must not use b, or a slice of its
// bytes, afterwards. A Buffer of no pool becomes the pool's, with its array.
// Put panics if b is nil, is idle or is of another pool.
func (p *BufferPool) Put(b *Buffer) {
	if checking || b == nil || !b.is(p.ident.tag()|out) || b.flags != 0 || b.moved() || sampled(b) {
		p.putOdd(b)
		return
	}
	b.goIdle()
	b.B = b.B[:0:0]
	p.pools[b.class].Put(b)
}

// Stats returns the counters. A Buffer that had to grow counts one hit or miss for each array that it took.
func (p *BufferPool) Stats() Stats {
	name := p.Name
	if name == "" {
		name = "BufferPool"
	}
	return p.account().stats(name)
}

func (p *BufferPool) title() string { return untyped("BufferPool", p.Name) }

func (p *BufferPool) account() account { return p.books.account() }

func (p *BufferPool) book() (string, account) { return p.title(), p.account() }

// idleBuffer returns an idle Buffer of class c, or nil.
func (p *BufferPool) idleBuffer(c int) *Buffer {
	if c >= bigClass {
		return p.shelf().get(c)
	}
	b, _ := p.pools[c].Get().(*Buffer)
	return b
}

// shelf returns the store of large Buffers.
func (p *BufferPool) shelf() *shelves[Buffer] {
	if s := p.shelves.Load(); s != nil {
		return s
	}
	p.shelves.CompareAndSwap(nil, &shelves[Buffer]{})
	return p.shelves.Load()
}

// getOdd is Get where the Buffer b that was found idle in class c is large, watched or not idle, or where none was
// found and b is nil.
func (p *BufferPool) getOdd(b *Buffer, c int) *Buffer {
	if b == nil {
		b = p.search(c)
	}
	if b == nil {
		return p.make(c)
	}
	p.take(b)
	return b
}

// search returns an idle Buffer of the next class above c or, if c is large, of the next two, and counts a steal. It
// returns nil if there is none.
func (p *BufferPool) search(c int) (b *Buffer) {
	reach := 1
	if c >= bigClass {
		reach = 2
	}
	for up := c + 1; b == nil && up <= min(c+reach, classes-1); up++ {
		b = p.idleBuffer(up)
	}
	if b != nil {
		p.account().steals.add(1)
	}
	return b
}

// take marks an idle Buffer out. It panics if the Buffer is out, or if its B has been assigned since its Put.
func (p *BufferPool) take(b *Buffer) {
	if b.state()&out == 0 && cap(b.B) != 0 {
		misuse(p.title(), "Buffer's B assigned after Put", p.account().last(unsafe.Pointer(b)))
	}
	if !p.account().takeOut(unsafe.Pointer(b), &b.seal, p.ident.tag()) {
		misuse(p.title(), "Get found a Buffer that is out: it was Put twice at the same time", "")
	}
	b.B = b.room
}

// putOdd is Put for a Buffer that is watched, that has a full lot, whose length goes into the sample, whose array has
// changed, or whose array may be too large to keep. It panics for a Buffer that is not out of p.
func (p *BufferPool) putOdd(b *Buffer) {
	if b == nil {
		misuse(p.title(), "Put of nil", "")
	}
	if b.p == nil {
		p.admit(b)
	}
	if checking {
		p.surrender(b)
	} else {
		switch b.whose(p.ident.tag()) {
		case out:
		case idle:
			misuse(p.title(), "Buffer Put twice", p.account().last(unsafe.Pointer(b)))
		default:
			misuse(p.title(), "Put of a Buffer that is not from here", "")
		}
	}
	if b.moved() {
		b.settle()
	}
	if n := weight(b); n > 0 {
		p.learn(len(b.B), n)
	}
	p.retire(b)
}

// settle makes the array that B is in the Buffer's own: its room. An array below the smallest class is dropped.
func (b *Buffer) settle() {
	b.flags = grown
	b.room, b.class = nil, 0
	if n := cap(b.B); n >= minClassLen {
		b.room = b.B[:0]
		b.setClass(classWithin(n))
	}
}

func (b *Buffer) setClass(c int) {
	b.class = int32(c)
	b.flags &^= large
	if c >= bigClass {
		b.flags |= large
	}
}

// retire makes a Buffer that is out idle and stores it, unless its array is too large.
func (p *BufferPool) retire(b *Buffer) {
	if checking {
		p.checkedRetire(b, b)
		return
	}
	b.B = b.room[:0:0]
	b.flags &^= grown
	p.account().putBack(unsafe.Pointer(b), &b.seal)
	c := int(b.class)
	switch {
	case b.room == nil || c > p.largest() || cap(b.room) > p.maxSize():
		b.B, b.room = nil, nil
		p.account().drops.add(1)
	case c >= bigClass:
		p.shelf().put(c, b)
	default:
		p.pools[c].Put(b)
	}
}

// largest returns the largest class that is kept.
func (p *BufferPool) largest() int {
	return min(freeClass+int(p.excess.Load()), classWithin(p.maxSize()))
}

// maxSize returns the largest capacity that is kept.
func (p *BufferPool) maxSize() int {
	if p.MaxSize <= 0 {
		return maxClassLen
	}
	return min(max(p.MaxSize, minClassLen), maxClassLen)
}

// make allocates a Buffer of class c that is out.
func (p *BufferPool) make(c int) *Buffer {
	b := &Buffer{p: p}
	b.room = p.array(c)
	b.B = b.room
	b.setClass(c)
	b.begin(p.ident.assign() | out | p.account().missed(unsafe.Pointer(b), int(unsafe.Sizeof(*b))))
	return b
}

// array allocates an array of class c.
func (p *BufferPool) array(c int) []byte {
	room := make([]byte, 0, classLen(c))
	p.account().sample(unsafe.Pointer(unsafe.SliceData(room)), cap(room))
	return room
}

// admit makes b, which is of no pool, a Buffer of p that is out.
func (p *BufferPool) admit(b *Buffer) {
	b.p = p
	if checking {
		b.bits = p.account().enroll(unsafe.Pointer(b), int(unsafe.Sizeof(*b))) | outBit
		return
	}
	b.begin(p.ident.assign() | out)
}

// swap gives b an array for at least n bytes; all says that b will not need more. outgrown holds the old array of b.
// It is the idle Buffer that the new array came from.
func (p *BufferPool) swap(b *Buffer, n int, all bool) (outgrown *Buffer) {
	if b.moved() {
		b.settle()
	}
	need := classFor(n)
	c := need
	if !all {
		c = p.target(b, need)
	}
	if checking {
		return p.checkedSwap(b, c)
	}
	x := p.idleBuffer(c)
	for down := c - 1; x == nil && down >= need; down-- {
		x = p.idleBuffer(down)
	}
	if x == nil || !x.is(p.ident.tag()|idle) {
		x = p.getOdd(x, c)
	} else {
		x.goOut()
	}
	b.B = append(x.room, b.B...)
	b.room, x.room = x.room, b.room
	b.class, x.class = x.class, b.class
	b.flags, x.flags = x.flags|grown, b.flags
	return x
}
