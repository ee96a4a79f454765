package negative

import (
	"bufio"
	"bytes"
	"fmt"
	. "strconv"
	sc "strconv"
	"strings"
	"time"
)

type text []byte

// nope: the result would have another type
func named(t text, n int) any {
	return append(t, sc.Itoa(n)...)
}

// nope: S may be any slice of bytes
func generic[S ~[]byte](s S, n int) S {
	return append(s, sc.Itoa(n)...)
}

// nope: a comment would be lost
func comment(b []byte, n int) []byte {
	return append(b, sc.Itoa(n /* the number */)...)
}

// nope: another name hides what a dot import brings
func dot(b []byte, AppendInt int) []byte {
	return append(b, Itoa(AppendInt)...)
}

// nope: the name int64 means something else
func shadowed(b []byte, int64 int) []byte {
	return append(b, sc.Itoa(int64)...)
}

func two() (string, int) { return "", 0 }

// nope: the operands are the results of a call
func multi(b []byte) []byte {
	return append(b, fmt.Sprint(two())...)
}

// nope: format does it
func plain(b []byte, n int, w *strings.Builder) []byte {
	w.WriteString(fmt.Sprintf("%d", n))
	return append(b, fmt.Sprintf("%d", n)...)
}

// nope: used as a string too
func used(b []byte, n int) ([]byte, string) {
	s := sc.Itoa(n)
	return append(b, s...), s
}

// nope: copied over, not appended
func copied(b []byte, n int) int {
	return copy(b, sc.Itoa(n))
}

type counting struct {
	bytes.Buffer
	n int
}

func (c *counting) Write(p []byte) (int, error) {
	c.n++
	return c.Buffer.Write(p)
}

// nope: Write is another method
func embedded(c *counting, n int) {
	c.WriteString(sc.Itoa(n))
}

type stamp struct{ time.Time }

func (stamp) AppendFormat(b []byte, layout string) []byte { return b }

// nope: AppendFormat is another method
func promoted(b []byte, s stamp) []byte {
	return append(b, s.Format("2006")...)
}

// nope: a method expression
func method(b []byte, t time.Time) []byte {
	return append(b, time.Time.Format(t, "x")...)
}

type clock struct{}

func (clock) Format(string) string { return "" }

// nope: not of time
func other(b []byte, c clock) []byte {
	return append(b, c.Format("x")...)
}

// nope: evaluated twice; what fmt runs may write to w
func buffered(w func() *bufio.Writer, v *bufio.Writer, n int, err error) {
	w().WriteString(sc.Itoa(n))
	v.WriteString(fmt.Sprintf("%v", err)) // refused "may write to the same buffer"
}

// nope: nothing is made for the text
func strs(a, b string) string { return a + "," + b }

type label string

// nope: the sum has a type of its own
func typed(l label, n int) label { return l + label(sc.Itoa(n)) }

// nope: calls; BAD: the only one, and nothing beside it
func calls(f func() int) string { return "n" + sc.Itoa(f()) }

// nope: evaluated in each round, or only sometimes
func sometimes(n int, ok bool) int {
	for i := 0; i < len("n"+sc.Itoa(n)); i++ {
		n += i
	}
	if ok && len("n"+sc.Itoa(n)) > 3 {
		return 1
	}
	return 0
}

// nope: g may change n before or after
func beside(g func(*int) int, n int) (int, string) {
	return g(&n), "n" + sc.Itoa(n)
}

// nope: about to end
func panics(n int) { panic("n" + sc.Itoa(n)) }

// nope: concat builds these
func grows(n int, b *strings.Builder) string {
	s := "a"
	s += "b" + sc.Itoa(n)
	b.WriteString("n" + sc.Itoa(n))
	return s
}

// nope: a declaration at package level
var version = "v" + sc.Itoa(1)

// nope: conversions to other types
func runes(n int) []rune { return []rune(sc.Itoa(n)) }

// nope: goto must not jump over a declaration
func jumps(n int, s string) string {
	if n == 0 {
		goto done
	}
	s = "n" + sc.Itoa(n)
done:
	return s
}

// nope: the type of 1 is int, which may have 32 bits
func shifted(b []byte, n int) []byte {
	return append(b, sc.Itoa(1<<n)...)
}

type pair struct {
	*bytes.Buffer
	*strings.Builder
}

// nope: a Write of its own
type writer struct{ counting }

func (w *writer) both(t *pair, n int) {
	w.WriteString(sc.Itoa(n))
	t.Buffer.Len()
}

type closer struct{ out *bytes.Buffer }

func (c closer) WriteString(s string) (int, error) { return len(s), nil }

// nope: another WriteString
func closed(c closer, n int) {
	c.WriteString(sc.Itoa(n))
}

// nope: a call that runs later would find other text in the free part of the buffer, or print another value
func later(bw *bufio.Writer, buf *bytes.Buffer, x *counted, n int) {
	defer bw.WriteString(sc.Itoa(n))
	defer buf.WriteString(fmt.Sprint(x))
	go func() {
		defer buf.Write([]byte(fmt.Sprintf("%v", x)))
	}()
	x.n++
	bw.WriteString("other")
}

type counted struct{ n int }

func (c *counted) String() string { return sc.Itoa(c.n) }
