// A defer outside a loop lives in the frame. In a loop the number of deferred
// calls is not known, so the arguments of each are packed into an object.

package truth

import "testing"

var deferTotal int

//go:noinline
func deferAdd(n int) { deferTotal += n }

//go:noinline
func deferInLoop(n int) {
	for i := range n {
		defer deferAdd(i) // heap: defer-loop 4
	}
}

//go:noinline
func deferClosure(n int) {
	for i := range n {
		defer func() { deferTotal += i }() // heap: defer-loop 4
	}
}

//go:noinline
func deferBoth(n int) {
	for i := range n {
		defer func(k int) { deferTotal += i + k }(n) // heap: defer-loop 8
	}
}

//go:noinline
func deferOnce(n int) {
	defer deferAdd(n) // heap: none
	deferTotal++
}

// deferHoisted defers inside a function of its own, once per call.
//
//go:noinline
func deferHoisted(n int) {
	for i := range n {
		func() {
			defer deferAdd(i) // heap: none
			deferTotal++
		}()
	}
}

func BenchmarkDeferLoop(b *testing.B) {
	for b.Loop() {
		deferInLoop(4)
		deferClosure(4)
		deferBoth(4)
		deferOnce(1)
		deferHoisted(4)
	}
}
