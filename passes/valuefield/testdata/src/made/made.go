package main

import (
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	newManager(3).next()
	newCodec(4).encode(nil)
	newStack("a").push("b")
	newCounter().add(1)
	newPrinter(2).print("x")
	newPool(1).get()
	l := newRing(3)
	l.put(1)
	println(l.len(), newMeter().count(), newSearch(3).cost(), newWalk(4).cost(), newOwner(2).get())
}

// A manager has a list that is linked after it was made.
type node struct {
	next, prev *node
	n          int
}

type list struct {
	head, tail *node
	size       int
}

// newList makes an empty list.
func newList() *list {
	l := &list{
		head: &node{},
		tail: &node{},
	}
	l.head.next = l.tail
	l.tail.prev = l.head
	return l
}

func (l *list) add(n int) {
	l.size++
	l.tail.n = n
}

type manager struct {
	list *list
	max  int
}

func newManager(max int) *manager {
	return &manager{
		list: newList(), // want "each manager has its list in an allocation of its own"
		max:  max,
	}
}

func (m *manager) next() { m.list.add(m.max) }

// A codec has a table that is a named result.
type table struct {
	size  int
	bytes []byte
}

func NewTable(n int) (t *table) {
	if n < 0 {
		panic("negative")
	}

	t = &table{
		size: n,
	}
	t.bytes = make([]byte, n)
	for i := range t.bytes {
		t.bytes[i] = byte(i)
	}
	fill(t)
	return
}

func fill(t *table) { t.bytes[0] = byte(t.size) }

type codec struct{ table *table }

func newCodec(n int) *codec {
	c := new(codec)
	c.table = NewTable(n) // want "each codec has its table in an allocation of its own"
	return c
}

func (c *codec) encode(p []byte) {
	for i, b := range p {
		p[i] = c.table.bytes[b]
	}
}

// A stack has words that a variable is.
type words struct {
	all []string
	max int
}

func newWords(first string) *words {
	var w words
	w.all = append(w.all, first)
	if first == "" {
		return new(words)
	}
	return &w
}

type stack struct{ words *words }

func newStack(s string) *stack { return &stack{words: newWords(s)} } // want "each stack has its words in an allocation of its own"

func (s *stack) push(w string) { s.words.all = append(s.words.all, w) }

// A counter has a lock with its number, and others have some, too.
type locked struct {
	mu sync.Mutex
	n  int
}

func newLocked(n int) *locked { return &locked{n: n} }

func (l *locked) inc() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
	return l.n
}

type counter struct{ l *locked }

func newCounter() *counter { return &counter{l: newLocked(1)} } // want "each counter has its l in an allocation of its own"

func (c *counter) add(n int) int {
	own := newLocked(n)
	defer own.inc()
	for range n {
		own := newLocked(n)
		go func() { own.inc() }()
	}
	if n > 1 {
		keep(own)
	}
	return c.l.inc() + own.inc()
}

var kept *locked

func keep(l *locked) { kept = l }

// A printer has a buffer that its methods fill.
type buffer struct{ p []byte }

func newBuffer(n int) *buffer {
	b := new(buffer)
	b.grow(n)
	c := *b
	c.p = append(c.p, 1)
	*b = c
	return b
}

func (b *buffer) grow(n int) { b.p = append(b.p, make([]byte, n)...) }

type printer struct {
	buf *buffer
}

func newPrinter(n int) *printer { return &printer{buf: newBuffer(n)} } // want "each printer has its buf in an allocation of its own"

func (p *printer) print(s string) { p.buf.p = append(p.buf.p, s...) }

// A pool has its options from a literal that is returned in one of two places.
type limits struct{ low, high int }

func newLimits(n int) *limits {
	if n == 0 {
		return &limits{high: 8}
	}
	l := &limits{low: n}
	l.high = 2 * l.low
	return l
}

type pool struct{ limits *limits }

func newPool(n int) *pool {
	p := &pool{}
	p.limits = newLimits(n) // want "each pool has its limits in an allocation of its own"
	return p
}

func (p *pool) get() int { return p.limits.high - p.limits.low }

// A ring has numbers of 64 bits; only others are given to sync/atomic.
type cursor struct {
	at   int64
	seen time.Time
	next *cursor
}

type ring struct {
	cur   *cursor
	total int64
}

func newRing(n int64) *ring { return &ring{cur: &cursor{at: n}} } // want "each ring has its cur in an allocation of its own"

func (r *ring) put(n int64) {
	r.cur.at += n
	atomic.AddInt64(&global, n)
}

func (r *ring) len() int64 { return r.cur.at + r.total }

var global int64

type meter struct {
	counts [2]uint64
	cur    *cursor
}

func newMeter() *meter { return &meter{cur: new(cursor)} } // want "each meter has its cur in an allocation of its own"

func (m *meter) count() uint64 {
	m.cur.at++
	return atomic.AddUint64(&m.counts[1], 1)
}

// A search and a walk have maps that one function makes.
type grid struct {
	cells []int
	n     int
}

func newGrid(n int) *grid {
	g := &grid{n: n}
	g.cells = make([]int, n*n)
	return g
}

type search struct {
	open, closed int
	costs        *grid
	paths        *grid
}

func newSearch(n int) *search {
	return &search{
		costs: newGrid(n), // want "each search has its costs in an allocation of its own"
		paths: newGrid(n),
	}
}

func (s *search) cost() int { return s.costs.cells[s.paths.n] }

type walk struct {
	*grid
	at int
}

func newWalk(n int) *walk { return &walk{grid: newGrid(n)} }

func (w *walk) cost() int { return w.cells[w.at] }

// An owner is known to its part.
type owned struct {
	by *owner
	n  int
}

func newOwned(by *owner) *owned {
	o := &owned{by: by}
	o.n = by.size()
	return o
}

type owner struct {
	n    int
	part *owned
}

func newOwner(n int) *owner {
	o := &owner{n: n}
	o.part = newOwned(o) // want "each owner has its part in an allocation of its own"
	return o
}

func (o *owner) size() int { return o.n }

func (o *owner) get() int { return o.part.n + o.part.by.size() }
