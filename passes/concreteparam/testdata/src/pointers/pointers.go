package pointers

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// copyTo writes s to an io.Writer.
func copyTo(w io.Writer, s string) { io.WriteString(w, s) }

func upper(s string) string {
	var sb strings.Builder
	copyTo(&sb, s) // want "what copyTo is called with is on the heap, since its methods are called through an interface"
	return sb.String()
}

func header(w io.Writer, names ...string) {}

func lines(n int, w io.Writer, list []string) (total int, err error) {
	for _, s := range list {
		if n, err = io.WriteString(w, s); err != nil {
			return total, err
		}
		if _, err := w.Write([]byte{'\n'}); err != nil {
			return total, err
		}
		defer io.WriteString(w, "end")
		total += n
	}
	return total, nil
}

func joined(list []string, out *bytes.Buffer) []byte {
	buf := new(bytes.Buffer)
	lines(1, buf, list) // want "what lines is called with"
	lines(2, out, list)
	return buf.Bytes()
}

type counter struct{ n int }

func (c *counter) add(n int) { c.n += n }
func (c *counter) sum() int  { return c.n }

type adder interface {
	add(n int)
	sum() int
}

type tree struct{ left, right *tree }

func (t *tree) count(a adder) int {
	a.add(1)
	if t.left != nil {
		t.left.count(a)
	}
	return a.sum()
}

func (t *tree) each(a adder, list []int) int {
	for _, n := range list {
		a.add(n)
	}
	return a.sum()
}

func (t *tree) size(list []int) int {
	c := counter{}
	return t.each(&c, list) // want "what each is called with"
}

// nope: count calls itself with the interface
func (t *tree) all() int { return t.count(&counter{}) }

// nope: formatted through an interface all the same
func printed(w io.Writer, n int) {
	fmt.Fprint(w, n)
	w.Write(nil)
}

func prints() string {
	var sb strings.Builder
	printed(&sb, 1)
	return sb.String()
}

type box struct{ buf bytes.Buffer }

// nope: a field is where its struct is
func (b *box) write(s string) { fill(&b.buf, s) }

func fill(w io.Writer, s string) {
	w.Write([]byte(s))
	w.Write([]byte(s))
}

// nope: no method WriteString
func plain(w io.Writer, s string) { io.WriteString(w, s) }

type sink struct{ n int }

func (s *sink) Write(b []byte) (int, error) { s.n += len(b); return len(b), nil }

func plains(s string) int {
	var w sink
	plain(&w, s)
	return w.n
}

// nope: of two types
func twice(w io.Writer) {
	w.Write([]byte("a"))
	w.Write([]byte("b"))
}

func twices() {
	var b bytes.Buffer
	var s strings.Builder
	twice(&b)
	twice(&s)
}

// nope: a method of the value panics with another text if the pointer is nil
type values struct{ n int }

func (v values) sum() int  { return v.n }
func (v values) add(n int) {}

func byValue(a adder) int {
	a.add(1)
	return a.sum()
}

func byValues() int { return byValue(&values{}) + byValue(new(values)) }

func localValues() int {
	v := new(values)
	return byValue(v)
}

func first(r io.Reader, n int) ([]byte, error) {
	b := make([]byte, n)
	if _, err := r.Read(b); err != nil {
		return nil, err
	}
	_, err := r.Read(b)
	return b, err
}

func firsts(data []byte) ([]byte, error) {
	return first(bytes.NewReader(data), 10) // want "what first is called with"
}

func total(a adder, list []int) int {
	for _, n := range list {
		a.add(n)
	}
	return a.sum()
}

func totals() int { return total(&counter{1}, nil) } // want "what total is called with"

func addAll(a adder, list ...int) (last int) {
	for _, n := range list {
		a.add(n)
		a.add(1)
		last = a.sum()
	}
	return last + a.sum()
}

func added(list []int) int {
	var c counter
	addAll(&c) // want "what addAll is called with"
	addAll(&c, 1, 2)
	return addAll(&c, list...)
}

// nope: the comment speaks of the interface in other words, the [io.Writer] w
func told(w io.Writer, s string) {
	w.Write([]byte(s))
	w.Write([]byte(s))
}

func tells(s string) string {
	var buf bytes.Buffer
	told(&buf, s) // refused "the comment of told speaks of the interface"
	return buf.String()
}

// nope: it is better than io.Writer
func better(w io.Writer, s string) {
	w.Write([]byte(s))
	w.Write([]byte(s))
}

func betters(s string) string {
	var buf bytes.Buffer
	better(&buf, s) // refused "the comment of better speaks of the interface"
	return buf.String()
}
