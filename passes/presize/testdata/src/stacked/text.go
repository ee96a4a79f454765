package stacked

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

func joined(m map[string]int) string {
	var b strings.Builder // want "b grows although its text may fit on the stack"
	for k, v := range m {
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(k)
		fmt.Fprintf(&b, "=%d", v)
	}
	return b.String()
}

func seen(table map[string]bool, names []string, sep rune) bool {
	key := &bytes.Buffer{} // want "key grows although"
	for i, name := range names {
		if i > 0 && name != "" {
			key.WriteRune(sep)
			io.WriteString(key, name)
			fmt.Fprintln(key, "x")
		}
	}
	return table[key.String()]
}

func several(list []fmt.Stringer, w io.Writer) (string, error) {
	var (
		text strings.Builder // want "text grows although"
		n    int
	)
	for _, s := range list {
		text.WriteString(s.String())
		text.WriteRune(';')
		n++
		if n > 3 {
			return text.String(), nil
		}
	}
	return text.String(), io.EOF
}

const typed rune = ':'

func constants(m map[string]int) string {
	var b strings.Builder // want "b grows although"
	for k := range m {
		b.WriteRune(typed)
		b.WriteRune((','))
		fmt.Fprint(&b, k)
	}
	return b.String()
}

func lent(parts [][]byte, h []byte) bool {
	var b bytes.Buffer // want "b grows although .*review: Bytes of an unused"
	for _, p := range parts {
		if len(p) > 0 {
			b.Write(p)
			fmt.Fprint(&b, len(p), ";")
		}
	}
	return bytes.Equal(b.Bytes(), h)
}

// What is only looked up needs no memory of known length.
func lookedUp(table map[string]bool, names []string, sep rune) bool {
	key := &bytes.Buffer{} // want "key grows although"
	for i, name := range names {
		if i > 0 && name != "" {
			key.WriteRune(sep)
			key.WriteString(name)
		}
	}
	return table[key.String()] && key.String() != "none"
}

// The last separator is taken away.
func listed(names map[string]int) string {
	var b bytes.Buffer // want "b grows although its text may fit on the stack$"
	for name := range names {
		b.WriteString(name)
		b.Write([]byte{',', ' '})
	}
	if b.Len() > 1 {
		b.Truncate(b.Len() - 2)
	}
	return b.String()
}

func trimmed(names map[string]int, first func() string) string {
	b := new(bytes.Buffer) // want "b grows although .*review: Truncate panics in other words where nothing was written"
	b.WriteString(first())
	for name := range names {
		b.WriteString(name)
		b.WriteByte(',')
	}
	b.Truncate(b.Len() - 1)
	return b.String()
}

// One text after the other.
func words(s string, each func(word string)) {
	var word strings.Builder // want "word grows although"
	word.Grow(len(s))
	for _, r := range s {
		if r != ' ' {
			word.WriteRune(r)
			continue
		}
		each(word.String())
		word.Reset()
	}
	each(word.String())
}

func counts(lines [][]string, seen map[string]int) (n int) {
	var key bytes.Buffer // want "key grows although"
	for _, fields := range lines {
		key.Truncate(0)
		for _, f := range fields {
			key.WriteString(f)
			key.WriteByte(0)
		}
		n += seen[key.String()]
	}
	return n
}

// nope: each text would be a copy, as nothing empties the buffer where it is taken
func prefixes(lines []string, each func(string)) {
	var b strings.Builder
	for _, l := range lines {
		b.Reset()
		for _, r := range l {
			b.WriteRune(r)
			each(b.String())
		}
	}
}

// nope: nothing says that so much was written
func back(names map[string]int) string {
	var b bytes.Buffer
	for name, n := range names {
		b.WriteByte('x')
		b.WriteString(name)
		b.Truncate(n)
	}
	return b.String()
}

type named struct{ name string }

// nope: n may be nil, which Grow says first
func spelled(n *named, list []string, each func(string)) {
	var b strings.Builder
	b.Grow(len(n.name))
	for _, s := range list {
		b.WriteString(s)
		b.WriteByte('!')
		each(b.String())
		b.Reset()
	}
}

func pours(out *bytes.Buffer, names <-chan string) {
	var list strings.Builder // want "list grows although its text may fit on the stack"
	for name := range names {
		list.WriteString(name)
		list.WriteByte(';')
	}
	out.WriteString(list.String())
}

// later: the bytes are others when the call runs
func later(out *bytes.Buffer, names <-chan string) {
	var list bytes.Buffer // want "list grows although its text may fit on the stack"
	for name := range names {
		list.Reset()
		list.WriteByte(' ')
		list.WriteString(name)
		defer out.WriteString(list.String())
	}
}

// Nobody reads the last word any more.
func lastWord(s string, out *strings.Builder) {
	var last strings.Builder // want "last grows although"
	for _, r := range s {
		if r == ' ' {
			out.WriteString(last.String())
			last.Reset()
			continue
		}
		last.WriteRune(r)
	}
	if last.Len() != 0 {
		out.WriteString(last.String())
		last.Reset()
	}
}
