package kept

import (
	"bytes"
	"runtime"
)

const digits = "0123456789abcdef"

// Hex is called by others, too.
func Hex(n uint) []byte {
	// A zero has a digit as well.
	if n == 0 {
		return []byte{}
	}
	text := []byte{}
	for ; n > 0; n >>= 4 {
		text = append(text, digits[n&15]) // want "what Hex returns is appended to something else$"
	}
	return text
}

func hexes(list []uint) []byte {
	var out []byte
	for _, n := range list {
		out = append(out, Hex(n)...)
	}
	return bytes.ToUpper(out)
}

type node struct {
	name string
	list []*node
}

type namer interface{ names(sep ...string) []string }

var _ namer = (*node)(nil)

func (n *node) names(sep ...string) []string {
	var out []string
	out = append(out, n.name) // want "what names returns is appended to something else$"
	for _, c := range n.list {
		out = append(out, c.names(sep...)...)
		out = append(out, sep...)
	}
	return out
}

var walk = leaves

func leaves(n *node) []*node {
	if n == nil {
		return nil
	}
	list := make([]*node, 0, len(n.list))
	for _, c := range n.list {
		list = append(list, c) // want `what leaves returns is appended .*\(review: what leaves returns is nil where it was empty\)`
		list = append(list, leaves(c)...)
	}
	return list
}

func Unnamed(_ int, name string) []string {
	var out []string
	out = append(out, name) // refused "its parameters cannot be passed on"
	return out
}

func Caller(name string) []string {
	var out []string
	_, file, _, _ := runtime.Caller(1)
	out = append(out, name, file) // refused "looks at the frames of its callers"
	return out
}

func Hides(string int) []string {
	out := []text{}
	for i := 0; i < string; i++ {
		out = append(out, "") // refused "has the name of its type"
	}
	return out
}

type text = string

func Shared(n *node) []*node {
	if n.name == "" {
		return n.list
	}
	var out []*node
	out = append(out, n) // want `what Shared .*\(review: Shared returns a copy where it returned n.list itself, or another slice without elements\)`
	return out
}

func Fields(s string) []string {
	if s == "" {
		return one(s)
	}
	var out []string
	out = append(out, s) // refused "may return something else"
	return out
}

func one(s string) []string { return []string{s} }

func all(n *node) (out []string) {
	list := []*node{}
	list = append(list, Shared(n)...)
	out = append(out, Unnamed(len(list), n.name)...)
	out = append(out, Caller(n.name)...)
	out = append(out, Fields(n.name)...)
	out = append(out, Hides(2)...)
	expression := (*node).names(n)
	out = append(out, expression...)
	out = append(out, (*node).names(n)...)
	return out
}

type encoder struct {
	buf  []byte
	seen map[string]bool
	next func()
}

var total []byte

func (e *encoder) text(s string) []byte {
	out := []byte{}
	out = append(out, '"') // want `what text returns .*\(review: text must not read the memory behind the elements of e.buf, which it writes to; what is appended to it and kept .*; text must not read .* of total, .*\)`
	out = append(out, s...)
	return append(out, '"')
}

func (e *encoder) marked(s string) []byte {
	var out []byte
	out = append(out, s...) // want `what marked returns .*\(review: .*; what marked calls, and others meanwhile, must not give e.buf another value\)`
	e.next()
	return out
}

func (e *encoder) flushed(s string) []byte {
	var out []byte
	out = append(out, s...) // nope: the buffer is another one then
	e.buf = nil
	return out
}

func (e *encoder) write(s string) {
	e.buf = append(e.buf, e.text(s)...)
	total = append(total, e.text(s)...)
	e.buf = append(e.buf, e.marked(s)...)
	e.buf = append(e.buf, e.flushed(s)...)
	e.buf = append(total, e.flushed(s)...)
}

// A method of this name would make types writers.
type writer interface{ appendKeys() }

func (e *encoder) Keys() []string {
	var out []string
	for key := range e.seen {
		out = append(out, key) // want "what Keys returns is appended to something else$"
	}
	return out
}

func (n *node) Keys() []string {
	var out []string
	out = append(out, n.name) // want "what Keys returns is appended to something else$"
	return out
}

func keys(e *encoder, n *node) []string {
	list := []string{}
	list = append(list, e.Keys()...)
	list = append(list, n.Keys()...)
	return list
}
