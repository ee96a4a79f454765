// What is advised is not there already, is in scope where it is to stand, and changes
// nothing that the program says.

package truth

import (
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"testing"
)

type remedyOrder struct{ items []int }

//go:noinline
func remedyRoom(items []int) []int {
	var out []int
	for _, v := range items {
		out = append(out, v) // heap: growth any // says: make([]int, 0, len(items))
	}
	return out
}

//go:noinline
func remedyGiven(items []int) []int {
	out := make([]int, 0, 2) // heap: returned 1
	for _, v := range items {
		out = append(out, v) // heap: growth any // says: the room that make gives it in line 28 is not enough
	}
	return out
}

//go:noinline
func remedyNested(orders []remedyOrder) []int {
	var out []int
	for _, o := range orders {
		for _, v := range o.items {
			out = append(out, v) // heap: growth any // says: give make the final capacity
		}
	}
	return out
}

//go:noinline
func remedyRanged(s string) (n int) {
	for _, part := range strings.Split(s, ",") { // heap: split 1 // says: range over strings.SplitSeq
		n += len(part)
	}
	return n
}

//go:noinline
func remedyFirst(s string) string {
	return strings.Split(s, ",")[0] // heap: split 1 // says: use strings.Cut for the first part
}

//go:noinline
func remedyAll(s string) []string {
	return strings.Split(s, ",") // heap: split 1 // says: where no slice of all of them is needed
}

//go:noinline
func remedyErrorf(n int) error {
	return fmt.Errorf("line %d", n) // heap: error-value any, boxing 1 // says: a type with fields
}

//go:noinline
func remedyError() error {
	return errors.New("remedy") // heap: error-value 1 // says: make an error that never differs once
}

var remedyLimit = 1000

//go:noinline
func remedyConst(f func(any)) {
	f(remedyLimit) // heap: boxing 1 // says: declare remedyLimit with const // says: each box of truth.remedyLimit
}

var remedyKept map[int]int

//go:noinline
func remedyMap() {
	remedyKept = map[int]int{} // heap: map 1
	remedyKept[1] = 2          // heap: map-growth 1 // says: inserts the first entry, which makes room for eight // says: a few entries are found in a slice as fast
}

//go:noinline
func remedyCopy(from map[int]int) {
	m := make(map[int]int, len(from)) // heap: map 1
	maps.Copy(m, from)                // heap: map-growth 1 // says: the map has its room: it is made, not grown
	remedyKept = m
}

//go:noinline
func remedyAppend(s string) []byte {
	return strconv.AppendQuote(nil, s) // heap: number-text any // says: the slice that is passed in has no room
}

//go:noinline
func remedyGrow(s string) string {
	var b strings.Builder
	b.Grow(8)        // heap: builder 1
	b.WriteString(s) // heap: builder 1 // says: what it is called with is not enough
	return b.String()
}

// remedyFill makes the buffer of its caller.
//
//go:noinline
func remedyFill(buf *[]byte, n int) {
	if *buf == nil {
		*buf = make([]byte, n) // heap: stored 1 // says: let the caller begin *buf with a slice of an array on its own stack
	}
	(*buf)[0] = 1
}

//go:noinline
func remedyText(n int) string {
	var buf []byte
	remedyFill(&buf, n)
	return string(buf) // heap: bytes-to-string 1 // says: the text is the result
}

var remedyTotal int

func BenchmarkRemedies(b *testing.B) {
	items := []int{1, 2, 3, 4, 5, 6, 7, 8, 9}
	orders := []remedyOrder{{items}, {items}}
	small := map[int]int{1: 2}
	for b.Loop() {
		remedyTotal += len(remedyRoom(items)) + len(remedyGiven(items)) + len(remedyNested(orders))
		remedyTotal += remedyRanged("a,b,c") + len(remedyFirst("a,b")) + len(remedyAll("a,b"))
		_, _ = remedyErrorf(1000), remedyError()
		remedyConst(func(any) {})
		remedyMap()
		remedyCopy(small)
		remedyTotal += len(remedyText(40))
		remedyTotal += len(remedyAppend("a text that is quoted")) + len(remedyGrow("longer than eight bytes"))
	}
}
