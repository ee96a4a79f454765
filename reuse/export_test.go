package reuse

import "unsafe"

// What the tests, which are outside the package, see of its inside.

const (
	ArrayAlign  = arrayAlign
	BigClass    = bigClass
	Classes     = classes
	DefaultMax  = defaultMax
	FrontLen    = frontLen
	FreeClass   = freeClass
	FullRound   = fullRound
	LocalMax    = localMax
	Lot         = lot
	MaxClassLen = maxClassLen
	MaxLeaks    = maxLeaks
	ShrinkEvery = shrinkEvery
	WatchEvery  = watchEvery
	WatchUses   = watchUses
)

var (
	BytesClass = bytesClass
	Capacities = capacities[:classes]
	ClassFor   = classFor
	ClassLen   = classLen
)

// Start returns the capacity of the Buffers that Get aims at.
func (p *BufferPool) Start() int { return classLen(int(p.start.Load())) }

// Largest returns the largest capacity that Put keeps.
func (p *BufferPool) Largest() int { return classLen(p.largest()) }

// A Shelf is the strong store under FreeList and a Bytes with a Budget.
type Shelf struct{ s shelf[int] }

func (s *Shelf) Push(e int)       { s.s.push(e) }
func (s *Shelf) Pop() (int, bool) { return s.s.pop() }
func (s *Shelf) Low() int         { return s.s.low }
func (s *Shelf) Trim(n int)       { s.s.trim(n) }
func (s *Shelf) Values() []int    { return s.s.s }

// The following put an idle value in a second time, as two Puts at the same
// instant may.

func (p *Pool[T]) Duplicate(v *T) { p.items.Put(&itemOf(v).seal) }

func (f *FreeList[T]) Duplicate(v *T) { f.idle.push(entry[T]{itemOf(v), 0}) }

func (p *Bytes) Duplicate(b []byte) {
	h := (*front)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), -frontLen))
	p.keep(h)
}

func (p *BufferPool) Duplicate(b *Buffer) { p.pools[b.class].Put(b) }
