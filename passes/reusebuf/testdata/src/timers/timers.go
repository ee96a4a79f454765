package timers

import (
	"context"
	"time"
)

type queue struct {
	in    chan int
	pause time.Duration
}

func (q *queue) run(ctx context.Context) int {
	const idle = time.Second
	sum := 0
	for {
		select {
		case n := <-q.in:
			sum += n
		case <-ctx.Done():
			return sum
		case <-time.After(idle): // want "a timer is made in each iteration .*review: with GODEBUG=asynctimerchan=1 an iteration may see the tick of the one before\\)"
			sum--
		}
	}
}

func (q *queue) retry(ctx context.Context, try func() bool) (last time.Time) {
loop:
	for i := range 3 {
		if try() {
			break loop
		}
		// It waits longer and longer.
		select {
		case last = <-time.After(time.Duration(i) * q.pause): // want "a timer is made .*review: .*the duration is computed before"
		case <-ctx.Done():
			break loop
		}
	}
	return last
}

func (q *queue) each(list []time.Time) {
	for _, at := range list {
		t := time.NewTimer(time.Until(at)) // want "t is made anew in each iteration .*review: with GODEBUG"
		select {
		case <-t.C:
		case n := <-q.in:
			t.Stop()
			println(n)
		}
	}
}

// nope: it waits once
func (q *queue) once() {
	select {
	case <-q.in:
	case <-time.After(q.pause):
	}
}

// nope: each iteration has its own at the same time
func (q *queue) started() {
	for range 3 {
		go func() {
			select {
			case <-q.in:
			case <-time.After(q.pause):
			}
		}()
	}
}

// nope: the channel is kept
func (q *queue) kept() {
	for range 3 {
		timeout := time.After(q.pause)
		select {
		case <-q.in:
		case <-timeout:
		}
	}
}

func keep(*time.Timer) {}

// nope: the timer is kept
func (q *queue) lent() {
	for range 3 {
		t := time.NewTimer(q.pause) // refused "t may be retained"
		keep(t)
		<-t.C
	}
}

// nope: that of the last iteration is stopped
func (q *queue) deferred() {
	for range 3 {
		t := time.NewTimer(q.pause) // refused "t may be retained"
		defer t.Stop()
		<-t.C
	}
}
