package main

import (
	"container/list"
	"sync"
	"sync/atomic"
)

func main() {
	newLinked()
	newLocking()
	newSharing()
	newOnce(1)
	newNilling(0)
	newBig()
	newReused()
	newWaiting()
	newEarly(true)
	newTwice(1)
	newPassing()
	newCalling()
	newAnswering()
	newLooping()
	newAtomicField()
	newAtomicPlace()
	newClosing()
	newSwitching()
	newBare(1)
	newChanged()
	newSaving(1)
	newListing()
	newBulky()
	newPair()
	newCells()
	newReading()
	newNaming()
}

type u struct{ a, b int }

// nope: points to itself
type link struct {
	self *link
	n    int
}

func newLink() *link {
	l := &link{}
	l.self = l
	return l
}

type linked struct{ p *link }

func newLinked() *linked { return &linked{p: newLink()} } // refused "newLink does more than to return a new object"

// nope: must not be copied, and is when it is returned
type lock struct {
	mu sync.Mutex
	n  int
}

func newLock() *lock {
	l := new(lock)
	l.n = 1
	return l
}

type locking struct{ p *lock }

func newLocking() *locking { return &locking{p: newLock()} } // refused "newLock does more than to return a new object"

// nope: somebody else has it
var all []*u

func newShared() *u {
	x := &u{a: 1}
	all = append(all, x)
	return x
}

type sharing struct{ p *u }

func newSharing() *sharing { return &sharing{p: newShared()} } // refused "newShared does more than to return a new object"

// nope: two objects
func newEither(n int) *u {
	x := &u{a: 1}
	if n > 1 {
		x = &u{b: 1}
	}
	return x
}

type once struct{ p *u }

func newOnce(n int) *once { return &once{p: newEither(n)} } // refused "newEither does more than to return a new object"

// nope: may be nil
func newNil(n int) *u {
	x := &u{a: 1}
	if n == 0 {
		return nil
	}
	return x
}

type nilling struct{ p *u }

func newNilling(n int) *nilling { return &nilling{p: newNil(n)} } // refused "newNil does more than to return a new object"

// nope: too large to be copied
type large struct{ a [64]int }

func newLarge() *large {
	l := &large{}
	l.a[0] = 1
	return l
}

type big struct{ p *large }

func newBig() *big { return &big{p: newLarge()} } // refused "newLarge does more than to return a new object"

// nope: one object for all
var only = &u{a: 1}

func theOnly() *u {
	x := only
	x.b++
	return x
}

type reused struct{ p *u }

func newReused() *reused { return &reused{p: theOnly()} } // refused "theOnly does more than to return a new object"

// nope: a goroutine has it
func newRunning() *u {
	x := &u{}
	go func() { x.a++ }()
	return x
}

type waiting struct{ p *u }

func newWaiting() *waiting { return &waiting{p: newRunning()} } // refused "newRunning does more than to return a new object"

// nope: nil before it is made
func newLate(no bool) (x *u) {
	if no {
		return
	}
	x = &u{a: 1}
	return
}

type early struct{ p *u }

func newEarly(no bool) *early { return &early{p: newLate(no)} } // refused "newLate does more than to return a new object"

// nope: a branch makes another one
func newBranch(n int) (x *u) {
	x = &u{a: n}
	if n > 1 {
		x = &u{b: n}
	}
	return x
}

type twice struct{ p *u }

func newTwice(n int) *twice { return &twice{p: newBranch(n)} } // refused "newBranch does more than to return a new object"

// nope: another function is given the pointer at once
func newPassed() *u {
	x := &u{}
	x.a = 1
	return x
}

type passing struct{ p *u }

func newPassing() *passing {
	take(newPassed())
	return &passing{p: newPassed()} // refused "newPassed is used elsewhere, too"
}

func take(*u) {}

// nope: nothing has an address
func (x *u) set(n int) { x.a = n }

func newSet() *u {
	x := &u{}
	for range 9 {
		x.set(1)
		for range 9 {
			x.set(2)
			println("s", "e", "t", x.a, x.b, x.a+1, x.b+1, x.a+2, x.b+2, x.a+3, x.b+3)
		}
	}
	return x
}

type calling struct{ p *u }

func newCalling() *calling {
	newSet().set(3)
	return &calling{p: newSet()} // refused "newSet is used elsewhere, too"
}

// nope: a variable is asked for nil
func newAsked() *lock { return &lock{n: 1} }

type answering struct{ p *lock }

func newAnswering() *answering {
	x := newAsked()
	if x == nil {
		return nil
	}
	return &answering{p: newAsked()} // refused "newAsked is used elsewhere, too"
}

// nope: the loop copies the variable for each iteration
func newIterated() *lock { return &lock{n: 1} }

type looping struct{ p *lock }

func newLooping() *looping {
	for x := newIterated(); x.n < 3; x.n++ {
		go func() { x.n++ }()
	}
	return &looping{p: newIterated()} // refused "newIterated is used elsewhere, too"
}

// nope: atomic on 32 bits
type numbers struct {
	a int32
	n int64
}

type atomicField struct {
	a int32
	p *numbers // refused "an atomic number of 64 bits has to come first"
}

func newAtomicField() *atomicField {
	x := &atomicField{p: &numbers{}}
	atomic.AddInt64(&x.p.n, 1)
	return x
}

// nope: the number behind it would move

type odd struct{ a, b int32 }

type atomicBehind struct {
	p    *odd // refused "an atomic number of 64 bits has to come first"
	list [2]uint64
}

func newAtomicPlace() *atomicBehind {
	x := &atomicBehind{p: &odd{}}
	atomic.AddUint64(&x.list[1], 1)
	return x
}

// nope: the variable of another one is set again
func newAgain() *lock { return &lock{n: 1} }

type closing struct{ p *lock }

func newClosing() *closing {
	x := newAgain()
	go func() { x.mu.Lock() }()
	x = newAgain()
	return &closing{p: newAgain()} // refused "newAgain is used elsewhere, too"
}

// nope: a label leads back in front of it
func newJumping(n int) (x *u) {
again:
	x = &u{a: n}
	if n > 1 {
		n--
		goto again
	}
	return x
}

type switching struct{ p *u }

func newSwitching() *switching { return &switching{p: newJumping(2)} } // refused "newJumping does more than to return a new object"

// nope: it is read before it is made
func newRead(n int) (x *u) {
	defer func() { println(x) }()
	x = &u{a: n}
	return x
}

type bare struct{ p *u }

func newBare(n int) *bare { return &bare{p: newRead(n)} } // refused "newRead does more than to return a new object"

// nope: a literal changes it later
func newHooked() *u {
	x := &u{}
	hook = func() { x.a++ }
	return x
}

var hook func()

type changed struct{ p *u }

func newChanged() *changed { return &changed{p: newHooked()} } // refused "newHooked does more than to return a new object"

// nope: the result was another object before
func newSaved(n int) (x *u) {
	x = only
	if x.a == n {
		return &u{a: n}
	}
	x = &u{b: x.b}
	return
}

type saving struct{ p *u }

func newSaving(n int) *saving { return &saving{p: newSaved(n)} } // refused "newSaved does more than to return a new object"

// nope: a list points to itself
type order struct{ l list.List }

func newOrder() *order {
	o := &order{}
	o.l.PushBack(1)
	return o
}

type listing struct{ o *order }

func newListing() *listing { return &listing{o: newOrder()} } // refused "newOrder does more than to return a new object"

// nope: a variable would get a large copy
func newArray(n int) *large { return &large{a: [64]int{n}} }

type bulky struct{ p *large }

func newBulky() *bulky {
	x := newArray(1)
	return &bulky{p: newArray(x.a[0])} // refused "newArray is used elsewhere, too"
}

// nope: the other field may not become an object
func newHalf() *u { return &u{a: 1} }

type pair struct {
	left  *u
	right *u
}

func newPair() *pair {
	x := &pair{left: newHalf(), right: newHalf()} // refused "newHalf is used elsewhere, too"
	if x.right == nil {                           // refused "right is compared with nil"
		x.left.a++
	}
	return x
}

// nope: a part of it leads to another part
type cell struct {
	array [4]byte
	view  []byte
	n     int
	at    *int
	all   []*int
	any   any
	call  func()
	inner inner
}

type inner struct{ self *inner }

func (i *inner) begin() { i.self = i }

func point(c *cell) { c.at = &c.n }

func makeSliced() *cell {
	x := &cell{}
	x.view = x.array[:]
	return x
}

func makeHelped() *cell {
	x := new(cell)
	point(x)
	return x
}

func makePlaced() *cell {
	x := &cell{n: 1}
	p := &x.n
	x.at = p
	return x
}

func makeAliased() *cell {
	x := &cell{n: 1}
	y := x
	y.at = &y.n
	return x
}

func makeWhole() *cell {
	x := &cell{}
	*x = cell{at: &x.n}
	return x
}

func makeInner() *cell {
	x := &cell{}
	x.inner.begin()
	return x
}

func makeElement() *cell {
	x := &cell{}
	x.all = append(x.all, &x.n)
	return x
}

func makeBound() *cell {
	x := &cell{}
	x.call = x.inner.begin
	return x
}

func makeBoxed() *cell {
	x := &cell{}
	x.any = x
	return x
}

func makeRanged() *cell {
	x := &cell{}
	for _, p := range []*int{&x.n} {
		x.at = p
	}
	return x
}

func makeVariable() *cell {
	var x cell
	x.at = &x.n
	return &x
}

func makeResult() (x *cell) {
	x = &cell{}
	x.view = x.array[1:]
	return
}

func makeChosen() *cell {
	x := &cell{}
	y := &cell{}
	if y.n == 0 {
		x.at = &y.n
		y.at = &x.n
	}
	return x
}

func makeSent() *cell {
	x := &cell{}
	ch := make(chan *cell, 1)
	ch <- x
	y := <-ch
	y.at = &y.n
	return x
}

func makeMapped() *cell {
	x := &cell{}
	m := map[int]*cell{1: x}
	m[1].at = &m[1].n
	return x
}

type cells struct {
	fSliced   *cell
	fHelped   *cell
	fPlaced   *cell
	fAliased  *cell
	fWhole    *cell
	fInner    *cell
	fElement  *cell
	fBound    *cell
	fBoxed    *cell
	fRanged   *cell
	fVariable *cell
	fResult   *cell
	fChosen   *cell
	fSent     *cell
	fMapped   *cell
}

func newCells() *cells {
	return &cells{
		fSliced:   makeSliced(),   // refused "makeSliced does more than to return a new object"
		fHelped:   makeHelped(),   // refused "makeHelped does more than to return a new object"
		fPlaced:   makePlaced(),   // refused "makePlaced does more than to return a new object"
		fAliased:  makeAliased(),  // refused "makeAliased does more than to return a new object"
		fWhole:    makeWhole(),    // refused "makeWhole does more than to return a new object"
		fInner:    makeInner(),    // refused "makeInner does more than to return a new object"
		fElement:  makeElement(),  // refused "makeElement does more than to return a new object"
		fBound:    makeBound(),    // refused "makeBound does more than to return a new object"
		fBoxed:    makeBoxed(),    // refused "makeBoxed does more than to return a new object"
		fRanged:   makeRanged(),   // refused "makeRanged does more than to return a new object"
		fVariable: makeVariable(), // refused "makeVariable does more than to return a new object"
		fResult:   makeResult(),   // refused "makeResult does more than to return a new object"
		fChosen:   makeChosen(),   // refused "makeChosen does more than to return a new object"
		fSent:     makeSent(),     // refused "makeSent does more than to return a new object"
		fMapped:   makeMapped(),   // refused "makeMapped does more than to return a new object"
	}
}

// nope: the field is read when it is nil
type reading struct{ p *u }

func (r *reading) sum() int { return r.p.sum() }

func (x *u) sum() int {
	if x == nil {
		return 7
	}
	return x.a + x.b
}

func newSummed(r *reading) *u { return &u{a: r.sum()} }

func newReading() *reading {
	r := &reading{}
	r.p = newSummed(r) // refused "p may be read while its object is made"
	return r
}

type naming struct{ p *u }

func (n *naming) name() int { return n.p.sum() }

func newNaming() *naming {
	n := &naming{}
	n.p = &u{a: n.name()} // refused "p may be read while its object is made"
	return n
}
