// A timer is an object of the runtime with a channel of its own: three objects
// for each time.After, time.NewTimer and time.NewTicker. Reset reuses them.

package truth

import (
	"testing"
	"time"
)

var timerKept *time.Timer

//go:noinline
func timerNew() {
	t := time.NewTimer(time.Hour) // heap: timer 3
	t.Stop()
	timerKept = t
}

//go:noinline
func timerAfter(c chan int) {
	select {
	case <-c:
	case <-time.After(time.Hour): // heap: timer 3
	}
}

//go:noinline
func timerFunc() {
	t := time.AfterFunc(time.Hour, timerNothing) // heap: timer 1
	t.Stop()
}

func timerNothing() {}

//go:noinline
func timerReset(t *time.Timer) {
	t.Reset(time.Hour) // heap: none
	t.Stop()
}

func BenchmarkTimer(b *testing.B) {
	t := time.NewTimer(time.Hour)
	c := make(chan int, 1)
	for b.Loop() {
		c <- 1
		timerNew()
		timerAfter(c)
		timerFunc()
		timerReset(t)
	}
}
