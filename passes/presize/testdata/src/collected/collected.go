package collected

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/template"
)

func pieces(words []string) string {
	var b bytes.Buffer // want "b grows although its text may fit on the stack"
	for i, w := range words {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q", w)
	}
	return b.String()
}

func encoded(v any) (string, error) {
	b := new(bytes.Buffer) // want "the text that b collects is copied$"
	if err := json.NewEncoder(b).Encode(v); err != nil {
		return "", err
	}
	return strings.TrimSpace(b.String()), nil
}

func indented(v any) (string, error) {
	b := &bytes.Buffer{} // want "the text that b collects is copied$"
	enc := json.NewEncoder(b)
	enc.SetIndent("", "  ")
	err := enc.Encode(v)
	return b.String(), err
}

func streamed(list []any) string {
	b := &bytes.Buffer{} // or "strings.Builder" // want `the text that b collects is copied \(review: who keeps`
	enc := json.NewEncoder(b)
	for _, v := range list {
		enc.Encode(v)
	}
	return b.String()
}

func rendered(t *template.Template, v any) (string, error) {
	var b = bytes.Buffer{} // want `the text that b collects is copied \(review: who keeps`
	if err := t.Execute(&b, v); err != nil {
		return "", err
	}
	return b.String(), nil
}

func exits(n int, f func() string) string {
	b := bytes.NewBufferString("") // want "b grows although its text may fit on the stack"
	io.WriteString(b, f())
	if n == b.Len() {
		return b.String()
	}
	b.WriteRune(rune(n))
	return b.String() + "."
}

func printed(n int) string {
	var (
		c int
		b bytes.Buffer // want "the text that b collects is copied$"
	)
	fmt.Fprintln(&b, n, c)
	return b.String()
}

func grown(f func() string) string {
	b := bytes.NewBuffer(nil) // want `the text that b collects is copied \(review: who keeps`
	b.Grow(2*len("ab") + 80)
	b.WriteString(f())
	b.WriteString(f())
	return b.String()
}

// a count, and the memory of what is counted stays with the result
func few(words []string) string {
	b := bytes.Buffer{}
	for _, w := range words {
		if len(w) > 1 {
			b.WriteString(w) // want `although its length is known \(review: who keeps the result keeps room`
		}
	}
	return b.String()
}

// an empty word adds nothing anyway
func words(list []string) string {
	b := bytes.Buffer{}
	for _, w := range list {
		if w != "" {
			b.WriteString(w) // want "although its length is known$"
		}
	}
	return b.String()
}

// perhaps nothing is written, and Grow would ask for memory
func perhaps(words []string) string {
	var b bytes.Buffer // want `is copied \(review: who keeps the text keeps the memory that it grew in, up to twice its length`
	for _, w := range words {
		if w != "" {
			fmt.Fprint(&b, w)
		}
	}
	return b.String()
}

// two texts, of which the first shares the memory of the second
func twice(f func() string) (x, y string) {
	var b bytes.Buffer // want `is copied \(review: who keeps a text that is taken while the buffer grows`
	b.WriteString(f())
	x = b.String()
	b.WriteString(f())
	y = b.String()
	return x, y
}

// a text an iteration
func each(f func() string) (last string) {
	var b bytes.Buffer // want `is copied \(review: who keeps a text that is taken while the buffer grows`
	for range 10 {
		b.WriteString(f())
		last = b.String()
	}
	return last
}

// nope: the bytes are used, too
func bytesToo(f func() string) (string, []byte) {
	var b bytes.Buffer
	b.WriteString(f())
	return b.String(), b.Bytes()
}

// nope: something is read, cut off or dropped
func others(f func() string) string {
	var read, cut, reset bytes.Buffer
	var r bytes.Buffer
	r.WriteString(f())
	r.ReadByte()
	var c bytes.Buffer
	c.WriteString(f())
	c.Truncate(c.Len() - 1)
	var d bytes.Buffer
	d.WriteString(f())
	d.Reset()
	return r.String() + c.String() + d.String() + read.String() + cut.String() + reset.String()
}

// nope: a bytes.Buffer reads by itself, into its own memory
func copied(r io.Reader) string {
	var b bytes.Buffer
	io.Copy(&b, r)
	return b.String()
}

// nope: json.Indent takes a bytes.Buffer
func json2(src []byte) string {
	var b bytes.Buffer
	json.Indent(&b, src, "", " ")
	return b.String()
}

// nope: others ask what it is
func handed(f func(io.Writer)) string {
	var b bytes.Buffer
	f(&b)
	return b.String()
}

func stringers(s fmt.Stringer) string {
	var b bytes.Buffer
	fmt.Fprintln(io.Discard, &b)
	fmt.Fprint(&b, s)
	return b.String()
}

// nope: the panic of a negative number names the type
func sized(n int, f func() string) string {
	var b bytes.Buffer
	b.Grow(n)
	b.WriteString(f())
	return b.String()
}

// nope: it begins with something
func begins(f func() string) string {
	b := bytes.NewBufferString("x")
	b.WriteString(f())
	return b.String()
}

// nope: a literal writes when nobody knows
func later(each func(func(string))) string {
	var b bytes.Buffer
	each(func(s string) { fmt.Fprint(&b, s) })
	return b.String()
}

// nope: a strings.Builder must not be copied
func value(f func() string) string {
	var b bytes.Buffer
	b.WriteString(f())
	c := b
	return c.String() + b.String()
}

func withRoom(words []string) string {
	b := bytes.NewBuffer(make([]byte, 0, 8*len(words))) // want `the text that b collects is copied .review: who keeps the text keeps room for 8.len.words., however little.*panics in other words`
	for _, w := range words {
		fmt.Fprintf(b, "%q", w)
	}
	return b.String()
}

func bounded(s string) string {
	var b = bytes.NewBuffer(make([]byte, 0, len(s))) // want `the text that b collects is copied .review: who keeps the text keeps room for len.s., however little is in it.$`
	b.WriteString(strings.TrimSpace(s))
	b.WriteByte('.')
	return b.String()
}

// nope: the bytes are not copied, as room that is known at compile time is on the stack
func bytesOf(words []string) ([]byte, string) {
	b := bytes.NewBuffer(make([]byte, 0, 8*len(words)))
	c := bytes.NewBuffer(make([]byte, 0, 100))
	for _, w := range words {
		b.WriteString(w)
		c.WriteString(w)
	}
	return b.Bytes(), c.String()
}

const end = ";"

func listed(names []string, n int) string {
	var b strings.Builder // want "b grows although its text may fit on the stack"
	for _, name := range names {
		b.WriteString(name)
		b.WriteString("=")
		b.WriteString(fmt.Sprintf("%x", n))
		b.WriteString(end)
	}
	return strings.TrimSpace(b.String())
}
