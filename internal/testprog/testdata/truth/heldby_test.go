// A variable that a function literal assigns to is on the heap; what it points
// to must be there as well, though nobody outside ever sees it. What needs no heap
// once its holder needs none is said of the holder.

package truth

import "testing"

var heldByFunc func()

//go:noinline
func heldByVariable(n int) {
	var p *int // heap: captured 1 // says: frees 14.
	x := n     // heap: stored 1 // says: frees .
	p = &x
	heldByFunc = func() { p = nil } // heap: closure 1 // says: frees 13 14.
	*p = 2
}

type heldByPair struct{ a, b *[9]int }

// heldByTwo has two objects of equal text: each holds its own.
//
//go:noinline
func heldByTwo(n int) (*heldByPair, *heldByPair) {
	x, y := [9]int{n}, [9]int{n} // heap: stored 2
	p := &heldByPair{a: &x}      // heap: returned 1 // says: frees 26.
	q := &heldByPair{a: &y}      // heap: returned 1 // says: frees 26.
	return p, q
}

type heldByBytes struct{ b []byte }

// heldByMade needs the heap for what it makes, whoever holds it.
//
//go:noinline
func heldByMade(n int) *heldByBytes {
	b := make([]byte, n)   // heap: stored 1
	return &heldByBytes{b} // heap: returned 1 // says: frees .
}

// heldByBox is returned with its box or without.
//
//go:noinline
func heldByBox() any {
	b := make([]int, 0, 2) // heap: stored 1
	return b               // heap: boxing 1 // says: frees .
}

type heldByReader interface{ first() *int }

func (p *heldByPair) first() *int { return &p.a[0] }

// heldByOthers has one object that another one holds, which is all that the compiler says, and
// returns it besides.
//
//go:noinline
func heldByOthers(n int, set func(*heldByHolder)) heldByReader {
	p := &heldByPair{}    // heap: stored 1 // says: is kept by &heldByHolder
	set(&heldByHolder{p}) // heap: unknown-callee 1 // says: frees .
	return p
}

type heldByHolder struct{ p *heldByPair }

func BenchmarkHeldBy(b *testing.B) {
	for b.Loop() {
		heldByVariable(1)
		p, q := heldByTwo(1)
		p.a[0] += q.a[0]
		p.a[0] += len(heldByMade(40).b) + cap(heldByBox().([]int))
		heldByOthers(1, func(*heldByHolder) {})
	}
}
