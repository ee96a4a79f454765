// A value may get away behind a pointer: through a field of what is passed,
// through an argument that a callee hands on, through a variable that another
// one points to.

package truth

import "testing"

type behindPath struct{ steps []int }

var behindKept []int

//go:noinline
func (p *behindPath) keep() { behindKept = p.steps }

//go:noinline
func behindField(n int) {
	p := behindPath{make([]int, n)} // heap: passed 1
	p.keep()
}

//go:noinline
func behindVariadic(n int) {
	behindAll(&behindPath{make([]int, n)}, &behindPath{}) // heap: passed 1
}

//go:noinline
func behindAll(paths ...*behindPath) { behindKept = paths[0].steps }

//go:noinline
func behindLocal(n int) []int {
	a := make([]int, n) // heap: returned 1
	p := behindPath{a}
	q := &p
	return q.steps
}

var behindTotal int

func BenchmarkBehind(b *testing.B) {
	for b.Loop() {
		behindField(5)
		behindVariadic(5)
		behindTotal += len(behindLocal(5))
	}
}
