package cold

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"strings"
	"sync"
)

type span struct{ from, to int }

type token struct {
	text  string
	Range span
}

type diag struct {
	what    string
	subject *span
	context *span
}

func check(tokens []token) (diags []diag) {
	for _, tok := range tokens { // want `tok is on the heap each time, since a branch takes its address`
		switch tok.text {
		case "'":
			diags = append(diags, diag{what: "quote", subject: &tok.Range}) // the span
		case "~":
			diags = append(diags, diag{
				what:    "tilde",
				subject: &tok.Range,
				context: &tok.Range,
			})
		}
	}
	return diags
}

func logged(list []span) (n int) {
	for i := range list {
		s := list[i] // want `s is on the heap each time`
		if s.from > s.to {
			log.Printf("bad span %d: %v", i, &s)
		} else if s.from < 0 {
			fmt.Println(&s)
		}
		s.to++
		n += s.to - s.from
	}
	return n
}

func returned(s span, limit int) (*span, error) { // want `s is on the heap each time`
	if s.to > limit {
		return &s, errors.New("too far")
	}
	return nil, nil
}

func declared(text string) any {
	if i, t := strings.Index(text, "x"), (token{text: text}); i > 0 { // want `t is on the heap each time`
		return &t
	}
	return nil
}

var kept []*span

func after(s span) int { // want `s is on the heap each time, since a branch takes its address .review: a change through the pointer is not seen in s, or through another pointer to it, which is not equal to it any more.`
	if s.from > s.to {
		kept = append(kept, &s)
	}
	return s.to - s.from
}

// nope: it is changed afterwards.
func changes(s span) int {
	if s.from > s.to {
		kept = append(kept, &s)
	}
	s.to++
	return s.to - s.from
}

// A second pointer to the same variable.
func loop(s span, n int) { // want `s is on the heap each time, .*review: `
	for i := range n {
		if i > s.from {
			kept = append(kept, &s)
		}
	}
}

// nope: assigned in each iteration, but one variable.
func assigned(list []span) {
	var s span
	for _, s = range list {
		if s.from > 0 {
			kept = append(kept, &s)
		}
	}
}

// nope: not in a branch.
func always(s span) { kept = append(kept, &s) }

// nope: nor in a branch of its own.
func inClause(n int) {
	switch n {
	case 1:
		s := span{n, n}
		kept = append(kept, &s)
	}
}

// nope: the compiler knows what length does with it.
func known(s span) int {
	if s.from > s.to {
		return length(&s)
	}
	return 0
}

func length(s *span) int { return s.to - s.from }

// nope: a literal shares it.
func captured(s span) func() {
	if s.from > 0 {
		kept = append(kept, &s)
	}
	return func() { s.to++ }
}

// A method that keeps nothing.
func method(s span) *span { // want `s is on the heap each time, since a branch takes its address$`
	s.shift(1)
	if s.from > 0 {
		return &s
	}
	return nil
}

func (s *span) shift(n int) { s.from += n }

type stringer struct{ n int }

func (s *stringer) String() string { s.n++; return fmt.Sprint(s.n) }

// Printing it changes it.
func changed(s stringer) int { // want `s is on the heap each time, .*review: `
	if s.n > 3 {
		log.Println(&s)
	}
	return s.n
}

// The address is printed.
func printed(
	n int, // want `n is on the heap each time, .*review: `
	s span, // want `s is on the heap each time, .*review: `
) int {
	if n > 3 {
		log.Println(&n)
		log.Printf("%p", &s)
	}
	return n + s.from
}

type guarded struct {
	mu sync.Mutex
	n  int
}

// nope: must not be copied.
func locked(n int) *guarded {
	var g guarded
	g.n = n
	if n > 3 {
		return &g
	}
	return nil
}

// nope: knows its address.
func builder(b strings.Builder, n int) fmt.Stringer {
	if n > 3 {
		return &b
	}
	return nil
}

// nope: the statement uses it besides.
func besides(s span) (*span, int) {
	if s.from > 3 {
		return &s, s.to
	}
	return nil, 0
}

// nope: a result is used by the return.
func result(n int) (s span) {
	s.from = n
	if n > 3 {
		kept = append(kept, &s)
	}
	return
}

func jump(s span) { // want `s is on the heap each time, .*review: `
again:
	if s.from > 3 {
		kept = append(kept, &s)
		goto again
	}
}

// nope: the function that it is lent to writes there, and the loop goes on.
func merge(left, right []int, equal bool) (out []int) {
	var l, r int
	extend := func(low *int, from []int) bool {
		if len(out) > 0 && from[*low] <= out[len(out)-1] {
			return false
		}
		out = append(out, from[*low])
		*low++
		return true
	}
	for l < len(left) || r < len(right) {
		switch {
		case l >= len(left):
			equal = extend(&r, right)
		default:
			equal = extend(&l, left)
		}
		if !equal {
			return nil
		}
	}
	return out
}

// nope: it is filled in the branch, and read behind it.
func filled(text []byte) int {
	var v span
	if len(text) > 0 {
		json.Unmarshal(text, &v)
	}
	return v.from
}
