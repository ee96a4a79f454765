package owners

import "runtime"

type opts struct{ n int }

type conn struct {
	o     *opts
	name  string
	peers []opts
}

type Conn interface{ Name() string }

func (c *conn) Name() string { return c.name }

func NewConn(name string) Conn {
	return &conn{o: &opts{n: 1}, name: name} // want `the conn and what it owns are made in allocations of their own .review: whoever keeps one of it and o keeps all 56 bytes, and what name and peers point to; a finalizer .* the block takes 64 bytes`
}

func failing(name string) (*conn, error) {
	return &conn{ // want `the conn and what it owns .*review: `
		o:    new(opts), // as usual
		name: name,
	}, nil
}

type node struct {
	k    int
	next *node
}

type tree struct {
	root *node
	opt  *opts
}

func newTree(f func() int) *tree {
	t := &tree{} // want `the tree and what it owns .*review: `
	t.root = &node{k: f()}
	f()
	t.opt = &opts{}
	return t
}

func filled(n int) *tree {
	var t = &tree{opt: &opts{n}} // want `the tree and what it owns .*review: `
	t.root = new(node)
	if n > 3 {
		return nil
	}
	return t
}

func one(p opts) *conn {
	return &conn{peers: []opts{p}, name: "x"} // want `the conn and what it owns .*review: `
}

func (t *tree) grow(k int) {
	t.root = &node{k: k, next: &node{k: k}} // want `the node and what it owns .*review: `
}

func ordered(f func() string) *conn {
	return &conn{name: f(), o: &opts{n: 1}} // want `the conn and what it owns .*review: `
}

func early(c *conn, f func() string) *conn {
	return &conn{name: f(), o: &opts{n: c.o.n}} // nope: what it is made of may change before
}

func results(f func() int) (*conn, int) {
	return &conn{o: &opts{n: 1}}, f() // nope: a panic may come first
}

func leaves(n int) *tree {
	t := &tree{}
	if n > 3 {
		return t
	}
	t.root = &node{} // nope: it may not be needed
	return t
}

func branch(n int) *tree {
	t := &tree{}
	if n > 3 {
		t.root = &node{} // nope: likewise
	}
	return t
}

func stays(n int) int {
	t := &tree{opt: &opts{n: n}} // nope: it is on the stack
	return t.opt.n
}

func again(n int) *tree {
	t := &tree{}
	t.root = &node{k: n}
	t = &tree{root: t.root} // nope: t is another one
	return t
}

func twice(n int) *tree {
	t := &tree{root: &node{}} // nope: one field has two objects
	t.root = &node{k: n}
	return t
}

type big struct{ page [1 << 10]byte }

type pages struct{ first *big }

func large() *pages {
	return &pages{first: &big{}} // refused "the block would be large"
}

func many(p opts) *conn {
	return &conn{peers: []opts{p, p, p, p, p, p, p, p, p}} // nope: too many
}

func empty() *conn {
	return &conn{peers: []opts{}} // nope: costs nothing
}

func keyed(p opts) *conn {
	return &conn{peers: []opts{1: p}} // nope: has keys
}

type holder struct{ v any }

func held(p opts) *holder {
	return &holder{v: &p} // nope: a variable
}

func boxed() *holder {
	return &holder{v: &opts{n: 1}} // want `the holder and what it owns .*review: `
}

func shadowed() *conn {
	type opts struct{ n int }
	c := &conn{name: "x"} // nope: the types are others
	use(&opts{n: 1})
	conns = append(conns, c)
	return c
}

func use(v any) {}

var conns []*conn

func local(n int) *tree {
	t := &tree{} // nope: the type is not known there
	type inner = opts
	t.opt = &inner{n: n}
	return t
}

type Type struct{ elem *node }

func keyword() *Type {
	return &Type{elem: &node{}} // want `the object and what it owns .*review: `
}

type listing map[string]*node

type folder struct {
	entries *listing
	name    string
}

// an empty map is no zero value
func newFolder(name string) *folder {
	return &folder{entries: &listing{}, name: name} // want `the folder and what it owns .*review: `
}

type handle struct{ fd int }

type device struct {
	h    *handle
	name string
}

// nope: a finalizer needs an object of its own
func open(name string, fd int) *device {
	d := &device{h: &handle{fd}, name: name} // refused "a finalizer or cleanup is set on such objects"
	runtime.SetFinalizer(d.h, (*handle).close)
	return d
}

func (h *handle) close() {}

func variable(name string, f func(*conn)) *conn {
	c := conn{o: &opts{n: 1}} // want `the conn and what it owns .*review: `
	c.name = name + c.Name()
	f(&c)
	defer func() { c.o.n++ }()
	return (&c)
}

func variableLater() (t *tree) {
	var v = tree{} // want `the tree and what it owns .*review: `
	v.root = &node{k: 1}
	t = &v
	return t
}

func valued(list []conn) *conn {
	c := conn{o: &opts{n: 1}} // nope: its value is copied
	list[0] = c
	return &c
}

func replaced(f func() conn) *conn {
	c := conn{o: &opts{n: 1}} // nope: as a whole it gets another value
	c = f()
	return &c
}

func lent(f func(*conn)) string {
	c := conn{o: &opts{n: 1}} // nope: nothing says that it is on the heap
	f(&c)
	return c.name
}

func grouped(n int) *conn {
	var (
		m = n + 1
		c = conn{o: &opts{n: n}} // want `the conn and what it owns .*review: `
	)
	println(m)
	return &c
}

func groupedAfter(n int, f func() int) (*conn, *conn) {
	var (
		m = n + 1
		c = conn{o: &opts{n: m}} // nope: it needs what is declared in front
	)
	var (
		_ = f()
		e = conn{o: &opts{n: n}} // nope: what stands in front may panic
	)
	return &c, &e
}
