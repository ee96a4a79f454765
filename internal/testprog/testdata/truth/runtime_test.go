// The runtime keeps records of its own: of goroutines, of those that wait at a
// channel, of type assertions. They are reused, so they show only while their
// number still rises: here one goroutine more waits forever after each call.

package truth

import "testing"

var (
	runtimeNever   = make(chan int)
	runtimeStarted = make(chan int)
)

func runtimeWait() {
	runtimeStarted <- 1
	<-runtimeNever // heap: runtime 1
}

//go:noinline
func runtimeLeak() {
	go runtimeWait() // heap: goroutine 1
	<-runtimeStarted
}

func BenchmarkRuntime(b *testing.B) {
	for b.Loop() {
		runtimeLeak()
	}
}
