// Package npc has a crowd that comes and goes: characters of a game, some hundred bytes
// each, of which many appear and vanish in every frame. [Heap] leaves them to the garbage
// collector; the others keep those that have vanished and hand them out again:
//
//	            goroutines   idle ones                 allocates in Remove
//	List        any          all there ever were       48 bytes, each time
//	Bounded     any          up to a bound             no
//	Single      one          all there ever were       no
//	Pool        any          gone after two GCs        no
//	Free        any          bounded, shrinks          no
//	FreeSingle  one          bounded, shrinks          no
//
// A character that is removed twice, or used after it was removed, is two characters in one
// for as long as nobody notices. Only [Free] and [FreeSingle] notice the former.
package npc

import (
	"container/list"
	"sync"
	"unicode/utf8"

	"github.com/unheap/unheap/reuse"
)

// An NPC is a character: 88 bytes, a block of 96.
type NPC struct {
	name    [64]byte
	nameLen uint16
	Health  uint16
	Traits  uint32
	X, Y    float64
}

// Name returns the name.
func (c *NPC) Name() string { return string(c.name[:c.nameLen]) }

// setName copies the name, as much of it as there is room for in whole characters of UTF-8.
func (c *NPC) setName(name string) {
	n := copy(c.name[:], name)
	for n < len(name) && n > 0 && !utf8.RuneStart(name[n]) {
		n--
	}
	clear(c.name[n:])
	c.nameLen = uint16(n)
}

// A Crowd makes characters and takes them back.
type Crowd interface {
	Get() *NPC   // with zero values in it
	Remove(*NPC) // must not be used any more
}

// Spawn takes a character from c and puts it somewhere.
func Spawn(c Crowd, name string, x, y float64) *NPC {
	npc := c.Get()
	npc.setName(name)
	npc.X, npc.Y = x, y
	return npc
}

// Heap makes each character anew.
type Heap struct{}

func (Heap) Get() *NPC   { return new(NPC) }
func (Heap) Remove(*NPC) {}

// List keeps them in a container/list behind a lock. Each Remove makes an element of it,
// so that the list costs half of what it saves. It never gets smaller.
type List struct {
	mu   sync.Mutex
	idle list.List
}

func (l *List) Get() *NPC {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e := l.idle.Front(); e != nil {
		return l.idle.Remove(e).(*NPC)
	}
	return new(NPC)
}

func (l *List) Remove(c *NPC) {
	*c = NPC{}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.idle.PushBack(c)
}

// Bounded keeps up to Max of them in a slice behind a lock, the last one first: it is the
// likeliest to be in the cache of the processor.
type Bounded struct {
	Max  int
	mu   sync.Mutex
	idle []*NPC
}

func (b *Bounded) Get() *NPC {
	b.mu.Lock()
	defer b.mu.Unlock()
	last := len(b.idle) - 1
	if last < 0 {
		return new(NPC)
	}
	c := b.idle[last]
	b.idle[last], b.idle = nil, b.idle[:last]
	return c
}

func (b *Bounded) Remove(c *NPC) {
	*c = NPC{}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.idle) < b.Max {
		b.idle = append(b.idle, c)
	}
}

// Single is for one goroutine, without a lock and without a bound.
type Single struct{ idle []*NPC }

func (s *Single) Get() *NPC {
	last := len(s.idle) - 1
	if last < 0 {
		return new(NPC)
	}
	c := s.idle[last]
	s.idle[last], s.idle = nil, s.idle[:last]
	return c
}

func (s *Single) Remove(c *NPC) {
	*c = NPC{}
	s.idle = append(s.idle, c)
}

// Pool keeps them in a sync.Pool: no lock, and no promise that one stays.
type Pool struct{ pool sync.Pool }

func (p *Pool) Get() *NPC {
	if c, ok := p.pool.Get().(*NPC); ok {
		return c
	}
	return new(NPC)
}

func (p *Pool) Remove(c *NPC) {
	*c = NPC{}
	p.pool.Put(c)
}

// Free is the free list of package reuse: a Remove of what is idle panics.
type Free struct{ list reuse.FreeList[NPC] }

func (f *Free) Get() *NPC     { return f.list.Get() }
func (f *Free) Remove(c *NPC) { f.list.Put(c) }

// NewFreeSingle returns a Free for one goroutine.
func NewFreeSingle() *Free { return &Free{reuse.FreeList[NPC]{Unshared: true}} }
