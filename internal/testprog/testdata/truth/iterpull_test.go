// iter.Pull runs the iterator in a coroutine of its own, whose state, next and
// stop functions are objects on the heap. One of them is made by the coroutine
// itself, which no line of the program has called.
//
// heap: iter-pull 1

package truth

import (
	"iter"
	"testing"
)

var iterPullTotal int

func iterPullOne(yield func(int) bool) { yield(1) }

//go:noinline
func iterPull() {
	next, stop := iter.Pull(iterPullOne) // heap: iter-pull 5
	v, _ := next()
	iterPullTotal += v
	stop()
}

//go:noinline
func iterPullPush() {
	for v := range iterPullOne { // heap: none
		iterPullTotal += v
	}
}

func BenchmarkIterPull(b *testing.B) {
	for b.Loop() {
		iterPull()
		iterPullPush()
	}
}
