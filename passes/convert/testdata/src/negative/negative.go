package negative

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
)

type text string

// nope: free already
func free(m map[string]int, b []byte, s string, buf *bytes.Buffer) int {
	n := m[string(b)]
	if string(b) == s {
		n++
	}
	switch string(b) {
	case "x":
		n++
	}
	for i := range []byte(s) {
		n += i
	}
	buf.Write([]byte(s))
	b = append(b, []byte(s)...)
	if bytes.HasPrefix([]byte(s), b) || bytes.Equal([]byte(s), b) {
		n++
	}
	return n + len([]rune(s))
}

// nope: the key is kept when it is new
func count(m map[string]int, b []byte) {
	m[string(b)]++ // BAD: no copy is needed when the key is there
}

// nope: a clone
func clone(s string) string {
	return string([]byte(s))
}

// nope: replaces invalid UTF-8
func valid(s string) string {
	return string([]rune(s))
}

// nope: panics at other lengths
func prefix(b []byte) string {
	return string(b)[:4]
}

// nope: the index counts runes
func index(s string) (n int) {
	for i, r := range []rune(s) {
		n += i * int(r)
	}
	return n
}

// nope: not the same for all letters
func fold(a, b string) bool {
	return strings.ToLower(a) == strings.ToLower(b)
}

// nope: the other would be copied instead
func other(s string, b []byte, long string) int {
	return bytes.Compare([]byte(s), b) + strings.Compare(string(b), long) + strings.Index(long, string(b)) // refused "would be copied to"
}

// nope: other types
func types(t text, b []byte) bool {
	return strings.HasPrefix(string(t), "x") || strings.Compare(string(b), "a constant of more than thirty-two bytes") > 0
}

type writer struct{}

func (writer) Write(p []byte) int { return len(p) }

// nope: not an io.Writer
func write(w writer, s string) int {
	return w.Write([]byte(s))
}

// nope: a comment would be lost
func comment(b []byte) bool {
	return strings.HasPrefix(string(b) /* the url */, "http")
}

// nope: the arguments come from one call
func tuple(f func() (string, string)) bool {
	return strings.HasPrefix(f())
}

// nope: string means something else
func shadowed(b []byte, string func([]byte) string2) bool {
	return strings.HasPrefix(string(b), "x")
}

type string2 = string

// nope: the second argument may change the bytes that the first has copied
func changed(b []byte, f func() string) bool {
	return strings.HasPrefix(string(b), f())
}

// nope: whether the call comes before the variable is read is not said
func either(f func() []byte, s string) bool {
	return strings.HasPrefix(string(f()), s)
}

// nope: the pass format does more
func formatted(w *bufio.Writer, n int) {
	w.Write([]byte(fmt.Sprintf("%d;", n)))
}

type name struct{ s string }

// nope: a literal cannot stand there without parentheses
func header() (n int) {
	for range []rune(name{"ab"}.s) {
		n++
	}
	return n
}

// nope: what an iteration wrote before a panic is there in the next one
func counted(list []func() string) {
	n := 0
	for b := (strings.Builder{}); n < len(list); n++ {
		func() {
			defer func() { recover() }()
			b.WriteString("x" + list[n]())
		}()
	}
}

// nope: a call that runs later would see what the bytes are then
func later(buf *bytes.Buffer, b []byte, done chan bool) {
	defer buf.WriteString(string(b))
	defer fmt.Fprintf(buf, "%s", b)
	defer buf.Write([]byte(fmt.Sprintf("%x", b)))
	go strings.Contains(string(b), "x")
	b[0]++
}
