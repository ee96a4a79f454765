package frame

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"strings"
)

type token struct {
	kind string
	pos  int
}

var none token

// All callers look at the object alone: nothing is made in vain where it is nil, or another one.
func scan(s string) *token {
	s = strings.TrimSpace(strings.ToLower(s))
	switch s {
	case "":
		return nil
	case "none":
		return &none
	}
	return &token{kind: s, pos: strings.Index(s, " ")} // want "the result of scan is on the heap"
}

func count(list []string) (n int) {
	for _, s := range list {
		if t := scan(s); t != nil {
			n += t.pos + width(t)
		}
	}
	return n
}

func width(t *token) int { return len(t.kind) }

// The same of a variable.
func parse(s string) *token {
	t := &token{kind: strings.TrimSpace(strings.ToLower(s))} // want "the result of parse is on the heap"
	if other := scan(s); other == nil || t.kind == "" {
		return &none
	}
	t.pos = strings.Index(t.kind, " ")
	return t
}

func last(s string) int {
	t := parse(s)
	return t.pos
}

// nope: it may have been there before, and what is made anew is kept.
func (c *cache) get(s string) *token {
	if old := c.tokens[s]; old != nil {
		return old
	}
	t := &token{kind: strings.TrimSpace(strings.ToLower(s))} // refused "t is on the heap in any case: c.tokens.s. = t keeps it"
	c.tokens[s] = t
	return t
}

type cache struct{ tokens map[string]*token }

func (c *cache) pos(s string) int { return c.get(s).pos }

// nope: one caller hands it on.
func find(s string) *token {
	s = strings.TrimSpace(strings.ToLower(s))
	if s == "" {
		return nil
	}
	return &token{kind: s} // refused "a return of find needs no new object"
}

func handed(s string) *token { return find(s) }

func looked(s string) bool { return find(s) != nil }

// nope: who knows what the writer does with it.
func show(s string, w interface{ write(any) }) {
	w.write(next(s))
}

func next(s string) *token {
	s = strings.TrimSpace(strings.ToLower(s))
	if s == "" {
		return nil
	}
	return &token{kind: s} // refused "a return of next needs no new object"
}

// nope: an option may keep it.
func optioned(s string, options ...func(*token)) *token {
	t := &token{kind: strings.TrimSpace(strings.ToLower(s))} // refused "t is on the heap in any case: o may be any function"
	for _, o := range options {
		o(t)
	}
	return t
}

type node struct {
	name   string
	parent *node
	below  *node
	all    []*node
	run    func()
	out    fmt.Stringer
	pos    [16]int
}

func (n *node) String() string { return n.name }

func (n *node) work() { n.name += "x" }

func (n *node) adopt(m *node) { m.parent = n }

// nope: fmt keeps what it prints.
func printed(s string) *node {
	n := &node{name: strings.TrimSpace(strings.ToLower(s))} // refused "n is on the heap in any case: fmt.Println.n. keeps it"
	fmt.Println(n)
	return n
}

// nope: a goroutine has it.
func started(s string) *node {
	n := &node{name: strings.TrimSpace(strings.ToLower(s))} // refused "n is on the heap in any case: n.work.. keeps it"
	go n.work()
	return n
}

// nope: an argument of a goroutine, in a literal.
func given(s string) *node {
	n := &node{name: strings.TrimSpace(strings.ToLower(s))} // refused "n is on the heap in any case: work.&node{parent: n}. keeps it"
	go work(&node{parent: n})
	return n
}

// nope: a method value has it there.
func lent(s string) *node {
	n := &node{name: strings.TrimSpace(strings.ToLower(s))} // refused "n is on the heap in any case: call.n.work. keeps it"
	go call(n.work)
	return n
}

func work(n *node) { n.work() }

func call(f func()) { f() }

// A goroutine has a part of it.
func part(s string) *node {
	n := &node{name: strings.TrimSpace(strings.ToLower(s))} // want "the result of part is on the heap"
	go fmt.Println(n.name)
	return n
}

// nope: it is stored in what it points to.
func linked(s string) *node {
	n := &node{name: strings.TrimSpace(strings.ToLower(s))} // refused "n is on the heap in any case: n.below = &node{parent: n} keeps it"
	n.below = &node{parent: n}
	return n
}

// nope: a method stores it there.
func adopted(s string) *node {
	n := &node{name: strings.TrimSpace(strings.ToLower(s))} // refused "n is on the heap in any case: n.adopt.&node{}. keeps it"
	n.adopt(&node{})
	return n
}

// nope: a method value has it.
func bound(s string) *node {
	n := &node{name: strings.TrimSpace(strings.ToLower(s))} // refused "n is on the heap in any case: n.run = n.work keeps it"
	n.run = n.work
	return n
}

// nope: an interface that it points to.
func converted(s string) *node {
	var n node // refused "n is on the heap in any case: n.out = &n keeps it"
	n.name = strings.TrimSpace(strings.ToLower(s))
	n.out = &n
	return &n
}

// A local literal keeps nothing, nor does what reads the bytes of an object.
func beside(s string) *node {
	n := &node{name: strings.TrimSpace(strings.ToLower(s))} // want "the result of beside is on the heap"
	below := node{parent: n}
	binary.Read(strings.NewReader(s), binary.BigEndian, n)
	fmt.Println(reflect.TypeOf(n))
	below.work()
	return n
}
