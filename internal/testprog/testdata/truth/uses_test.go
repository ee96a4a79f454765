// What a function returns is charged to it; what its callers do with it, behind
// functions that hand it on, says whether it need be made.

package truth

import (
	"strconv"
	"testing"
)

//go:noinline
func usesText(b []byte) string {
	return string(b) // heap: bytes-to-string 1 // says: truth.(*usesReader).compare (uses_test.go:23) only compares it // says: give it a form that compares
}

//go:noinline
func usesHandOn(b []byte) string { return usesText(b) }

type usesReader struct{ b []byte }

//go:noinline
func (r *usesReader) compare() bool {
	name := usesHandOn(r.b)
	return name == "x" || name == "y"
}

// usesNumber is asked by two, who do different things.
//
//go:noinline
func usesNumber(n int) string {
	return strconv.Itoa(n) // heap: number-text 4 // says: truth.usesLength (uses_test.go:35), for whom 75 % of them are made, only asks for its length // says: use strconv.AppendInt
}

//go:noinline
func usesLength(n int) int { return len(usesNumber(n)) }

//go:noinline
func usesKept(n int) { usesKeep = usesNumber(n) }

type usesItem struct{ n int }

func (i *usesItem) sum() int { return i.n }

// usesPair has two results, of which the second is made.
//
//go:noinline
func usesPair(n int) (int, *usesItem) {
	return n, &usesItem{n} // heap: returned 1 // says: truth.usesSecond (uses_test.go:53) only calls sum of it
}

//go:noinline
func usesSecond(n int) int {
	_, item := usesPair(n)
	return item.sum()
}

// usesMuch does several things with it, of which nothing is said.
//
//go:noinline
func usesMuch(n int) int {
	_, item := usesOther(n)
	usesItems = append(usesItems[:0], item)
	return item.sum()
}

//go:noinline
func usesOther(n int) (int, *usesItem) {
	return n, &usesItem{n} // heap: returned 1 // says: must outlive the call (line 68) | return the value
}

var (
	usesKeep  string
	usesItems []*usesItem
	usesTotal int
)

func BenchmarkUses(b *testing.B) {
	r := &usesReader{[]byte("a text")}
	for b.Loop() {
		if r.compare() {
			usesTotal++
		}
		usesTotal += usesLength(1000) + usesLength(1000) + usesLength(1000) + usesSecond(1) + usesMuch(1)
		usesKept(1000)
	}
}
