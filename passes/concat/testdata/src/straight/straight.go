package straight

import (
	"bufio"
	"bytes"
	"strconv"
	"strings"
)

// basic test
func address(street, city string) string {
	s := street
	s += ", "
	s += city // want "[+]= copies s"
	return s
}

func assigned(a, b, c string) string {
	s := a + b
	s = s + "/" + c // want "[+]= copies s"
	return s
}

func split(b *strings.Builder, x, y string) {
	b.WriteString(x + "=" + y) // want "the operands are copied"
}

func buffer(x string, n [4]string) string {
	var b bytes.Buffer
	b.WriteString("<" + x + ">") // want "the operands are copied"
	return b.String()
}

// what a branch adds
func (p *printer) tags(rate int, tags []string) string {
	line := p.pre + "|c"
	if rate > 1 {
		line += "|@"
		line += strconv.Itoa(rate) // want "[+]= copies line"
	}
	if len(tags) > 0 {
		line += "|#" // the tags
		line += strings.Join(tags, ",")
		line = line + "." // want "[+]= copies line"
	}
	return line
}

// what a parameter gets, and a variable that began empty
func begun(s, t string) string {
	s += t
	s += "!" // want "[+]= copies s"
	var u string
	u += s
	u += "?" // want "[+]= copies u"
	return u
}

// nope: what a caller of the function sees when it recovers
func result(a, b string, f func() string) (s string) {
	defer func() { recover() }()
	if a != "" {
		s += a
		s += f()
	}
	return s
}

// nope: the condition is in between
func conditional(a, b string, ok bool) string {
	s := a
	if ok {
		s += b
	}
	return s
}

// nope: an operand reads the string
func reads(a string) string {
	s := a
	s += s
	return s
}

// the comment stays
func comment(a, b string) string {
	s := a // first
	s += b // want "[+]= copies s"
	return s
}

// one of a group
func grouped(a, b string) (string, int) {
	var (
		n = len(a)
		s = a
	)
	s += b // want "[+]= copies s"
	return s, n
}

// nobody sees the builder if the operand panics
func private(xs []string, f func() string) string {
	var b strings.Builder
	b.WriteString("x" + xs[0] + "y") // want "the operands are copied"
	b.WriteString("(" + f() + ")")   // want "the operands are copied"
	return b.String()
}

// the operand may panic when half is written
func panics(b *strings.Builder, xs []string) {
	b.WriteString("x" + xs[0]) // want "the operands are copied .* .review: where an operand panics, those before it have been written"
}

type printer struct {
	out *bufio.Writer
	buf bytes.Buffer
	pre string
}

// a field is as good as a variable; a bufio.Writer passes on what does not fit in
func (p *printer) field(x string, n int) {
	p.buf.WriteString(x + ": ")                 // want "the operands are copied .* to p.buf$"
	p.buf.WriteString(p.pre + x)                // want "the operands are copied .* to p.buf$"
	p.out.WriteString(x + strconv.Quote(x))     // want "the operands are copied .* to p.out .review: the writer below sees other chunks"
	p.buf.WriteString(x + strconv.Itoa(n))      // want "the operands are copied .* to p.buf$"
	p.buf.WriteString(x + strings.Repeat(x, n)) // want "the operands are copied .* to p.buf .review: where an operand panics"
}

// the pointer is not nil where the condition has found that
func found(b *strings.Builder, p, q *printer) {
	if p != nil {
		b.WriteString("(" + p.pre) // want "the operands are copied .* to b$"
	}
	b.WriteString("(" + q.pre) // want "the operands are copied .* to b .review: where an operand panics"
}

func (p *printer) indent() string { return strings.Repeat(" ", p.buf.Len()) }

// nope: what the program's own functions look at is not known, and one of them reads the buffer
func (p *printer) reads(x string) {
	p.buf.WriteString(x + p.indent())
	p.buf.WriteString(x + p.buf.String())
	p.buf.WriteString(x + string(p.buf.Bytes()))
}

// nope: the buffer is another one each time
func another(next func() *bytes.Buffer, list []bytes.Buffer, i int, x string) {
	next().WriteString(x + "y")
	list[i].WriteString(x + "y")
}

// nope: the operand reads the builder
func own(b *strings.Builder) {
	b.WriteString("x" + b.String())
}

// nope: constants are joined by the compiler
func constants(b *strings.Builder) {
	const x = "x"
	b.WriteString(x + "y")
}

// nothing that a call could change
func calls(a string, f func() string) string {
	s := a + "("
	s += f() // want "copies s to a new string"
	return s
}

type page struct{ bytes.Buffer }

func (p *page) link(x, y string) {
	p.WriteString(x + "=" + y) // want "the operands are copied"
}

// half of it may be seen where the other half panics
func local(x []string) string {
	var p page
	p.WriteString("<" + x[0]) // want "the operands are copied .*review: where an operand panics"
	return p.String()
}

// A long line is broken where the statements ended.
func query(street, city string) string {
	q := "SELECT name, street, city FROM addresses WHERE "
	q += "street = '" + street + "' AND "
	q += "city = '" + city + "' ORDER BY name" // want "[+]= copies q"
	return q
}

// bytes may stand where they are written to
func bytesOf(w *bufio.Writer, p []byte) {
	w.WriteString("<" + string(p)) // want "the operands are copied .*review: .*the bytes must not be those of w.AvailableBuffer"
}

// an error of a bufio.Writer comes back from each later write, and a buffer has none
func asked(w *bufio.Writer, b *bytes.Buffer, x, y string) (err error) {
	if _, err := w.WriteString(x + "\n"); err != nil { // want "the operands are copied .*review: the writer below sees other chunks.*; an error of the writer below may come from a later write, or from Flush.$"
		return err
	}
	if _, err = b.WriteString(x + y); err != nil { // want "the operands are copied .* to b$"
		return err
	}
	_, err = w.WriteString((x + y)) // want "the operands are copied .*review: the writer below"
	_, _ = (w.WriteString(x + y))   // want "the operands are copied .*review: the writer below"
	if x != "" {
		_, err := w.WriteString(x + "=" + y) // want "the operands are copied .*review: the writer below"
		return err
	}
	return err
}

// the number of bytes is that of the whole text; no statement can stand in front of an else; and what is on the left
// may be evaluated first
func counted(w *bufio.Writer, x, y string, f func() *error) (n int, err error) {
	if n, err = w.WriteString(x + y); err != nil {
		return n, err
	} else if _, err = w.WriteString(y + x); err != nil {
		return n, err
	}
	_, *f() = w.WriteString(x + y)
	return w.WriteString(x + "\n")
}
