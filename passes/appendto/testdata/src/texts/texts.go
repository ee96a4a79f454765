package texts

import (
	"bytes"
	"fmt"
	"strings"
)

type node struct {
	name string
	list []*node
}

// tree returns the names of all nodes.
func tree(n *node) string {
	if n == nil {
		return ""
	}
	var b strings.Builder // want "what tree returns is written to something else$"
	b.WriteString(n.name)
	for _, c := range n.list {
		b.WriteByte(' ')
		b.WriteString(tree(c))
	}
	return b.String()
}

func trees(list []*node) string {
	var all strings.Builder
	for _, n := range list {
		all.WriteString(tree(n))
		all.WriteByte('\n')
	}
	return strings.ToUpper(all.String())
}

// String is a method that fmt knows.
func (n *node) String() string {
	if len(n.list) == 0 {
		return n.name
	}
	b := &bytes.Buffer{} // want "what String returns is written to something else$"
	fmt.Fprintf(b, "%s(", n.name)
	for _, c := range n.list {
		b.WriteString(c.String())
	}
	b.WriteString(")")
	return b.String()
}

func shown(list []*node) string {
	var b bytes.Buffer
	for _, n := range list {
		b.WriteString(n.String())
	}
	return b.String()
}

type page struct{ out strings.Builder }

var escape func(string) string

func cell(text string, bold bool) string {
	b := strings.Builder{} // want `what cell returns is written to something else .review: where cell panics, a part of its text is in p.out; cell must not read p.out, or memory of it, which it writes to; what cell calls, and others meanwhile, must not use p.out.`
	if text == "" {
		return "-" + text
	}
	if bold {
		fmt.Fprint(&b, "*")
		b.WriteString(text)
		return b.String()
	}
	b.WriteString(escape(text))
	return b.String()
}

func (p *page) row(cells []string) {
	for i, c := range cells {
		p.out.WriteString(cell(c, i == 0))
	}
}

// nope: the text is looked at.
func line(n int) string {
	var b strings.Builder
	for b.Len() < n {
		b.WriteByte('-')
	}
	return b.String()
}

// nope: only returned
func plain(n int) string {
	var b strings.Builder
	b.WriteString("x")
	return b.String()
}

// nope: something else is returned when something is written already.
func checked(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r == 0 {
			return "zero"
		}
		b.WriteRune(r)
	}
	return b.String()
}

// nope: another kind of writer.
func other(s string) string {
	var b bytes.Buffer
	b.WriteString(s)
	return b.String()
}

// nope: it has the builder that it would write to.
func seen(s string, to *strings.Builder) string {
	var b strings.Builder
	b.WriteString(s)
	b.WriteString(to.String())
	return b.String()
}

func lines(n int, s string) string {
	var b strings.Builder
	b.WriteString(line(n))
	b.WriteString(checked(s))
	b.WriteString(other(s))
	b.WriteString(seen(s, &b))
	return plain(n) + b.String()
}

func quoted(list []string) (text string) {
	var b strings.Builder // want "what quoted returns is written to something else$"
	for _, s := range list {
		b.WriteByte('"')
		b.WriteString(s)
	}
	all := b.String()
	return all
}

func quotes(lists [][]string) string {
	var b strings.Builder
	for _, list := range lists {
		b.WriteString(quoted(list))
	}
	return b.String()
}

type stream struct {
	buf  bytes.Buffer
	size int
}

func hexes(p []byte) string {
	var b bytes.Buffer // want `what hexes .*review: .* in s.buf; hexes must not read s.buf, or memory of it, which it writes to\)`
	for _, c := range p {
		fmt.Fprint(&b, c)
	}
	return b.String()
}

func rule(width int) string {
	var b bytes.Buffer // want `what rule .*\(review: where rule panics, a part of its text is in s.buf\)`
	for range width {
		b.WriteByte('-')
	}
	return b.String()
}

func (s *stream) dump() {
	old := s.buf.Bytes()
	s.buf.Reset()
	s.buf.WriteString(hexes(old))
	s.buf.WriteString(rule(s.size))
}
