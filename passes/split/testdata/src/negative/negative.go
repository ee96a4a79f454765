package negative

import (
	"bytes"
	"strings"
)

func unguarded(s string) (string, string) {
	kv := strings.SplitN(s, "=", 2)
	return kv[0], kv[1]
}

// nope: the guard says something else
func guard(s string) string {
	kv := strings.SplitN(s, "=", 2)
	if len(kv) == 1 {
		return kv[1]
	}
	return kv[0]
}

// nope: characters
func empty(s string) string {
	return strings.Split(s, "")[0]
}

// nope: the separator may be empty
func variable(s, sep string) string {
	return strings.Split(s, sep)[0] // refused "the separator may be empty"
}

// nope: SplitN(s, sep, 1)[0] is all of s, SplitN(s, sep, 0) is nil
func limits(s string) string {
	return strings.SplitN(s, ",", 1)[0] + strings.SplitN(s, ",", 0)[0]
}

// nope: stringscut of x/tools does it
func tools(s string) string {
	x := strings.Split(s, "@")[0]
	return x
}

// nope: parts of bytes.Split have no room behind them, and one of Cut has
func onBytes(b []byte) []byte {
	return bytes.Split(b, []byte(","))[0]
}

// nope: an element is a variable
func addressed(s string) *string {
	return &strings.Split(s, ",")[0]
}

func assigned(s string) string {
	kv := strings.Split(s, "=")
	kv[0] += "x"
	return kv[0]
}

// nope: a function is called first, which would come second
func order(f func() string, s []string) string {
	return f() + strings.Split(s[0], ",")[0]
}

// nope: only if the left side says so
func branch(ok bool, s []string) bool {
	return ok && strings.Split(s[0], ",")[0] == "x"
}

// nope: the slice is handed on
func handed(s string) []string {
	kv := strings.SplitN(s, "=", 2)
	if len(kv) == 2 {
		return kv
	}
	return nil
}

// nope: no room for a statement
func loop(s string) (n int) {
	for strings.Split(s, ",")[0] == "x" {
		s = s[2:]
	}
	return n
}

// nope: the arguments come from one call
func tuple(f func() (string, string)) string {
	return strings.Split(f())[0]
}

// nope: a comment would be lost
func comment(s string) int {
	return len(strings.Split(s /* comma */, ","))
}

// nope: the jump passes the guard
func jumps(s string, skip bool) string {
	kv := strings.SplitN(s, "=", 2)
	if skip {
		goto use
	}
	if len(kv) != 2 {
		return ""
	}
use:
	return kv[1]
}

type person struct{ name string }

func (p *person) rename() string {
	p.name = "new"
	return "renamed,"
}

// nope: the name is returned as it was
func beside(p *person) (string, string) {
	return p.name, strings.Split(p.rename(), ",")[0]
}
