package negative

import (
	"bytes"
	"errors"
	"fmt"
	"time"
)

type stringer string

func (stringer) String() string { return "s" }

type failure int

func (failure) Error() string { return "f" }

type formatter int

func (formatter) Format(fmt.State, rune) {}

type pointed struct{}

func (pointed) String() string { return "p" }

type other int

func (other) String(n int) string { return "o" }

// nope: fmt calls their methods
func methods(s stringer, f failure, g formatter, p *pointed, o other, d time.Duration) []string {
	return []string{
		fmt.Sprintf("%d", g),
		fmt.Sprintf("%v", g),
		fmt.Sprintf("%s", p), // a nil pointer is <nil>
		fmt.Sprintf("%v", o), // not a Stringer
		fmt.Sprintf("%x", s),
		fmt.Sprintf("%x", d),
		fmt.Sprint(s, s),
		fmt.Sprint(d, d),
		string(fmt.Appendf(nil, "%s", s)),
	}
}

// nope: rename runs before String
func between(p *person, s stringer) string {
	return fmt.Sprintf("%s %s", s, p.rename())
}

// nope: String may write to the buffer
func shared(b *bytes.Buffer, s stringer) {
	fmt.Fprintf(b, "<%s>", s)
}

type person struct{ name string }

func (p *person) rename() string {
	p.name = "new"
	return "renamed"
}

// nope: an array that is not a variable
func hexed(f func() [4]byte) string {
	return fmt.Sprintf("%x", f())
}

// nope: may be nil
func nils(err error, p *int, a any) string {
	return fmt.Sprintf("%v %v %v", err, p, a)
}

// nope: wraps
func wraps(err error) error {
	return fmt.Errorf("doing: %w", err) // refused "needs fmt"
}

// nope: flags, widths, indexes
func flags(n int, s string) []string {
	return []string{
		fmt.Sprintf("%5d", n),
		fmt.Sprintf("%-s", s),
		fmt.Sprintf("%+d", n),
		fmt.Sprintf("%[1]d", n),
		fmt.Sprintf("%*d", n, n),
		fmt.Sprintf("%.3s", s),
		fmt.Sprintf("%#v", s),
	}
}

// nope: not as many operands as verbs
func count(n int) []string {
	return []string{
		fmt.Sprintf("%d %d", n),
		fmt.Sprintf("%d", n, n),
		fmt.Sprintf("%"),
	}
}

// nope: a verb that does not fit
func wrong(n int, s string) []string {
	return []string{
		fmt.Sprintf("%s", n),
		fmt.Sprintf("%d", s),
		fmt.Sprintf("%t", n),
	}
}

// nope: the format is not constant
func variable(format string, n int) string {
	return fmt.Sprintf(format, n)
}

// nope: the operands are a slice
func spread(args []any) string {
	return fmt.Sprintf("%d", args...)
}

// nope: a type parameter may have methods
func generic[T ~int](n T) string {
	return fmt.Sprintf("%d", n)
}

func union[T int | uint](n T) string {
	return fmt.Sprintf("%d", n)
}

// nope: costs nothing
func plain() error {
	return fmt.Errorf("plain")
}

// nope: a statement; the result would be an unused value
func statement(n int) {
	fmt.Sprintf("%d", n)
	_ = errors.New
}

// nope: string means something else
func shadowed(n int, string func(int) int) int {
	return len(fmt.Sprintf("%d", n)) + string(n)
}

// nope: a comment would be lost
func comment(n int) string {
	return fmt.Sprintf("%d", // the number
		n)
}

// nope: constants stay where they are
func constants() string {
	return fmt.Sprintf("%s-%s", "a", "b")
}

// nope: spaces between operands that are not strings
func spaces(a, b int) string {
	return fmt.Sprint(a, b)
}

// nope: fmtappendf of x/tools rewrites it
func conversion(n int) []byte {
	return []byte(fmt.Sprintf("%d", n))
}

// nope: the operand reads what was written
func reads() string {
	var b bytes.Buffer
	b.WriteString("abc")
	fmt.Fprintf(&b, "n=%d", b.Len())
	fmt.Fprintf(&b, "s=%s", b.String())
	return b.String()
}

// nope: the type of 1 is int, which may have 32 bits
func shifted(n int) string {
	return fmt.Sprintf("%x", 1<<n) + fmt.Sprintf("a%d", 2+1<<n)
}

// nope: go vet says that s is assigned to itself
func itself(s string) string {
	s = fmt.Sprintf("%s", s)
	return s
}

var table = []string{"first"}

type index int

func (i index) String() string { return table[i] }

// nope: table would be initialized before
var titled = fmt.Sprintf("%v", index(len(titled2)))
var titled2 = ""

type pair struct{ a, b string }

// nope: a literal cannot stand there without parentheses
func header(s string) bool {
	if fmt.Sprintf("%s:%s", pair{"a", "b"}.a, s) == "a:b" {
		return true
	}
	return false
}

// nope: rename changes the name beside it
func inOrder(p *person) string {
	return fmt.Sprintf("%s %s", p.name, p.rename())
}

func captured() string {
	x := 1
	f := func() int { x++; return x }
	return fmt.Sprintf("%d %d", x, f())
}
