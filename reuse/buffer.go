package reuse

import (
	"io"
	"sync/atomic"
	"unsafe"
)

// A Buffer is a growable buffer to write to. The zero Buffer is empty and
// ready to use; one from a [BufferPool] takes bigger arrays from the pool when
// it grows and leaves the smaller ones there.
//
// A Buffer that was Put is empty, and a write to it panics until it is handed
// out again. A Buffer must not be copied, nor used by two goroutines at the
// same time.
type Buffer struct {
	b    []byte // what was written; without capacity while the Buffer is idle
	room []byte // the whole array of b, empty; nil if it is none of p's
	p    *BufferPool
	seal
	class int32 // of room
	flags uint8
}

// open gives b.b, whose capacity Put has taken away, that of room. Its pointer
// stayed, so that neither needs a write barrier.
func (b *Buffer) open() {
	type slice struct {
		array    *byte
		len, cap int
	}
	(*slice)(unsafe.Pointer(&b.b)).cap = cap(b.room)
}

// Flags of a Buffer whose Put needs a closer look.
const (
	grown = 1 << iota // since Get
	large             // class above freeClass
)

// Bytes returns what was written. The slice is valid until the next write,
// Reset, or Put.
func (b *Buffer) Bytes() []byte { return b.b }

// String returns a copy of what was written.
func (b *Buffer) String() string { return string(b.b) }

// Len returns how many bytes were written.
func (b *Buffer) Len() int { return len(b.b) }

// Cap returns how many bytes fit without growing.
func (b *Buffer) Cap() int { return cap(b.b) }

// Reset empties the Buffer and keeps its array.
func (b *Buffer) Reset() { b.b = b.b[:0] }

// Truncate keeps the first n bytes. It panics if n is negative or more than Len.
func (b *Buffer) Truncate(n int) {
	if n < 0 || n > len(b.b) {
		misuse("Buffer", "Truncate out of range", "")
	}
	b.b = b.b[:n]
}

// Grow makes room for n more bytes. It panics if n is negative.
func (b *Buffer) Grow(n int) {
	if n < 0 {
		misuse("Buffer", "Grow by a negative length", "")
	}
	if n > cap(b.b)-len(b.b) {
		b.grow(n)
	}
}

// AvailableBuffer returns an empty slice of the free room, to append to and
// then Write, as in [bytes.Buffer.AvailableBuffer].
func (b *Buffer) AvailableBuffer() []byte { return b.b[len(b.b):] }

// Extend appends n bytes of no particular content and returns them, to be
// filled in before the next write. It panics if n is negative.
func (b *Buffer) Extend(n int) []byte {
	if n < 0 {
		misuse("Buffer", "Extend by a negative length", "")
	}
	b.Grow(n)
	m := len(b.b)
	b.b = b.b[:m+n]
	return b.b[m:]
}

// Write appends s. The error is always nil.
func (b *Buffer) Write(s []byte) (int, error) {
	if len(s) > cap(b.b)-len(b.b) {
		b.grow(len(s))
	}
	b.b = append(b.b, s...)
	return len(s), nil
}

// WriteString appends s. The error is always nil.
func (b *Buffer) WriteString(s string) (int, error) {
	if len(s) > cap(b.b)-len(b.b) {
		b.grow(len(s))
	}
	b.b = append(b.b, s...)
	return len(s), nil
}

// WriteByte appends c. The error is always nil.
func (b *Buffer) WriteByte(c byte) error {
	if len(b.b) == cap(b.b) {
		b.grow(1)
	}
	b.b = append(b.b, c)
	return nil
}

// minRead is the room ReadFrom offers its reader at least.
const minRead = 512

// ReadFrom appends what r has, up to its EOF, and returns the number of bytes
// and the first other error.
func (b *Buffer) ReadFrom(r io.Reader) (n int64, err error) {
	for {
		b.Grow(minRead)
		m, err := r.Read(b.b[len(b.b):cap(b.b)])
		if m < 0 || m > cap(b.b)-len(b.b) {
			misuse("Buffer", "reader returned an impossible count", "")
		}
		b.b = b.b[:len(b.b)+m]
		n += int64(m)
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}

// WriteTo writes what the Buffer holds to w, and keeps it.
func (b *Buffer) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(b.b)
	if err == nil && n < len(b.b) {
		err = io.ErrShortWrite
	}
	return int64(n), err
}

// grow makes room for n more bytes, at least doubling the capacity.
func (b *Buffer) grow(n int) {
	if b.p != nil && b.state()&out == 0 {
		misuse(b.p.title(), "Buffer written after Put", lazily(&b.p.ledger).last(unsafe.Pointer(b)))
	}
	need := len(b.b) + n
	if need < 0 {
		misuse("Buffer", "too large", "")
	}
	want := max(need, 2*cap(b.b))
	if b.p == nil || want > maxClassLen {
		bigger := make([]byte, len(b.b), max(want, minClassLen))
		copy(bigger, b.b)
		b.b, b.room = bigger, nil
		b.flags |= grown
		return
	}
	b.p.swap(b, want)
}

// A BufferPool is a set of [Buffer] values that may be taken and returned by
// many goroutines. The zero BufferPool is ready to use. It must not be copied
// after first use.
//
// Idle Buffers are kept by the size of their arrays. Get returns one in which three
// of four recent users would have fitted; the pool learns that from a sample
// of the lengths it sees at Put, about every 500 Puts (the first time after
// 32). A Buffer that grows trades its array for a larger idle one. So a few
// large users cost a few large arrays, not one for everybody, and a change of
// traffic is learnt within two such rounds.
//
// Do not use it where the final size is known (use [Bytes]), or for less than
// about 64 bytes.
type BufferPool struct {
	// Name stands in panics and statistics. If empty, the type stands there.
	Name string

	// MaxSize is the capacity in bytes above which a Buffer is never kept, at
	// most and by default 64 MiB. Below it, and above 1 MiB, Buffers are kept
	// only while one user in twenty needs that much.
	MaxSize int

	start  atomic.Int32   // class of what Get returns
	excess atomic.Int32   // how far above freeClass Buffers are kept
	pools  [classes]store // *Buffer, by class
	sample sample
	ledger atomic.Pointer[ledger]
}

// freeClass is the largest class that is kept without proof of need: 1 MiB.
const freeClass = 28

// Get returns an empty Buffer.
func (p *BufferPool) Get() *Buffer {
	c := int(p.start.Load())
	b, _ := p.pools[c].Get().(*Buffer)
	if b == nil || b.state() != p.tag()|idle {
		return p.getOdd(b, c)
	}
	if b.goOut() {
		p.countLot()
	}
	b.open()
	return b
}

// Put keeps b for a later Get. The caller must not use b, or what Bytes
// returned, afterwards. Put panics if b is nil, is idle already or is not from
// this pool.
func (p *BufferPool) Put(b *Buffer) {
	if checking || b == nil || b.state() != p.tag()|out || b.flags != 0 || sampled(b) {
		p.putOdd(b)
		return
	}
	b.b = b.b[:0:0]
	b.goIdle()
	p.pools[b.class].Put(b)
}

// Stats returns the counters. A Buffer that had to grow counts as one hit or
// miss for each array it took.
func (p *BufferPool) Stats() Stats {
	name := p.Name
	if name == "" {
		name = "BufferPool"
	}
	return lazily(&p.ledger).stats(name)
}

func (p *BufferPool) tag() uint32 { return tagOf(unsafe.Pointer(p)) }

func (p *BufferPool) title() string { return untyped("BufferPool", p.Name) }

func (p *BufferPool) book() (string, *ledger) { return p.title(), lazily(&p.ledger) }

func (p *BufferPool) countLot() { p.ledger.Load().hits.Add(lot) }

// getOdd is Get for a Buffer b of class c that is not there or not an ordinary one.
func (p *BufferPool) getOdd(b *Buffer, c int) *Buffer {
	if b == nil && c+1 < classes {
		if b, _ = p.pools[c+1].Get().(*Buffer); b != nil {
			lazily(&p.ledger).steals.Add(1)
		}
	}
	if b == nil {
		return p.make(c)
	}
	p.take(b)
	return b
}

// take marks an idle Buffer out. It panics if it finds it out.
func (p *BufferPool) take(b *Buffer) {
	switch b.state() {
	case p.tag() | idle:
	case p.tag() | idle | watched:
		l := lazily(&p.ledger)
		if checking && !filled(b.room[:cap(b.room)], poison) {
			misuse(p.title(), "Buffer's bytes written after Put", l.last(unsafe.Pointer(b)))
		}
		l.taken(unsafe.Pointer(b))
	default:
		misuse(p.title(), "Get found a Buffer that is out: it was Put twice at the same time", "")
	}
	if b.goOut() {
		p.countLot()
	}
	b.b = b.room
}

// putOdd is Put for a Buffer that is watched, that is to be learnt from, or
// whose array may be too large to keep. Any Buffer that is not p's to take
// back makes it panic.
func (p *BufferPool) putOdd(b *Buffer) {
	l := lazily(&p.ledger)
	switch {
	case b == nil:
		misuse(p.title(), "Put of nil", "")
	case checking:
		if what, stacks := l.judge(unsafe.Pointer(b), here(2)); what != "" {
			misuse(p.title(), what, stacks)
		}
	case b.state()&^watched == p.tag()|idle:
		misuse(p.title(), "Buffer Put twice", l.last(unsafe.Pointer(b)))
	case b.state()&^watched != p.tag()|out:
		misuse(p.title(), "Put of a Buffer that is not from here", "")
	}
	if n := weight(b); n > 0 {
		p.learn(len(b.b), n)
	}
	p.retire(b)
}

// retire stores a Buffer that is out, unless its array is too large.
func (p *BufferPool) retire(b *Buffer) {
	l := lazily(&p.ledger)
	if b.state()&watched != 0 && !l.returned(unsafe.Pointer(b)) {
		b.setState(p.tag() | out)
	}
	b.b = b.room[:0:0]
	b.flags &^= grown
	b.goIdle()
	if b.room == nil || int(b.class) > p.largest() {
		b.room = nil
		l.drops.Add(1)
		return
	}
	if checking {
		fill(b.room[:cap(b.room)], poison)
	}
	p.pools[b.class].Put(b)
}

// largest returns the largest class that is kept.
func (p *BufferPool) largest() int {
	c := freeClass + int(p.excess.Load())
	if p.MaxSize > 0 && classLen(c) > p.MaxSize {
		for c = classFor(p.MaxSize); c > 0 && classLen(c) > p.MaxSize; {
			c--
		}
	}
	return c
}

// make allocates a Buffer of class c that is out.
func (p *BufferPool) make(c int) *Buffer {
	l := lazily(&p.ledger)
	room := make([]byte, 0, classLen(c))
	b := &Buffer{b: room, room: room, p: p, class: int32(c)}
	if c > freeClass {
		b.flags = large
	}
	b.setState(p.tag() | out)
	l.sample(unsafe.Pointer(unsafe.SliceData(room)), cap(room))
	if l.watch(unsafe.Pointer(b), int(unsafe.Sizeof(*b))) {
		b.setState(p.tag() | out | watched)
	}
	return b
}

// swap gives b an array of at least n bytes and leaves b's old one, in the
// Buffer that had the new one, in the pool.
func (p *BufferPool) swap(b *Buffer, n int) {
	c := classFor(n)
	x, _ := p.pools[c].Get().(*Buffer)
	if x == nil || x.state() != p.tag()|idle {
		x = p.getOdd(x, c)
	} else {
		x.goOut()
	}
	b.b = append(x.room, b.b...)
	b.room, x.room = x.room, b.room
	b.class, x.class = x.class, b.class
	b.flags, x.flags = x.flags|grown, b.flags
	p.retire(x)
}

// The sample of lengths seen at Put that Get's capacity is chosen from.

const (
	sampleEvery = 16  // of the Buffers that did not grow, one in so many counts, for all
	firstRound  = 32  // Puts before the first choice
	fullRound   = 512 // and, later, between two
)

// A sample is a histogram of lengths by class.
type sample struct {
	count [classes]atomic.Uint32
	seen  atomic.Uint32 // since the last choice
	round atomic.Uint32 // length of the round, less firstRound
	busy  atomic.Bool
}

// sampled reports whether the Put of b is in the sample if b did not grow: one
// in sampleEvery is. Multiplied by the golden ratio, uses are spread evenly
// even if only every second or third of them counts, where a plain remainder
// would fall into step with regular traffic.
func sampled(b *Buffer) bool {
	x := uint32(uintptr(unsafe.Pointer(b))>>5) + b.hits()
	return x*0x9E3779B9 < 1<<32/sampleEvery
}

// weight returns how many Puts the Put of b stands for. A Buffer that grew has
// left the fast path already and stands for itself.
func weight(b *Buffer) uint32 {
	switch {
	case b.flags&grown != 0:
		return 1
	case sampled(b):
		return sampleEvery
	}
	return 0
}

// learn counts a length, weight times, and after a round chooses anew.
func (p *BufferPool) learn(length int, weight uint32) {
	c := classes - 1
	if length <= maxClassLen {
		c = classFor(length)
	}
	s := &p.sample
	s.count[c].Add(weight)
	if s.seen.Add(weight) >= firstRound+s.round.Load() && s.busy.CompareAndSwap(false, true) {
		p.choose()
		s.busy.Store(false)
	}
}

// choose sets what Get returns and what Put keeps from the sample, and halves
// the sample: the last round counts as much as all before it.
func (p *BufferPool) choose() {
	s := &p.sample
	var count [classes]uint32
	var sum uint32
	for c := range count {
		count[c] = s.count[c].Load()
		s.count[c].Store(count[c] / 2)
		sum += count[c]
	}
	s.seen.Store(0)
	s.round.Store(min(2*s.round.Load()+firstRound, fullRound-firstRound))
	p.excess.Store(int32(max(quantile(&count, sum-sum/20)-freeClass, 0)))
	p.start.Store(int32(min(quantile(&count, sum-sum/4), p.largest())))
}

// quantile returns the smallest class that, with those below, counts n.
func quantile(count *[classes]uint32, n uint32) int {
	var run uint32
	for c, k := range count {
		if run += k; run >= n {
			return c
		}
	}
	return classes - 1
}
