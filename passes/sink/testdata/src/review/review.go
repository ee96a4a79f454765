package review

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

func log(...any) {}

type point struct{ x, y int }

var describe func(point) string

func (p point) String() string { return describe(p) }

func methods(p point, n int) {
	text := fmt.Sprintf("at %v", p) // want "review: String, Error and Format methods"
	if n > 3 {
		log(text)
	}
}

func index(words []string, n int) {
	text := words[2] + "/" // want "review: where making the value panics"
	if n > 3 {
		log(text)
	}
}

func nilPointer(p *struct{ name string }, n int) {
	text := p.name + "/" // want "review: where making the value panics"
	if n > 3 {
		log(text)
	}
}

// The pointer may be nil: the first condition need not reach it.
func mayNot(p *struct{ name string }, n int) {
	text := p.name + "/" // want "review: where making the value panics"
	if n > 3 && p.name != "" {
		log(text)
	}
}

type named struct{ name string }

func (n named) key() string { return "/" + n.name }

// The method takes a copy of what the pointer points to.
func nilReceiver(p *named, n int) {
	text := p.key() + "/" // want "review: where making the value panics"
	if n > 3 {
		log(text)
	}
}

// The pointer to follow is inside.
func nilEmbedded(p struct{ *named }, n int) {
	text := p.key() + "/" // want "review: where making the value panics"
	if n > 3 {
		log(text)
	}
}

func size(n, kind int) []int {
	list := make([]int, n) // want "review: where making the value panics"
	if kind > 3 {
		return list
	}
	return nil
}

func lookup(m map[string]bool, words []string) bool {
	if m[words[0]+"/"] { // want "review: where making the value panics"
		return true
	}
	return false
}

func both(p *point, q point, n int) {
	text := fmt.Sprint(q, p.x) // want "review: String, Error and Format methods of the operands run later, or not at all; where making the value panics"
	if n > 3 {
		log(text)
	}
}

// The length of an array is known without looking, so the pointer may be nil.
func ofArray(p *struct {
	name  string
	array [4]int
}, n int) {
	for range p.array {
		n++
	}
	m := len(p.array)
	text := p.name + "/" // want "review: where making the value panics"
	if m > n {
		log(text)
	}
}

func bounds(list []string, n int) []string {
	short := make([]string, len(list), 4) // want "review: where making the value panics"
	if n > 3 {
		return short
	}
	return nil
}

func base(n int64, k int) {
	text := strconv.FormatInt(n, k) // want "review: where making the value panics"
	if n > 3 {
		log(text)
	}
}

type row[T any] struct {
	value T
	set   bool
}

// Nobody knows how many elements there can be.
func unsized[T any, S ~[]T](rows []row[T], list S, n int) {
	keys := make([]string, 0, len(rows)) // want "review: where making the value panics"
	if n > 3 {
		log(keys)
	}
	names := make([]string, 0, len(list)) // want "review: where making the value panics"
	if n > 4 {
		log(names)
	}
}

// The methods look into what they are called on.
func nilReceivers(b *bytes.Buffer, s *strings.Builder, n int) {
	length := strconv.Itoa(b.Len()) // want "review: where making the value panics"
	if n > 3 {
		log(length)
	}
	text := "at " + s.String() // want "review: where making the value panics"
	if n > 4 {
		log(text)
	}
	nilIsText := "at " + b.String() // want "nilIsText is made where it may not be needed"
	if n > 5 {
		log(nilIsText)
	}
}

func asserted(x any, n int) {
	key := x.(string) + "/" // want "review: where making the value panics"
	if n > 3 {
		log(key)
	}
}

// An interface as a key may have no hash.
func keys(x any, n int) {
	m := map[any]int{x: 1} // want "review: where making the value panics"
	if n > 3 {
		log(m)
	}
}
