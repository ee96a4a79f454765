package beside

import (
	"runtime"
	"strings"
)

type point struct{ x, y int }

// scan gets a second name that the test does not have already.
func scan(s string) *point {
	s = strings.ToLower(strings.TrimSpace(s))
	return &point{strings.Index(s, "x"), strings.Index(s, "y")} // want `the result of scan is on the heap`
}

// nope: new is a parameter.
func shadowed(new int, s string) *point {
	p := &point{x: new}
	p.y = strings.Index(strings.ToLower(strings.TrimSpace(s)), "y")
	return p
}

func caller() string {
	_, file, _, _ := runtime.Caller(2)
	return file
}

func where() string { return caller() }

// nope: caller counts frames.
func framed(s string) *point {
	p := &point{x: strings.Index(where(), "x")}
	p.y = strings.Index(strings.ToLower(strings.TrimSpace(s)), "y")
	return p
}
