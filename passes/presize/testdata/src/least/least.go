package least

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// What each turn adds in any case is needed, whatever else is added.
func indent(text, prefix []byte) []byte {
	var out []byte
	bol := true
	for _, c := range text {
		if bol && c != '\n' {
			out = append(out, prefix...) // want "out grows by append although the least length is known$"
		}
		out = append(out, c)
		bol = c == '\n'
	}
	return out
}

type lexer struct {
	name    string
	aliases []string
	inner   []*lexer
}

func names(all []*lexer, aliases func(*lexer) []string) []string {
	out := []string{} // want "out grows by append although the least length is known$"
	for _, l := range all {
		out = append(out, l.name)
		out = append(out, aliases(l)...)
	}
	return out
}

func deep(all []*lexer) ([]string, error) {
	out := make([]string, 0) // want "out grows by append although the least length is known$"
	for _, l := range all {
		inner, err := deep(l.inner)
		if err != nil {
			return nil, err
		}
		if l.name != "" {
			out = append(out, l.name, ":")
		} else {
			out = append(out, "-")
		}
		out = append(out, inner...)
	}
	return out, nil
}

func quoted(s string) []byte {
	var b bytes.Buffer
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' {
			b.WriteString(`\u`) // want "the buffer b grows although the least length is known$"
			fmt.Fprintf(&b, "%04x", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.Bytes()
}

// nope: a turn may add nothing
func filtered(all []*lexer, aliases func(*lexer) []string) []string {
	out := []string{}
	for _, l := range all {
		if l.name == "" {
			continue
		}
		out = append(out, l.name)
		out = append(out, aliases(l)...)
	}
	return out
}

// nope: the loop may end early
func until(all []*lexer, aliases func(*lexer) []string) []string {
	out := []string{}
	for _, l := range all {
		if l.name == "" {
			break
		}
		out = append(out, l.name)
		out = append(out, aliases(l)...)
	}
	return out
}

// A byte for each error is next to nothing.
func text(errs []error) string {
	var b strings.Builder // want "b grows although its text may fit on the stack$"
	for _, err := range errs {
		b.WriteString(err.Error())
		b.WriteByte('\n')
	}
	return b.String()
}

// nope: only one of the branches adds something that is known
func sometimes(all []*lexer, aliases func(*lexer) []string) []string {
	out := []string{}
	for _, l := range all {
		switch l.name {
		case "":
			out = append(out, aliases(l)...)
		default:
			out = append(out, l.name)
		}
	}
	return out
}

type tokens struct{ list []string }

func (t *tokens) read(all []*lexer, aliases func(*lexer) []string) {
	t.list = make([]string, 0) // want "t.list grows by append although the least length is known$"
	for _, l := range all {
		t.list = append(t.list, l.name)
		for _, a := range aliases(l) {
			t.list = append(t.list, a)
		}
	}
}

// The least that a number takes is a byte, not as many as are reserved for it.
func numbered(names []string) string {
	var b strings.Builder
	for i, name := range names {
		if i > 0 {
			b.WriteString("; ") // want "the buffer b grows although its length is known .review: "
		}
		b.WriteString(strconv.Itoa(i))
		b.WriteString(name)
	}
	return b.String()
}

// nope: an error skips a turn, and the function goes on
func skipping(all []*lexer, aliases func(*lexer) ([]string, error)) []string {
	out := []string{}
	for _, l := range all {
		list, err := aliases(l)
		if err != nil {
			continue
		}
		out = append(out, l.name)
		out = append(out, list...)
	}
	return out
}

// nope: an error ends the loop, and the function goes on
func stopping(all []*lexer, aliases func(*lexer) ([]string, error)) []string {
	out := []string{}
	for _, l := range all {
		out = append(out, l.name)
		list, err := aliases(l)
		if err != nil {
			break
		}
		out = append(out, list...)
	}
	return out
}

// nope: an error leaves out what a clause adds
func choosing(all []*lexer, aliases func(*lexer) ([]string, error)) []string {
	out := []string{}
	for _, l := range all {
		switch list, err := aliases(l); l.name {
		case "":
			if err != nil {
				break
			}
			out = append(out, list...)
			out = append(out, l.name)
		default:
			out = append(out, l.name)
		}
	}
	return out
}

// room for the characters, not for what they may become: a branch that goes on with the next turn adds at least one, too
func escapeDN(dn string) string {
	builder := strings.Builder{}
	for i, r := range dn {
		if i == 0 && r == '#' {
			builder.WriteByte('\\') // want "the buffer builder grows although the least"
			builder.WriteRune(r)
			continue
		}
		switch r {
		case '"', '+':
			builder.WriteRune('\\')
			builder.WriteRune(r)
		case 0:
			builder.WriteString("\\00")
		default:
			builder.WriteRune(r)
		}
	}
	return builder.String()
}

// a branch that adds nothing leaves nothing that is certain
func dropped(dn string) string {
	builder := strings.Builder{}
	for _, r := range dn {
		if r == '#' {
			continue
		}
		if r == '"' {
			builder.WriteByte('\\') // want "the buffer builder grows .*review: "
		}
		builder.WriteRune(r)
	}
	return builder.String()
}

// nothing asks for the list before the loop, whose length is known at the declaration
func early(values []int, fill func() int) []int {
	var list []int
	n := fill()
	for _, v := range values {
		list = append(list, v+n) // or "make..]int, 0, len.values.." // want "list grows by append"
	}
	return list
}

// nope: it is handed on
func asked(values []int, fill func([]int) int) []int {
	var list []int
	n := fill(list)
	for _, v := range values {
		list = append(list, v+n)
	}
	return list
}

// nope: at the declaration there would be another list, and a test for it
func wrapped(words []string, wrap func(int) []string) []string {
	var list []string
	widest := 0
	for _, w := range words {
		widest = max(widest, len(w))
	}
	for _, line := range wrap(widest) {
		list = append(list, line+"\n") // or "^$" // want "list grows by append"
	}
	return list
}

func widest(words []string) []string {
	var list []string
	rest := words
	for len(rest) > 0 && rest[0] == "" {
		rest = rest[1:]
	}
	for _, line := range rest {
		list = append(list, line+"\n") // or "^$" // want "list grows by append"
	}
	return list
}

// nope: the values are not there yet
func later(fill func() []int) []int {
	var list []int
	values := fill()
	for _, v := range values {
		list = append(list, v+1) // or "^$" // want "list grows by append"
	}
	return list
}
