package writers

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"hash"
	"hash/fnv"
	"io"
	"strings"
)

func builder(keys []string, vals []int) string {
	var b strings.Builder
	for i, k := range keys {
		fmt.Fprintf(&b, "%s=%d, ", k, vals[i]) // want "fmt.Fprintf"
	}
	for i, k := range keys {
		v := vals[i]
		fmt.Fprintf(&b, "%s=%d;", k, v) // want "fmt.Fprintf"
	}
	return b.String()
}

func buffer(b *bytes.Buffer, n int, r rune) {
	fmt.Fprintf(b, "%d %c", n, r) // want "fmt.Fprintf"
	fmt.Fprint(b, n)              // want "fmt.Fprint"
}

func buffered(w *bufio.Writer, s string) {
	fmt.Fprintf(w, "<%s>", s) // want "fmt.Fprintf"
}

// nope: any writer
func other(w io.Writer, s string) {
	fmt.Fprintf(w, "<%s>", s)
}

// the results are used: written at once
func results(b *bytes.Buffer, s string) (int, error) {
	return fmt.Fprintf(b, "<%s>", s) // want "fmt.Fprintf"
}

func written(w *bufio.Writer, key string, n int) error {
	_, err := w.Write([]byte(fmt.Sprintf("%s=%d\n", key, n))) // want "fmt.Sprintf"
	return err
}

// longer text goes through
func stringWritten(w *bufio.Writer, key string, n int) {
	w.WriteString(fmt.Sprintf("%s=%d\n", key, n)) // want `fmt.Sprintf.*\(review: the writer below`
}

type letter rune

func letters(b *strings.Builder, c *bytes.Buffer, l letter, xs []int, i int) {
	fmt.Fprintf(b, "%c.", l)    // want "fmt.Fprintf"
	fmt.Fprintf(c, "%d", xs[i]) // want "fmt.Fprintf"
}

func writtenString(b *strings.Builder, key string, n int) {
	b.WriteString(fmt.Sprintf("%s=%d\n", key, n)) // or `fmt.Fprintf\(b, "%s=%d.n", key, n\)` // want "fmt.Sprintf"
}

// operands are evaluated before anything is written
func calls(b *bytes.Buffer, f func() string, p *bytes.Reader) {
	fmt.Fprintf(b, "<%s>", f())                     // want "fmt.Fprintf"
	fmt.Fprintf(b, "%d of %d\n", p.Len(), p.Size()) // want "fmt.Fprintf"
}

// nope: bytes of the buffer itself
func own(b *bytes.Buffer, p []byte) {
	fmt.Fprintf(b, "<%s>", p)
}

type holder struct{ b bytes.Buffer }

func field(h *holder, s string, each func() string) {
	fmt.Fprintf(&h.b, "<%s>", s)                     // want "fmt.Fprintf"
	fmt.Fprintf(&h.b, "%s%d", each(), h.b.Len())     // want "fmt.Fprintf"
	h.b.WriteString(fmt.Sprintf("%s:%q", s, each())) // want "fmt.Sprintf"
}

// vals[i] may panic, and nothing must be written then
func shared(b *strings.Builder, vals []int, i int) {
	fmt.Fprintf(b, "%d=%d", i, vals[i]) // want "fmt.Fprintf"
}

func deferred(w io.Writer, vals []int, i int) {
	var b bytes.Buffer
	defer b.WriteTo(w)
	fmt.Fprintf(&b, "%d=%d", i, vals[i]) // want "fmt.Fprintf"
}

func leaked(vals []int, i int) {
	var b strings.Builder
	defer func() { println(b.String()) }()
	fmt.Fprintf(&b, "%d=%d", i, vals[i]) // want "fmt.Fprintf"
}

// the call may write to the buffer
func borrowed(b *bytes.Buffer, f func() int) {
	fmt.Fprintf(b, "%d", f()) // want "fmt.Fprintf"
}

// nope: the call may put another buffer into the variable
func replaced(f func(func())) {
	b := new(bytes.Buffer)
	f(func() { b = nil })
	fmt.Fprintf(b, "%s %d", name(f), b.Len())
}

func name(f func(func())) string { f(nil); return "" }

// nobody sees half of what is written; nor when a name is looked up
func private(n int, hash func(string) uint64) string {
	b := new(bytes.Buffer)
	fmt.Fprintf(b, "%d=%d;", n, hash("n")) // want "fmt.Fprintf"
	c := bytes.NewBufferString("(")
	fmt.Fprintf(c, "%d %q)", hash(b.String()), strings.ToLower("A")) // want "fmt.Fprintf"
	return c.String()
}

// the operand reads what was written
func reads() string {
	var b bytes.Buffer
	b.WriteString("abc")
	fmt.Fprintf(&b, "n=%d", b.Len())    // want "fmt.Fprintf"
	fmt.Fprintf(&b, "s=%s", b.String()) // want "fmt.Fprintf"
	return b.String()
}

type record struct{ key, kind string }

func (r *record) GetID() int { return len(r.key) }

func written1(w *bufio.Writer, r *record, s string) error {
	if _, err := fmt.Fprintf(w, "%d.", len(s)); err != nil { // want "fmt.Fprintf"
		return err
	}
	_, err := fmt.Fprintf(w, "%s-%d/%s", r.kind, r.GetID(), strings.TrimSpace(s)) // want "fmt.Fprintf"
	return err
}

// always a space between, and a newline behind
func lines(b *strings.Builder, w *bufio.Writer, key string, n int) string {
	fmt.Fprintln(b, key, n)           // want "plain values into interfaces"
	fmt.Fprintln(w, n)                // want "plain values into interfaces"
	s := fmt.Sprintln(key)            // want "plain values into interfaces"
	return s + fmt.Sprintln(key, key) // want "plain values into interfaces"
}

func hashed(name string, n int, data []byte) []byte {
	h := sha256.New()
	fmt.Fprintf(h, "%s:%d\n", name, n)                             // want "fmt.Fprintf"
	if _, err := fmt.Fprintf(h, "%x %s", data, data); err != nil { // want "fmt.Fprintf"
		return nil
	} else if _, err := fmt.Fprintf(h, "%d-%s", n, data); err != nil { // nope: where it is done would be another branch
		return data
	}
	_, err := fmt.Fprint(h, n, "x") // want "fmt.Fprint"
	if err == nil {
		h.Write(data)
	}
	return h.Sum(nil)
}

func hashedCalls(next func() string) uint32 {
	h := fnv.New32()
	fmt.Fprintf(h, "%s/%s", next(), next()) // want "fmt.Fprintf"
	return h.Sum32()
}

func digests(list []string) (sum uint64) {
	for i, s := range list {
		var h = fnv.New64a()
		fmt.Fprintf(h, "%d%s%q", i, s, []byte(s)) // want "fmt.Fprintf"
		sum ^= h.Sum64()
	}
	return sum
}

// nope: who knows what it is
func given(h hash.Hash, n int, make func() hash.Hash) {
	fmt.Fprintf(h, "%d", n)
	g := make()
	fmt.Fprintf(g, "%d", n)
	m := hmac.New(sha256.New, nil)
	fmt.Fprintf(m, "%d", n)
}

// nope: another one
func several(a bool, n int) uint64 {
	h := fnv.New64a()
	if a {
		h = fnv.New64()
	}
	fmt.Fprintf(h, "%d", n)
	return h.Sum64()
}
