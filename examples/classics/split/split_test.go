package split

import (
	"strings"
	"testing"
)

// Inputs and results of the benchmarks.
var (
	list     = strings.Repeat("element,", 60)
	config   = &Config{strings.Repeat("name=value\n", 60) + "last=this"}
	lines    = []string{"a few words", " and  some more ", ""}
	address  = "somebody@example.com"
	pair     = "key=value=more"
	path     = "/usr/share/doc/go/readme"
	sink     string
	other    string
	intSink  int
	boolSink bool
)

// inputs are texts that every function here takes.
var inputs = []string{"", ",", "a", "a,b", ",a,,b,", "@", "a@b@c", "=", "k=", "=v", "k=v=w", "/", "a/", "/a/b", ";", ";;a", " x  y ", "é,ü"}

// cases gives every function one form: text to text.
var cases = []struct {
	name           string
	got, hand      func(string) string
	example, wants string
}{
	{"C11", count(C11), count(handC11), "a,,b", "··"},
	{"C11Index", count(C11Index), count(handC11Index), "a,,b", "··"},
	{"C11Method", method((*Config).C11Method), method((*Config).handC11Method), "k=v", "v"},
	{"C11Fields", fields(C11Fields), fields(handC11Fields), " ab c ", "···"},
	{"C11b", C11b, handC11b, "a@b", "a"},
	{"C11bAssign", C11bAssign, handC11bAssign, "a@b", "~a"},
	{"C11bPair", both(C11bPair), both(handC11bPair), "k=v=w", "k|v=w"},
	{"C11bLast", C11bLast, handC11bLast, "a/b", "b"},
	{"C11bCount", count(C11bCount), count(handC11bCount), "a;b", "··"},
}

func TestCases(t *testing.T) {
	for _, c := range cases {
		if got := c.got(c.example); got != c.wants {
			t.Errorf("%s(%q) = %q, want %q", c.name, c.example, got, c.wants)
		}
		for _, in := range inputs {
			if got, hand := c.got(in), c.hand(in); got != hand {
				t.Errorf("%s(%q) = %q, by hand %q", c.name, in, got, hand)
			}
		}
	}
}

func count(f func(string) int) func(string) string {
	return func(s string) string { return strings.Repeat("·", f(s)) }
}

func method(f func(*Config, string) string) func(string) string {
	return func(s string) string { return f(&Config{"x=1\n" + s + "\n\nz"}, "k") }
}

func fields(f func([]string) int) func(string) string {
	return count(func(s string) int { return f([]string{s, ""}) })
}

func both(f func(string) (string, string, bool)) func(string) string {
	return func(s string) string {
		k, v, ok := f(s)
		if !ok {
			return k + v + "no"
		}
		return k + "|" + v
	}
}
