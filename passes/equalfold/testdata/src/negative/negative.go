package negative

import (
	"bytes"
	"strings"
)

// nope: neither is a constant
func both(a, b string, c []byte) bool {
	return strings.ToLower(a) == b || strings.ToLower(a) == strings.ToUpper(b) || strings.HasPrefix(strings.ToLower(a), strings.ToLower(b)) ||
		strings.ToLower(a) == string(bytes.ToLower(c))
}

// nope: always false, for all that EqualFold says
func never(a string) bool {
	return strings.ToLower(a) == "Host" || strings.ToUpper(a) == "Host"
}

// nope: more characters than these fold to Ä
func umlaut(a string) bool {
	return strings.ToLower(a) == "\u00e4rger" || strings.ToLower(a) == "\xff"
}

// nope: nothing to fold
func empty(a string) bool {
	return strings.ToLower(a) == ""
}


// nope: no case, or one of another kind
func cases(a, b string) int {
	switch strings.ToLower(a) {
	default:
	}
	switch strings.ToLower(a) { // refused "a case is no constant of ASCII characters that strings.ToLower leaves alone"
	case b:
		return 1
	}
	switch /* of any case */ strings.ToLower(a) {
	case "put":
		return 1
	}
	return 0
}

type flag bool

// nope: EqualFold gives a bool
func named(a string) flag {
	var f flag = strings.ToLower(a) == "true"
	f = f && strings.ToLower(a) == "on"
	return f
}

// nope: the string is used
func used(a string) (string, bool) {
	l := strings.ToLower(a)
	return l, l == "true"
}

// nope: the text is printed if it is none of these
func printed(a string) string {
	l := strings.ToLower(a)
	if l == "true" {
		return "yes"
	}
	return "not " + l // refused "l is used by more than comparisons with constants"
}

// nope: another variable, or a literal has it
func variables(a string) (n int) {
	set := strings.ToLower(a)
	if n > 0 {
		set = a
	}
	kept := strings.ToLower(a)
	g := func() bool { return kept == "put" }
	if set == "put" || g() {
		n++
	}
	return n
}

// nope: an order
func less(a string) bool {
	return strings.ToLower(a) < "true"
}

// nope: not package strings
type mapper struct{}

func (mapper) ToLower(s string) string { return s }

func method(a string, strings mapper) bool {
	return strings.ToLower(a) == "true"
}

// nope: what is written twice is evaluated twice
func calls(f func() string) bool {
	return strings.HasPrefix(strings.ToLower(f()), "bearer ")
}

// nope: the conversion of the constant is larger than what stays on the stack
func long(b []byte) bool {
	return string(bytes.ToLower(b)) == "a-very-long-word-that-goes-on-and-on"
}

// nope: not a constant
func variable(b, c []byte) bool {
	return bytes.Equal(bytes.ToLower(b), c)
}

// nope: a comment would be lost
func comment(a string) bool {
	return strings.ToLower(a) /* any case */ == "true"
}

// nope: it may have been left as it was, is set again, or kept, and a loop comes back
func assigned(a, b, c string, all []string, loose bool) (out string, n int) {
	if loose {
		a = strings.ToLower(a)
	}
	b = strings.ToLower(b)
	if b == "on" {
		b = "x"
	}
	c = strings.ToLower(c)
	out = strings.ToLower(out)
	last := ""
	for range all {
		if last == "on" {
			n++
		}
		last = strings.ToLower(last + a)
		if last == "on" {
			n++
		}
	}
	if a == "on" || out == "on" || c == "on" {
		n++
	}
	return out + c, n // refused "c is used by more than comparisons with constants"
}
