package main

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

func main() {
	fmt.Println(newCopied(), *newCompared() == compared{}, newLazy(), newSwapped(), newShared(), newWide(), newCounted(), newFinal(), newRing())
	newKept(false)
	newUnkeyed()
	newPartly(true)
	newEarly()
	newElsewhere()
	newDeferred()
	newVar()
	newHanded()
	newLooped()
	newElem()
	newOuter()
	newGeneric()
	newTwin()
	newPlace()
	newReset()
}

type u struct{ a, b int }

// nope: a copy would have another u
type copied struct{ p *u } // refused "a copied is copied or compared by .c"

func newCopied() *copied {
	c := &copied{p: &u{}}
	d := *c
	d.p.a++
	return c
}

func init() { println(len(fmt.Sprint(newCopied()))) }

// nope: pointers are equal, values may be
type compared struct{ p *u } // refused "compared is also used as a value"

func newCompared() *compared { return &compared{p: new(u)} }

// nope: may be nil
type lazy struct {
	p *u
	n int
}

func newLazy() *lazy { return &lazy{n: 1} } // refused "a lazy is made here without p"

func (l *lazy) get() *u {
	if l.n > 0 {
		l.p = &u{}
	}
	return l.p
}

// nope: becomes another one
type swapped struct{ p *u }

func newSwapped() *swapped { return &swapped{p: &u{}} }

func (s *swapped) swap(p *u) { s.p = p } // refused "p is not always a new object"

// nope: two of them have one
type shared struct{ p *u }

func newShared() []*shared {
	p := &u{}
	return []*shared{{p: p}, {p: p}}
}

// nope: atomic on 32 bits
type numbers struct {
	a int32
	n int64
}

type wide struct {
	a int32
	p *numbers // refused "an atomic number of 64 bits has to come first"
}

func newWide() *wide {
	w := &wide{p: &numbers{}}
	atomic.AddInt64(&w.p.n, 1)
	return w
}

// nope: n would have another place
type counted struct {
	p *u // refused "an atomic number of 64 bits has to come first"
	a int32
	n int64
}

func newCounted() *counted {
	c := &counted{p: &u{}}
	atomic.AddInt64(&c.n, 1)
	return c
}

// nope: needs an object of its own
type v struct{ a int }

func newFinal() *final {
	f := &final{p: &v{}}
	runtime.SetFinalizer(f.p, func(*v) {})
	return f
}

type final struct{ p *v } // refused "a finalizer or cleanup"

// nope: a part of itself
type ring struct {
	next *ring // refused "a part of itself"
}

func newRing() *ring { return &ring{next: &ring{}} }

// nope: asked for nil
type kept struct{ p *u }

func newKept(no bool) *kept {
	k := &kept{p: &u{}}
	if k.p == nil { // refused "p is compared with nil"
		return nil
	}
	return k
}

// nope: without a name
type unkeyed struct{ p *u }

func newUnkeyed() *unkeyed { return &unkeyed{&u{}} }

func newUnkeyed2() *unkeyed { return &unkeyed{p: &u{}} }

// nope: perhaps no object
type partly struct{ p *u }

func newPartly(yes bool) *partly {
	x := &partly{} // refused "a partly is made here without p"
	if yes {
		x.p = &u{}
	}
	return x
}

// nope: somebody saw it without
type early struct{ p *u }

func newEarly() *early {
	e := &early{} // refused "an? early is made here without p"
	use(e)
	e.p = &u{}
	return e
}

func use(any) {}

// nope: the function is called for others, too
type elsewhere struct{ p *u }

func newU() *u { return &u{a: 1} }

func newElsewhere() *elsewhere {
	println(newU().a)
	return &elsewhere{p: newU()} // refused "newU is used elsewhere"
}

// nope: the function may return nil
type deferred struct{ p *u }

func makeU() *u {
	defer func() { _ = recover() }()
	return &u{a: 1}
}

func newDeferred() *deferred { return &deferred{p: makeU()} } // refused "makeU does more"

// nope: a variable, an element, a field
type inVar struct{ p *u } // refused "used as a value"

var global inVar

func newVar() *inVar { return &inVar{p: &u{}} }

type handed struct{ p *u } // refused "used as a value"

func newHanded() *handed {
	h := handed{p: &u{}}
	hand(h)
	return &h
}

func hand(any) {}

// nope: the loop copies it for each iteration
type looped struct{ p *u } // refused "used as a value"

func newLooped() (last *looped) {
	for l := (looped{p: &u{}}); l.p.a < 3; l.p.a++ {
		last = &l
	}
	return last
}

type elem struct{ p *u } // refused "used as a value"

func newElem() ([]elem, *elem) { return nil, &elem{p: &u{}} }

type inner struct{ p *u } // refused "used as a value"

type outer struct{ inner }

func newOuter() (*outer, *inner) { return &outer{}, &inner{p: &u{}} }

// nope: generic code copies it
type generic struct{ p *u } // refused "a generic is copied by clone"

func clone[T any](p *T) *T { c := *p; return &c }

func newGeneric() *generic { return clone(&generic{p: &u{}}) }

// nope: another type has its fields
type twin struct{ p *u } // refused "used as a value"

type sister twin

func newTwin() *twin { return &twin{p: &u{}} }

// nope: the place of the pointer
type place struct{ p *u }

func newPlace() **u {
	x := &place{p: &u{}}
	return &x.p // refused "p is compared with nil, or may become another one"
}

// nope: whoever has the old one keeps it
type reset struct {
	mu sync.Mutex
	p  *u
}

func newReset() *reset { return &reset{p: &u{}} }

func (r *reset) clear() *u {
	old := r.p
	r.p = &u{} // refused "p gets another object here"
	return old
}
