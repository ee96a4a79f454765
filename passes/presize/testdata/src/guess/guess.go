// Package guess has bytes that are made of a text, and that nothing counts.
package guess

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

var names map[rune]string

// Named has runes by their names, which may be empty. That it is about as long as s is offered, too.
func Named(s string) string {
	var b strings.Builder // want `b grows although its text may fit on the stack$`
	for _, r := range s { // or `b.Grow\(len\(s\)\)`
		if name, ok := names[r]; ok {
			b.WriteString(name)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Unescape goes on by more than one byte.
func Unescape(s string) ([]byte, error) {
	out := []byte{} // want `out grows by append although it is made of a text whose length is known .review: the length is a guess`
	for i := 0; i < len(s); {
		if s[i] != '%' {
			out = append(out, s[i])
			i++
			continue
		}
		if i+2 >= len(s) {
			return nil, fmt.Errorf("%q ends in an escape", s)
		}
		n, err := strconv.ParseUint(s[i+1:i+3], 16, 8)
		if err != nil {
			return nil, err
		}
		out = append(out, names[rune(n)]...)
		i += 3
	}
	return out, nil
}

// Lent gives the buffer to a function, which writes what it likes.
func Lent(s string) string {
	var b bytes.Buffer
	for _, c := range []byte(s) { // want `the buffer b grows although it is made of a text whose length is known .review: the length is a guess: who keeps a shorter text keeps room for len.s.; Bytes of an unused buffer is empty rather than nil.$`
		escape(&b, c)
	}
	return b.String()
}

func escape(b *bytes.Buffer, c byte) {
	if c == 0 {
		b.Truncate(b.Len() / 2)
		return
	}
	b.WriteString(names[rune(c)])
}

// Halves are made of what a function decodes.
func Halves(s string) (string, int) {
	n, i := 0, 0
	b := new(strings.Builder)
	for i < len(s) { // want `the buffer b grows although it is made of a text whose length is known .review: the length is a guess: who keeps a shorter text keeps room for len.s..$`
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		if n++; n%2 == 0 {
			write(b, r)
		}
	}
	return b.String(), n
}

func write(b *strings.Builder, r rune) { b.WriteString(names[r]) }

// Token ends with the quote: the text may be far longer.
func Token(s string) string {
	var b strings.Builder // want `b grows although its text may fit on the stack$`
	for _, r := range s {
		if r == '"' {
			break
		}
		b.WriteString(names[r])
		if r == 'x' {
			b.WriteByte('x')
		}
	}
	return b.String()
}

// Quoted returns the text where it ends.
func Quoted(s string) ([]byte, int) {
	var out []byte
	for i := 0; i < len(s); i++ {
		if s[i] == '"' {
			return out, i
		}
		out = append(out, names[rune(s[i])]...)
	}
	return nil, 0
}

// From begins somewhere.
func From(s string, i int) string {
	var b strings.Builder // want `b grows although its text may fit on the stack$`
	for ; i < len(s); i++ {
		b.WriteString(names[rune(s[i])])
		if s[i] == 'x' {
			b.WriteByte('x')
		}
	}
	return b.String()
}

// Words have a text each.
func Words(s string) (words []string) {
	var word []byte // want `word grows by append although it stays in the function$`
	for i := 0; i < len(s); i++ {
		if s[i] == ' ' {
			words = append(words, string(word)) // want `words grows by append although its length is known .review: more memory may be reserved`
			word = word[:0]
			continue
		}
		word = append(word, names[rune(s[i])]...)
	}
	return append(words, string(word))
}

// Marks writes nothing of the text.
func Marks(s string) string {
	var b strings.Builder // want `b grows although its text may fit on the stack$`
	for _, r := range s {
		if r == 'x' {
			b.WriteString(names['x'])
			b.WriteByte('x')
		}
	}
	return b.String()
}

// Given has room.
func Given(s string) string {
	var b strings.Builder
	b.Grow(64)
	for _, r := range s {
		b.WriteString(names[r])
		if r == 'x' {
			write(&b, r)
		}
	}
	return b.String()
}

type text struct{ s string }

// Field may be that of a nil pointer, where nothing was written.
func (t *text) Field() string {
	var b strings.Builder
	for _, r := range t.s {
		write(&b, r)
	}
	return b.String()
}
