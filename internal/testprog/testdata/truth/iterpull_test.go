// iter.Pull runs the iterator in a coroutine of its own, whose state, next and
// stop functions are objects on the heap.

package truth

import (
	"iter"
	"testing"
)

var iterPullTotal int

func iterPullOne(yield func(int) bool) { yield(1) }

//go:noinline
func iterPull() {
	next, stop := iter.Pull(iterPullOne) // heap: iter-pull 6
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
