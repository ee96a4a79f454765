// Package traps has what tried to break the rewriting.
package traps

import (
	"lib"
	"time"
)

// the lines of a text stay where they are, also in what fills a hole.
func raw(s string) string {
	if s != "" {
		// want +1 "beforeRaw matches"
		t := lib.Tag(`one
		two`)
		return t
	}
	return lib.Tag(s) // want "beforeRaw matches"
}

// a conversion rounds, and what looks like the pair is another number.
func floats(x, y, z float64) float64 {
	a := lib.Mul(x*y, z) // want "beforeSum matches"
	b := lib.Mul(float64(x*y), z)
	return a - b
}

func typed() int64 {
	const short = 3 * time.Second
	return lib.Millis(time.Second) + lib.Millis(short) + lib.Millis(5) // want "beforeWait matches" "beforeWait matches" "beforeWait matches"
}

// the literal's parameter has a name that an argument has, too.
func shadows(list, v []string) []string {
	a := lib.Every(list, func(v string) string { return lib.Fast(v, v) })              // want "beforeEach matches"
	return append(a, lib.Every(v, func(v string) string { return lib.Fast(v, v) })...) // refused "what fills list mentions v, which what matches declares"
}

// elements are read where the call stood: a call beside it may change them.
func elements(list []string) string {
	return change(list) + lib.Fast(list[0], "") // refused "a call in the same statement may change what is read here"
}

func change(list []string) string {
	list[0] = "x"
	return ""
}

func packages(b []byte) string {
	return lib.Hex(b) // refused "afterHexed uses hex, which would be another one here"
}

type node struct{ next []*node }

// a pointer in a conversion stands in parentheses; a function is not written.
func pointers(n *node, f []func() int) int {
	last := n.next[:len(n.next)][len(n.next)-1]    // want "beforeFinal matches"
	return len(last.next) + f[:len(f)][len(f)-1]() // refused "the type that T stands for cannot be written here"
}

// where a brace begins the body a literal stands in parentheses.
func heads(x string) int {
	if lib.Join((name{"x"}).text, x) == "x/x" { // want "beforeJoin matches"
		return 1
	}
	switch lib.Join(x, (name{"x"}).text) { // want "beforeJoin matches"
	case lib.Join((name{"x"}).text, x): // want "beforeJoin matches"
		return 2
	}
	return 0
}

type name struct{ text string }

// an element without its type stands in its list alone.
func elided(list []name, v name) []name {
	list = append([]name{v}, list...) // want "beforeFront matches"
	return append([]name{{"x"}}, list...)
}
