// A variable that a function literal assigns to is on the heap; what it points
// to must be there as well, though nobody outside ever sees it. What needs no heap
// once its holder needs none is said of the holder.

package truth

import "testing"

var heldByFunc func()

//go:noinline
func heldByVariable(n int) {
	var p *int // heap: captured 1 // says: holds 14.
	x := n     // heap: stored 1 // says: holds .
	p = &x
	heldByFunc = func() { p = nil } // heap: closure 1 // says: holds 13 14.
	*p = 2
}

type heldByPair struct{ a, b *[9]int }

// heldByTwo has two objects of equal text: each holds its own.
//
//go:noinline
func heldByTwo(n int) (*heldByPair, *heldByPair) {
	x, y := [9]int{n}, [9]int{n} // heap: stored 2
	p := &heldByPair{a: &x}      // heap: returned 1 // says: holds 26.
	q := &heldByPair{a: &y}      // heap: returned 1 // says: holds 26.
	return p, q
}

type heldByBytes struct{ b []byte }

// heldByMade needs the heap for what it makes, whoever holds it.
//
//go:noinline
func heldByMade(n int) *heldByBytes {
	b := make([]byte, n)   // heap: stored 1
	return &heldByBytes{b} // heap: returned 1 // says: holds .
}

// heldByBox is returned with its box or without.
//
//go:noinline
func heldByBox() any {
	b := make([]int, 0, 2) // heap: stored 1
	return b               // heap: boxing 1 // says: holds .
}

type heldByReader interface{ first() *int }

func (p *heldByPair) first() *int { return &p.a[0] }

// heldByOthers has one object that another one holds, which is all that the compiler says, and
// returns it besides.
//
//go:noinline
func heldByOthers(n int, set func(*heldByHolder)) heldByReader {
	p := &heldByPair{}    // heap: stored 1 // says: is kept by &heldByHolder
	set(&heldByHolder{p}) // heap: unknown-callee 1 // says: holds .
	return p
}

type heldByHolder struct{ p *heldByPair }

// heldByLoop makes several in a loop, which its holder outlives anyway.
//
//go:noinline
func heldByLoop(n int) *heldByPair {
	var last *[9]int
	for i := range 2 {
		x := [9]int{n + i} // heap: stored 2
		last = &x
	}
	return &heldByPair{a: last} // heap: returned 1 // says: holds .
}

// heldByRound keeps it for the next round besides.
//
//go:noinline
func heldByRound(n int, set func(*heldByPair)) {
	var last *[9]int
	for i := range 2 {
		x := [9]int{n + i} // heap: stored 2
		last = &x
		set(&heldByPair{a: last}) // heap: unknown-callee 2 // says: holds .
	}
	last[0]++
}

// heldByBoth has two function literals that outlive it.
//
//go:noinline
func heldByBoth(n int) (func(), func() int) {
	x := n                              // heap: captured 1
	set := func() { x++ }               // heap: closure 1 // says: holds .
	return set, func() int { return x } // heap: closure 1 // says: holds .
}

// heldByGoto does so without a for.
//
//go:noinline
func heldByGoto(n int) *heldByPair {
	var h heldByPair // heap: returned 1 // says: holds .
again:
	x := [9]int{n} // heap: stored 2
	h.a = &x
	if n++; n < 3 {
		goto again
	}
	return &h
}

// heldByLine returns it in the line in which a holder gets it.
//
//go:noinline
func heldByLine(n int, set func(*heldByPair) bool) (bool, any) {
	x := &[9]int{n}                  // heap: stored 1
	return set(&heldByPair{a: x}), x // heap: unknown-callee 1 // says: holds .
}

// heldByPart returns it from what holds it.
//
//go:noinline
func heldByPart(n int, set func(*heldByPair)) any {
	x := [9]int{n}          // heap: stored 1
	h := &heldByPair{a: &x} // heap: unknown-callee 1 // says: holds .
	set(h)
	return h.a
}

func heldByMaker(n int) *[9]int { return &[9]int{n} } // heap: stored 2

// heldByInlined holds one of those that are made there.
//
//go:noinline
func heldByInlined(n int) *heldByPair {
	return &heldByPair{a: heldByMaker(n)} // heap: returned 1 // says: holds .
}

//go:noinline
func heldByNobody(n int) { heldByArray = heldByMaker(n) }

var heldByArray *[9]int

func BenchmarkHeldBy(b *testing.B) {
	for b.Loop() {
		heldByVariable(1)
		p, q := heldByTwo(1)
		p.a[0] += q.a[0]
		p.a[0] += len(heldByMade(40).b) + cap(heldByBox().([]int))
		heldByOthers(1, func(*heldByHolder) {})
		heldByLoop(1)
		heldByRound(1, func(*heldByPair) {})
		heldByBoth(1)
		heldByGoto(1)
		heldByLine(1, func(*heldByPair) bool { return true })
		heldByPart(1, func(*heldByPair) {})
		heldByInlined(1)
		heldByNobody(1)
	}
}
