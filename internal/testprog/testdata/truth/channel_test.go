// A channel is always on the heap: a header of 112 bytes with the buffer
// behind it, or in an object of its own when the elements hold pointers.

package truth

import "testing"

var channelTotal int

//go:noinline
func channelLocal() {
	c := make(chan int, 1) // heap: channel 1
	c <- 1
	channelTotal += <-c
}

//go:noinline
func channelSignal() {
	done := make(chan struct{}) // heap: channel 1
	close(done)
	<-done
}

//go:noinline
func channelPointers() {
	c := make(chan *int, 10) // heap: channel 2
	channelTotal += cap(c)
}

func BenchmarkChannel(b *testing.B) {
	for b.Loop() {
		channelLocal()
		channelSignal()
		channelPointers()
	}
}
