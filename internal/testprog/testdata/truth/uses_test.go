// What a function returns is charged to it; what its callers do with it, behind
// functions that hand it on, says whether it need be made.

package truth

import (
	"errors"
	"io"
	"strconv"
	"testing"
)

//go:noinline
func usesText(b []byte) string {
	return string(b) // heap: bytes-to-string 1 // says: truth.(*usesReader).compare (uses_test.go:25) only compares it // says: give it a form that compares
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
	return strconv.Itoa(n) // heap: number-text 4 // says: truth.usesLength (uses_test.go:37), for whom 75 % of them are made, only asks for its length // says: use strconv.AppendInt
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
	return n, &usesItem{n} // heap: returned 1 // says: truth.usesSecond (uses_test.go:55) only calls sum of it
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
	return n, &usesItem{n} // heap: returned 1 // says: must outlive the call (line 70) | return the value
}

// usesTwice compares what it gets by one of two calls in a line.
//
//go:noinline
func usesTwice(b []byte) bool { return usesText2(b) == "a text" && usesAdd(usesText2(b)) }

//go:noinline
func usesAdd(s string) bool { usesKeep = s; return true }

//go:noinline
func usesText2(b []byte) string {
	return string(b) // heap: bytes-to-string 2 // says: which may not | the text is the result
}

// usesLater returns it from a function literal, which itself is compared.
//
//go:noinline
func usesLater(b []byte) func() string {
	s := usesText3(b)
	return func() string { return s } // heap: closure 1
}

//go:noinline
func usesText3(b []byte) string {
	return string(b) // heap: bytes-to-string 1 // says: which may not | the text is the result
}

type usesError struct{ n int }

func (e *usesError) Error() string {
	return strconv.Itoa(e.n) // heap: number-text 2 // says: use strconv.AppendInt
}

// usesJoined compares what others make of two of them.
//
//go:noinline
func usesJoined(err error) bool { return err.Error() == "1000" } // heap: error-value 2

type usesWriter struct{ n [9]int }

func (w *usesWriter) Write(b []byte) (int, error) { return len(b), nil }

// usesInto writes into what it gets.
//
//go:noinline
func usesInto() { io.WriteString(usesNew(), "") }

//go:noinline
func usesNew() *usesWriter {
	return &usesWriter{} // heap: returned 1 // says: must outlive the call (line 121) | return the value
}

var (
	usesKeep  string
	usesItems []*usesItem
	usesTotal int
)

func BenchmarkUses(b *testing.B) {
	r, joined := &usesReader{[]byte("a text")}, errors.Join(&usesError{1000}, &usesError{2000})
	for b.Loop() {
		if r.compare() {
			usesTotal++
		}
		usesTotal += usesLength(1000) + usesLength(1000) + usesLength(1000) + usesSecond(1) + usesMuch(1)
		usesKept(1000)
		if usesTwice(r.b) && usesLater(r.b) != nil && !usesJoined(joined) {
			usesTotal++
		}
		usesInto()
	}
}
