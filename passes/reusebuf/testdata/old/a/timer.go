package a

import "time"

// nope: the tick of an earlier iteration would still be there
func wait(c chan int, d time.Duration) {
	for range c {
		select {
		case <-c:
		case <-time.After(d): // refused "go 1.20 has no timer without stale ticks"
		}
	}
}
