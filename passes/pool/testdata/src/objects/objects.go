package objects

import (
	"encoding/json"
	"io"
	"sync"
)

type request struct {
	id   int
	name string
	key  [256]byte
	tags []string
}

type small struct{ a, b int }

type client interface {
	Do(*request) error
	Like(*request) *request
	Any(any) int
}

// the address goes to a method that nobody knows
func send(c client, id int) error {
	req := &request{id: id} // want `req is made in each call .*review: c.Do must not keep req, which is used again.`
	req.name = "send"
	if err := c.Do(req); err != nil {
		return err
	}
	return c.Do(req)
}

// what is copied
func read(r io.Reader, list []request) ([]request, int, error) {
	var req request // want `req is made in each call .*review: json.NewDecoder.r..Decode must not keep req, which is used again.`
	if err := json.NewDecoder(r).Decode(&req); err != nil {
		return nil, 0, err
	}
	list = append(list, req)
	list[0] = (req)
	req.tags = nil
	return list, len(req.name), nil
}

// nope: small; kept; returned; later; with a lock; in a loop; on the stack
func others(c client, p *sync.Pool, f func(any)) (*request, []*request) {
	s := small{1, 2}
	c.Any(&s)
	kept := request{id: 1} // refused "the address of kept is kept by p.Put"
	p.Put(&kept)
	r := &request{id: 2}
	like := c.Like(r)
	later := new(request)
	defer c.Do(later)
	var l locked
	f(&l)
	for range 3 {
		in := &request{}
		f(in)
	}
	local := request{id: 3}
	touch(&local)
	res := &request{id: 4}
	f(res)
	return like, []*request{res}
}

func touch(r *request) { r.id++ }

// what a function of the package does with it
func forward(c client, id int) error {
	req := &request{id: id} // want `req is made in each call .*review: c.Do must not keep req, which is used again.`
	return pass(c, req)
}

func pass(c client, req *request) error {
	touch(req)
	return c.Do(req)
}

// nope: nobody can tell what becomes of another name for it
func renamed(c client, id int) error {
	req := &request{id: id}
	return alias(c, req)
}

func alias(c client, req *request) error {
	other := req
	return c.Do(other)
}

type locked struct {
	mu  sync.Mutex
	all [100]int
}

type parser struct {
	text  string
	stack [64]int
}

var parsers = sync.Pool{New: func() any { return &parser{} }}

type walker struct {
	seen  map[string]bool
	stack [64]int
}

var walkers = sync.Pool{New: func() any { return &walker{seen: make(map[string]bool)} }}

// the pool that is there
func parse(visit func(*parser) error) error {
	p := &parser{} // want `p is made in each call and used up in it; it could come from parsers .review: visit must not keep p, which is used again; who else takes from parsers must not keep what it puts back.`
	return visit(p)
}

// nope: others want what it makes
func walk(visit func(*walker) error) error {
	w := new(walker) // want `it could come from a pool .review: visit must not keep w`
	return visit(w)
}

func next() (request, error) { return request{}, nil }

// nope: a statement that declares cannot set it; its name hides the pool
func redeclared(c client) error {
	req := request{id: 1}
	if c.Do(&req) != nil {
		return nil
	}
	req, err := next()
	_ = req.id
	return err
}

func hidden(visit func(*parser) error) error {
	parsers := &parser{} // want `it could come from a pool .review: visit must not keep parsers`
	return visit(parsers)
}

// set as a whole
func again(c client, list []request) error {
	var req request // want `it could come from a pool .review: c.Do must not keep req`
	for _, req = range list {
		if err := c.Do(&req); err != nil || req.id == 7 {
			return err
		}
	}
	req = list[0]
	return c.Do(&req)
}

type node struct {
	id   int
	next *node
	key  [256]byte
}

type visitor interface{ Visit(*node) error }

// nope: the literal would mean the variable itself
func shadows(v visitor, n *node) error {
	{
		n := &node{id: n.id, next: n}
		return v.Visit(n)
	}
}

// nope: behind the declaration the name of the type is that of the variable
func named(v visitor) error {
	node := &node{id: 1}
	return v.Visit(node)
}
