package methods

import (
	"crypto/md5"
	"crypto/sha256"
	"fmt"
	"net/netip"
	"strings"
	"time"
)

type stringer string

func (stringer) String() string { return "s" }

type failure int

func (failure) Error() string { return "f" }

func (failure) String() string { return "not asked" }

// methods of the standard library that cannot panic
func std(d time.Duration, t time.Time, ip netip.Addr, m time.Month, b *strings.Builder) string {
	s := fmt.Sprintf("after %v", 3*d)       // want "plain values into interfaces$"
	s += fmt.Sprintf("%s: %d %q", ip, m, m) // want "plain values into interfaces$"
	fmt.Fprintf(b, "%s;", t)                // want "plain values into interfaces$"
	return s + fmt.Sprint(d)                // want "plain values into interfaces .review: who keeps the text may keep an operand"
}

// methods that cannot panic
func others(s stringer, f failure) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "<%s>", s)       // want `plain values into interfaces$`
	text := fmt.Sprintf("%s!", s)    // want `plain values into interfaces$`
	return text, fmt.Errorf("%v", f) // want `plain values into interfaces .review: who keeps`
}

type path []string

func (p path) String() string { return p[0] }

type base struct{ path }

// methods of others
func panicking(p path, b *base, at base) (string, error) {
	text := fmt.Sprintf("%s!", p)     // want `plain values into interfaces .review: a panic in a String or Error`
	return text, fmt.Errorf("%v", at) // want `plain values into interfaces .review: a panic in a String or Error`
}

func hexed(b []byte, n int) string {
	sum := sha256.Sum256(b)
	s := fmt.Sprintf("%x", b) + fmt.Sprintf("%x", sum) // want "plain values" "plain values"
	return s + fmt.Sprintf("%x %d", sum[:], n)         // want "plain values"
}

type digest struct{ id [16]byte }

func arrays(b []byte, d *digest, ids [][4]byte, f func() [4]byte) (s string) {
	s = fmt.Sprintf("%x", md5.Sum(b))                              // want "plain values"
	s += fmt.Sprintf("%x", d.id) + fmt.Sprintf("%x:%s", ids[0], s) // want "plain values" "plain values"
	if fmt.Sprintf("%x", f()) == s {                               // want "plain values"
		return ""
	}
	return fmt.Sprintf("%x", sha256.Sum256(b))[:8] // want "plain values"
}

func pointed(p *[4]byte, s string) string {
	return fmt.Sprintf("%x", *p) + fmt.Sprintf("%s=%x", s, (*p)) // want "plain values" "plain values"
}

// nope: a map has no place for the array
func mapped(m map[string][4]byte, s string) string {
	return fmt.Sprintf("%x%s", m[s], s) // refused "no room for a variable that holds an array"
}

// literals are text
func literals(s string, n int) string {
	head := fmt.Sprintf("%.2x-%s %5d|%-4s|", 0, s, 7, "ab")         // want "plain values"
	return head + fmt.Sprintf("%d %d", 3, n) + fmt.Sprintf("%x", s) // want "plain values" "plain values"
}

type counted struct{ n int }

type counter struct{ c *counted }

func (c counter) String() string {
	c.c.n++
	return "counted"
}

// String changes what is printed beside it
func beside(c counter) string {
	return fmt.Sprintf("%s %d", c, c.c.n) // want `review: a panic in a String or Error method is not caught; what such a method changes`
}

func besideLocal(c counter, n int) string {
	return fmt.Sprintf("%s %d", c, n) // want `review: a panic in a String or Error method is not caught.$`
}
