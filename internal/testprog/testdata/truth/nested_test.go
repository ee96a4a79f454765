// Function literals within function literals, recursion, named results,
// promoted methods: the reason stands at the line that allocates.

package truth

import "testing"

type nestedTree struct{ left, right *nestedTree }

type nestedBase struct{ n int }

//go:noinline
func (b *nestedBase) add() int { b.n++; return b.n }

type nestedOuter struct{ nestedBase }

var (
	nestedFunc  func() func() int
	nestedAdd   func() int
	nestedTotal int
	nestedErr   error
)

//go:noinline
func nestedClosures(n int) {
	nestedFunc = func() func() int { // heap: closure 1
		return func() int { return n } // heap: closure 1
	}
	nestedTotal += nestedFunc()()
}

//go:noinline
func nestedBuild(depth int) *nestedTree {
	if depth == 0 {
		return nil
	}
	return &nestedTree{nestedBuild(depth - 1), nestedBuild(depth - 1)} // heap: returned 7
}

//go:noinline
func nestedResult() (p *nestedBase, err error) {
	p = &nestedBase{1} // heap: returned 1
	return p, nil
}

//go:noinline
func nestedPromoted(o *nestedOuter) {
	nestedAdd = o.add // heap: method-value 1
}

type nestedError struct{ code, line int }

func (e nestedError) Error() string { return "nested" }

//go:noinline
func nestedDeferred(n int) (err error) {
	defer func() {
		if n > 0 {
			err = nestedError{n, n} // heap: boxing 1
		}
	}()
	return nil
}

func BenchmarkNested(b *testing.B) {
	o := &nestedOuter{}
	for b.Loop() {
		nestedClosures(1)
		nestedTotal += len([]*nestedTree{nestedBuild(3)})
		p, _ := nestedResult()
		nestedTotal += p.n
		nestedPromoted(o)
		nestedErr = nestedDeferred(1)
	}
}
