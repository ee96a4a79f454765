package negative

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
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

// nope: arrays that are not variables, beside others, or where no statement can go in front
func hexed(f func() [4]byte, n int) string {
	if n > 0 && fmt.Sprintf("%x", f()) == "00" { // refused "no room for a variable that holds an array"
		return ""
	}
	return fmt.Sprintf("%x%d", f(), n) // refused "an operand may change what another one is"
}

// nope: may be nil
func nils(err error, p *int, a any) string {
	return fmt.Sprintf("%v %v %v", err, p, a)
}

// nope: wraps
func mayBeNil(name string, err error, p *pointed, each []error) (list []string) {
	list = append(list, fmt.Sprintf("%s: %v", name, err))
	if err == nil || p != nil {
		list = append(list, fmt.Sprintf("%s: %v", name, err))
	}
	if err != nil && p == nil {
		list = append(list, fmt.Sprintf("%s: %s", name, p))
		err = each[0]
		list = append(list, fmt.Sprintf("%s: %v", name, err))
	}
	if p != nil {
		for range each {
			list = append(list, fmt.Sprintf("%s: %s", name, p))
			p = nil
		}
	}
	if err == nil {
		list = append(list, "none")
	}
	for _, e := range each {
		if e == nil {
			list = append(list, "")
		} else if name != "" {
			continue
		}
		list = append(list, fmt.Sprintf("%s: %v", name, e))
	}
	switch {
	case err != nil:
		fallthrough
	case p != nil:
		list = append(list, fmt.Sprintf("%s: %s", name, p))
	}
	return append(list, fmt.Sprintf("%s: %v", name, err))
}

func captured(name string, err error) string {
	defer func() { err = nil }()
	if err != nil {
		return fmt.Sprintf("%s: %v", name, err)
	}
	return ""
}

// nope: seven lines for an error
func buffered(n int, err error) error {
	if err != nil {
		return fmt.Errorf("line %d: %v", n, err) // refused "too much for the text of an error"
	}
	return nil
}

// nope: nothing is boxed
func unboxed(err error, p *pointed, r, g, b byte) string {
	if err != nil && p != nil {
		return fmt.Sprintf("%v: %s, %v", err, p, 1)
	}
	return fmt.Sprintf("#%02x%02x%02x", r, g, b) + fmt.Sprintf("%02x", g)
}

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

// nope: a sign, not all digits, or capitals
func widths(i int8, u uint, w uint16, d uint64, r rune) []string {
	return []string{
		fmt.Sprintf("%02x", i),
		fmt.Sprintf("%08x", u),
		fmt.Sprintf("%02x", w),
		fmt.Sprintf("%08x", w),
		fmt.Sprintf("%04X", w),
		fmt.Sprintf("%8x", d),
		fmt.Sprintf("%04d", d),
		fmt.Sprintf("%08x", r),
		fmt.Sprintf("%q", w),
	}
}

func zero(b []byte) int { clear(b); return len(b) }

// nope: zero runs before fmt reads the bytes
func readLate(b []byte) (string, string) {
	return fmt.Sprintf("%s %d", b, zero(b)), // refused "an operand may change what another one is"
		fmt.Sprintf("%s", b) + strconv.Itoa(zero(b)) // refused "what is evaluated beside it may change an operand"
}

// nope: three copies for two
func quotedSum(b []byte, n int) (string, bool) {
	return "", n > 0 && fmt.Sprintf("<%q>", b) == "" // refused "quoted bytes would be copied"
}

// nope: may share the memory that is written to
func quotedInto(buf *bytes.Buffer, b []byte) {
	fmt.Fprintf(buf, "%q", b)
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

const label, hundred = "a", "100%%"

// nope: the text would be a constant, which may be out of range, or repeat a case; or one
// that another declaration may change
func constants(s string) (byte, string) {
	switch s {
	case fmt.Sprintf("a"), fmt.Sprintf("a"):
		return fmt.Sprintf("abc")[0], fmt.Sprintf(hundred)
	}
	_ = []string{0: fmt.Sprintf("a") + s, 1: fmt.Sprintf("%s", label)}
	_ = map[string]int{fmt.Sprintf("a"): 1}
	return 0, fmt.Sprintf("%s-%s", "a", label)
}

var initialized = fmt.Sprintf("later")

// nope: fmtappendf of x/tools rewrites it
func conversion(n int) []byte {
	return []byte(fmt.Sprintf("%d", n))
}

// nope: fmt.Appendf makes no more objects
func conversions(n int, of fmt.Stringer) ([]byte, []rune) {
	return []byte(fmt.Sprintf("%d:%d", n, n)), []rune(fmt.Sprintf("%v:%d", of, n))
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

func counted() string {
	x := 1
	f := func() int { x++; return x }
	return fmt.Sprintf("%d %d", x, f())
}

// nope: the lines show how the text looks
func script(name string, n int) string {
	return fmt.Sprintf(`%s() {
	return %d
}
`, name, n)
}

// nope: the widths are those of the rows below
func headRow(rows []string) string {
	text := fmt.Sprintf("%12s:%4s\n", "Index", "Row") // refused "the widths may be those of other lines"
	for i, row := range rows {
		text += fmt.Sprintf("%12d:%4s\n", i, row)
	}
	return text
}
