package negative

import (
	"bufio"
	"bytes"
	"strings"
)

// nope: the string is assigned as well
func assigned(parts []string) string {
	s := ""
	for _, p := range parts {
		if p == "" {
			s = ""
		}
		s += p + "," // refused "s is not only appended to"
	}
	return s
}

// nope: it does not grow, which nobody needs to be told
func chosen(n int) string {
	suffix := "th"
	if n == 1 {
		suffix = "st"
	}
	return suffix
}

// nope: grows at its beginning
func prepended(parts []string) string {
	s := ""
	for _, p := range parts {
		s = p + s
	}
	return s
}

// nope: a function literal reads it
func captured(parts []string) string {
	s := ""
	get := func() string { return s }
	for _, p := range parts {
		s += p + ","
	}
	return get()
}

// nope: its address is taken
func addressed(parts []string) string {
	s := ""
	p := &s
	for _, x := range parts {
		s += x + ","
	}
	return *p
}

// nope: a named result
func named(parts []string) (s string) {
	for _, p := range parts {
		s += p + ","
	}
	return s
}

type text string

// nope: another type than string
func typed(parts []text) text {
	var s text
	for _, p := range parts {
		s += p + ","
	}
	return s
}

// nope: shares its declaration
func together(parts []string) (string, int) {
	s, n := "", 0
	for _, p := range parts {
		s += p + ","
		n++
	}
	return s, n
}

// nope: the operand reads the string
func reads(parts []string) string {
	s := ""
	for _, p := range parts {
		s += p + s
	}
	return s
}

// nope: a number
func number(ns []int) int {
	s := 0
	for _, n := range ns {
		s += n + 1
	}
	return s
}

// nope: the comment would be lost
func comment(parts []string) string {
	s := ""
	for _, p := range parts {
		s += p + // the part
			","
	}
	return s
}

// nope: no room for a statement
func post(n int) string {
	s := ""
	for i := 0; i < n; s += "a" + "b" {
		i++
	}
	return s
}

type person struct{ name string }

func (p *person) rename() string {
	p.name = "new"
	return "renamed"
}

// nope: rename changes the name, which was read first
func inOrder(p *person) string {
	s := p.name
	s += p.rename()
	return s
}

func inOrderCaptured() string {
	x := "a"
	f := func() string { x = "b"; return "c" }
	s := x
	s += f()
	return s
}

// nope: rename changes the name, which is read last
func written(p *person) string {
	var b strings.Builder
	b.WriteString(p.name + p.rename())
	return b.String()
}

func received(p *person, c chan string) string {
	s := p.name
	s += <-c
	return s
}

type log struct{ lines []string }

func (l *log) WriteString(s string) { l.lines = append(l.lines, s) }

// nope: a method of its own, which sees each call
func own(l *log, s string) {
	l.WriteString("<" + s + ">")
}

// nope: the bytes may be those of the buffer
func ownBytes(b *bytes.Buffer, p []byte) {
	b.WriteString("x" + string(p))
}

func ownBytesCopied(p []byte) string {
	b := *bytes.NewBuffer(p[:0])
	b.WriteString("x" + string(p))
	return b.String()
}

func ownBytesLocal() string {
	var b bytes.Buffer
	b.WriteString("hello")
	p := b.Bytes()
	b.Reset()
	b.WriteString("x" + string(p))
	return b.String()
}

type page struct{ b strings.Builder }

// nope: both may be the same builder
func otherName(p *page, b *strings.Builder) {
	b.WriteString("x" + p.b.String())
}

func (p *page) otherName(x string) {
	b := &p.b
	p.b.WriteString(x + b.String())
}

// nope: the writer passes on to the buffer, which is read
func below(x string) string {
	var b bytes.Buffer
	w := bufio.NewWriterSize(&b, 16)
	w.WriteString(x + b.String())
	w.Flush()
	return b.String()
}
