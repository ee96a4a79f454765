package main

import (
	"bytes"
	"io"
	"strings"
	"sync"
)

func main() {
	c := newConn("a")
	c.send([]byte("x"))
	r := newReport(3)
	r.add("y")
	println(r.text(), newTable(1).get("k"), newGroup(2).run(), newShape(1, 2).area(), newTree(4).sum(), len(newLine("z").parts.list))
	newQueue[int](3).put(1)
	newCrew().start(main)
	newRouter("r", true).route("/")
	newLexer("select").next()
}

// A router begins as a variable, of which only the address leaves.
type router struct {
	name   string
	routes *routes
	opts   *options
}

type routes struct{ n int }

type options struct{ strict bool }

func newRouter(name string, strict bool) *router {
	r := router{
		routes: &routes{},                // want "each router has its routes in an allocation of its own"
		opts:   &options{strict: strict}, // want "each router has its opts in an allocation of its own"
	}
	if strict {
		r.name = name
	}
	r.routes.n++
	return &r
}

func (r *router) route(path string) bool { return r.opts.strict && r.routes.n > len(path) }

// A lexer has two objects that are made beside each other.
type lexer struct {
	src string
	cfg *options
	tok *token
}

type token struct {
	text string
	n    int
}

func newLexer(src string) *lexer {
	l := &lexer{
		src: src,
		cfg: &options{}, // want "each lexer has its cfg in an allocation of its own"
		tok: &token{},   // want "each lexer has its tok in an allocation of its own .review: who keeps tok of a lexer keeps all of it"
	}
	set(l.cfg)
	return l
}

func set(o *options) { o.strict = true }

func (l *lexer) next() *token {
	t := l.tok
	if l.cfg.strict {
		t.text = l.src[:1]
	}
	return t
}

// A crew gives its wg to goroutines.
type crew struct {
	n  int
	wg *sync.WaitGroup
}

func newCrew() *crew { return &crew{wg: new(sync.WaitGroup)} } // want "each crew has its wg .*review: who keeps wg of a crew keeps all of it"

func (c *crew) start(f func()) {
	c.n++
	c.wg.Go(f)
}

// basic test
type conn struct {
	name string
	mu   *sync.Mutex // guards out
	out  *bytes.Buffer
}

func newConn(name string) *conn {
	if name == "" {
		return &conn{mu: &sync.Mutex{}, out: new(bytes.Buffer)} // want "each conn has its mu in an allocation of its own" "each conn has its out in an allocation of its own"
	}
	if len(name) > 9 {
		return &conn{
			name: name, mu: &sync.Mutex{}, // the mutex
			out: bytes.NewBuffer(nil)}
	}
	return &conn{
		name: name,
		mu:   &sync.Mutex{},
		out:  new(bytes.Buffer), // empty
	}
}

func (c *conn) send(p []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.out.Write(p)
	flush(c.out)
}

func flush(b *bytes.Buffer) { b.Reset() }

type counts struct {
	lines, words int
	longest      string
}

// A report is set behind its declaration.
type report struct {
	n      int
	counts *counts
	text_  *strings.Builder
	sink   io.Writer
}

func newReport(n int) *report {
	r := &report{n: n}
	r.n++
	r.counts = &counts{lines: n}   // want "each report has its counts"
	r.text_ = new(strings.Builder) // want "each report has its text_ .*review: who keeps text_ of a report keeps all of it"
	r.sink = r.text_
	return r
}

func (r *report) add(s string) {
	r.counts.words++
	if len(s) > len(r.counts.longest) {
		r.counts.longest = s
	}
	old := *r.counts
	*r.counts = counts{lines: old.lines + 1, words: old.words}
	io.WriteString(r.sink, s)
}

func (r *report) text() string { return r.text_.String() }

// A table has an index that a function makes.
type index struct {
	keys map[string]int
	n    int
}

func newIndex(n int) *index {
	if n < 0 {
		return new(index)
	}
	return &index{keys: make(map[string]int, n), n: n}
}

func (i *index) find(k string) int { return i.keys[k] }

type table struct {
	idx *index
}

func newTable(n int) *table { return &table{idx: newIndex(n)} } // want "each table has its idx"

func (t *table) get(k string) int { return t.idx.find(k) }

// A group is made in two places, and has a method value and a closure.
type group struct {
	n  int
	wg *sync.WaitGroup
}

func newGroup(n int) *group {
	if n == 0 {
		return &group{wg: &sync.WaitGroup{}} // want "each group has its wg"
	}
	g := new(group)
	g.n = n
	g.wg = new(sync.WaitGroup)
	return g
}

func (g *group) run() int {
	for range g.n {
		g.wg.Add(1)
		func() { defer g.wg.Done() }()
	}
	g.wg.Wait()
	return g.n
}

// A shape and a point, one in another.
type point struct{ x, y int }

type corner struct {
	at *point
}

type shape struct {
	from, to *point
	low      *corner
}

func newShape(x, y int) *shape {
	return &shape{from: &point{}, to: &point{x, y}, low: &corner{at: &point{1, 1}}} // want "each corner has its at" "each shape has its low"
}

func (s *shape) area() int {
	return (s.to.x - s.from.x) * (s.to.y - s.low.at.y)
}

// A tree has pointers to itself, and one to a part.
type tree struct {
	left, right *tree
	info        *point
}

func newTree(n int) *tree {
	if n == 0 {
		return nil
	}
	return &tree{left: newTree(n - 1), right: newTree(n - 1), info: &point{x: n}} // want "each tree has its info .*review: who keeps info of a tree"
}

func (t *tree) sum() int {
	if t == nil {
		return 0
	}
	p := t.info
	return p.x + t.left.sum() + t.right.sum() + same(t.info, p)
}

func same(p, q *point) int {
	if p == q {
		return 1
	}
	return 0
}

type parts struct{ list []string }

type line struct {
	parts *parts
}

func newLine(s string) *line { return &line{(&parts{}).cut(s)} }

func (p *parts) cut(s string) *parts { p.list = strings.Fields(s); return p }

// generic
type queue[T any] struct {
	mu   *sync.Mutex
	list []T
}

func newQueue[T any](n int) *queue[T] {
	return &queue[T]{mu: new(sync.Mutex), list: make([]T, 0, n)} // want "each queue has its mu"
}

func (q *queue[T]) put(v T) {
	q.mu.Lock()
	q.list = append(q.list, v)
	q.mu.Unlock()
}

// A channel has another name in its package, and a literal in parentheses.
type channel struct {
	name string
	mu   *counter
}

type line_ = channel

func newChannel(name string) *channel {
	return &line_{name: name, mu: (&counter{n: 1})} // want "each channel has its mu"
}

func (c *channel) lock() { c.mu.Lock() }

type counter struct {
	sync.Mutex
	n int
}
