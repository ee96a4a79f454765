// A value that is passed on is followed through what it is passed to, of the program
// and of the standard library, to the store or the call that decides.

package truth

import (
	"bytes"
	"fmt"
	"io"
	"testing"
)

type followedItem struct{ n int }

var followedLast *followedItem

//go:noinline
func followedKeep(item *followedItem) { followedLast = item }

//go:noinline
func followedOn(name string, item *followedItem) { followedKeep(item) }

//go:noinline
func followedThrough() {
	var item followedItem // heap: passed 1 // says: and on to truth.followedKeep, where it is stored: followedLast = item
	followedOn("x", &item)
}

type followedSink struct{ w io.Writer }

//go:noinline
func (s *followedSink) write(p []byte) { s.w.Write(p) }

//go:noinline
func followedMethod(s *followedSink) {
	var digits [8]byte // heap: passed 1 // says: only known at run time: s.w.Write(p)
	s.write(digits[:])
}

//go:noinline
func followedStd(n int) int {
	buf := &bytes.Buffer{} // heap: passed 1 // says: w.Write(p.buf) (fmt/print.go:
	fmt.Fprint(buf, n)     // heap: format 1, boxing 1
	return buf.Len()
}

type followedPair struct{ a, b *followedItem }

// followedHeld is on the heap because what holds it is.
//
//go:noinline
func followedHeld() *followedPair {
	item := &followedItem{1}              // heap: stored 1 // says: is kept by &followedPair{...} // says: which is returned by followedHeld
	return &followedPair{a: item, b: nil} // heap: returned 1
}

// followedSent goes through two calls to a channel.
//
//go:noinline
func followedSent(c chan *followedItem) {
	item := new(followedItem) // heap: passed 1 // says: and on to truth.followedSend, where it is sent: c <- item
	followedQueue(c, item)
}

//go:noinline
func followedQueue(c chan *followedItem, item *followedItem) { followedSend(c, item) }

//go:noinline
func followedSend(c chan *followedItem, item *followedItem) { c <- item }

var followedTotal int

func BenchmarkFollowed(b *testing.B) {
	sink := &followedSink{io.Discard}
	c := make(chan *followedItem, 1)
	for b.Loop() {
		followedThrough()
		followedMethod(sink)
		followedTotal += followedStd(1000)
		followedTotal += followedHeld().a.n
		followedSent(c)
		<-c
	}
}
