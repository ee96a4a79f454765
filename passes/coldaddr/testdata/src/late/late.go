package late

import (
	"errors"
	"fmt"
	"io"
	"sync"
)

type item struct{ a, b int }

func (i *item) sum() int   { return i.a + i.b }
func (i item) empty() bool { return i == item{} }
func (i *item) keep()      { items = append(items, i) }
func total(i *item) int    { return i.a * i.b }

var (
	table = map[item]*item{}
	items  []*item
)

func intern(a, b int) *item {
	p := &item{a, b} // want `p is on the heap also where nothing keeps it`
	if q, ok := table[*p]; ok {
		return q
	}
	table[*p] = p
	return p
}

func filled(a, b int) *item {
	p := new(item) // want `p is on the heap`
	p.a, p.b = a, b
	if p.sum() == 0 || (*p).empty() || total(p) == 3 {
		return nil
	}
	return p
}

func grouped(a int) *item {
	var (
		one = 1
		p   = &item{ // want `p is on the heap`
			a: a, // the first
			b: one,
		}
	)
	if p.b > 3 {
		return nil
	}
	return p
}

func branch(a int) int {
	p := &item{a: a} // want `p is on the heap`
	p.b++
	if p.sum() > 10 {
		items = append(items, p)
		p.b = 1
	}
	return 0
}

func branches(a int) {
	it := &item{a: a} // want `it is on the heap`
	switch it.a {
	case 1:
		items = append(items, it)
	case 2:
		it.b = 3
		table[*it] = it
	}
}

// The use behind the branch has to see what happens to the one that is items.
func after(a int) int {
	p := &item{a: a}
	if p.b > 1 {
		items = append(items, p) // nope: it is looked at behind the branch
	}
	return p.sum()
}

func leaves(a int) int {
	p := &item{a: a} // want `p is on the heap`
	if p.b > 1 {
		items = append(items, p)
		return 1
	}
	return p.sum()
}

func breaks(a int, all bool) int {
	p := &item{a: a} // nope: a break leads out of the branch
	switch {
	case p.b > 1:
		items = append(items, p)
		if all {
			break
		}
		return 1
	}
	return p.sum()
}

func loop(list []int) {
	for _, v := range list {
		p := &item{a: v} // want `p is on the heap`
		for i := range v {
			p.b += i
		}
		if p.sum() == 3 {
			continue
		}
		items = append(items, p)
	}
}

func outside(list []int) {
	p := &item{} // nope: each iteration keeps the same one
	for i := range list {
		if p.a = i; p.sum() > 3 {
			items = append(items, p)
		}
	}
}

func always(a int) *item {
	p := &item{a: a} // nope: it is items on every path
	p.b = p.sum()
	if a > 3 {
		items = append(items, p)
	}
	return p
}

func both(a int) {
	p := &item{a: a} // nope: both branches keep it
	if p.b = 3; a > 3 {
		items = append(items, p)
	} else {
		table[*p] = p
	}
}

func failed(a int) (*item, error) {
	p := &item{a: a} // nope: errors are rare
	if p.sum() > 3 {
		return nil, errors.New("too much")
	}
	return p, nil
}

func refused(a int) (*item, error) {
	p := &item{a: a} // nope: errors are rare
	if err := check(p); err != nil {
		return nil, err
	}
	return p, nil
}

func check(p *item) error {
	if p.a > 3 {
		return fmt.Errorf("too much: %d", p.a)
	}
	return nil
}

func method(a int) *item {
	p := &item{a: a} // nope: the method keeps it
	p.keep()
	if p.a > 3 {
		return nil
	}
	return p
}

func compared(a int, q *item) *item {
	p := &item{a: a} // nope: its address is looked at
	if p == q || p.a == 1 {
		return nil
	}
	return p
}

func reassigned(a int) *item {
	p := &item{a: a} // nope: it becomes another one
	if p.a == 1 {
		return nil
	}
	p = table[*p]
	return p
}

func captured(a int) func() int {
	p := &item{a: a} // nope: a literal shares it
	if p.a == 1 {
		return nil
	}
	return func() int { return p.a }
}

func deferred(a int) *item {
	p := &item{a: a} // nope: it is looked at in the end
	defer total(p)
	if p.a == 1 {
		return nil
	}
	p.b = 3
	return p
}

type locked struct {
	mu sync.Mutex
	n  int
}

func lock(n int) *locked {
	l := &locked{n: n} // nope: must not be copied
	if l.n > 3 {
		return nil
	}
	return l
}

type sum [32]byte

var sums = map[sum]*sum{}

func array(data []byte) *sum {
	h := new(sum) // want `h is on the heap`
	copy(h[:], data)
	h[31] = byte(len(h))
	if q := sums[*h]; q != nil {
		return q
	}
	sums[*h] = h
	return h
}

func printed(data []byte) *sum {
	h := new(sum) // nope: to print it, its address is taken
	copy(h[:], data)
	fmt.Println(h[:])
	if h[0] == 1 {
		return nil
	}
	return h
}

func taken(a int) *item {
	it := item{a: a} // want `it is on the heap each time`
	if it.empty() {
		return nil
	}
	return &it
}

func shadows(a int) {
	p := &item{a: a} // nope: the block has a p of its own
	if p.a > 3 {
		items = append(items, p)
		p := 3
		items[p].a = p
	}
}

func clauses(a int, ch chan *item) {
	p := &item{a: a} // nope: each clause keeps it
	p.b = p.sum()
	switch p.a {
	case 1:
		ch <- p
	default:
		items = append(items, p)
	}
}

func generic[T any](v T) *box[T] {
	b := &box[T]{v: v} // nope: it may be large, or must not be copied
	if b.n > 1 {
		return nil
	}
	return b
}

type box[T any] struct {
	v T
	n int
}

type client struct {
	w    io.Writer
	next *client
	tags tags
	n    count
}

type tags []string

func (t *tags) add(s string) { last = t }

type count int

func (c *count) inc() { counts = append(counts, c) }

var (
	last   *tags
	counts []*count
)

func connected(w io.Writer, c *client) *client {
	p := &client{w: w, next: c} // want `p is on the heap`
	defer p.next.flush()
	if _, err := p.w.Write(nil); err != nil || p.next.next == p.next || len(p.tags) > 3 {
		return c
	}
	return p
}

func (c *client) flush() { clients = append(clients, c) }

var clients []*client

func tagged(w io.Writer) *client {
	p := &client{w: w} // nope: the method keeps the address of a field
	p.tags.add("")
	if p.tags == nil {
		return nil
	}
	return p
}

func counted(w io.Writer) *client {
	p := &client{w: w} // nope: the method keeps the address of a field
	p.n.inc()
	if p.tags == nil {
		return nil
	}
	return p
}

func field(w io.Writer) *client {
	p := &client{w: w} // nope: the address of a field is items
	clients = append(clients, p.next)
	last = &p.tags
	if p.tags == nil {
		return nil
	}
	return p
}
