package held

import "fmt"

// nope: no string has methods
func stringer(s fmt.Stringer, err error) (string, string) {
	return fmt.Sprint(s), fmt.Sprintf("%v", err) // refused "needs fmt"
}

// nope: a type parameter
func parameter[T any](x T) string {
	return fmt.Sprint(x)
}

// nope: not all of the text, or another one
func part(x, y any) []string {
	return []string{
		fmt.Sprintf("%v!", x),
		fmt.Sprintf("%q", x),
		fmt.Sprintf("%-v", x),
		fmt.Sprintln(x),
		fmt.Sprint(x, y),
	}
}

// nope: would be called twice
func called(f func() any) string {
	return fmt.Sprint(f())
}

// nope: a conversion, which is no string
func converted(n int) string {
	return fmt.Sprint(any(n))
}

func asked(x, y any) (s string) {
	if s, ok := x.(string); ok {
		return s
	}
	switch y := y.(type) {
	case string:
		return y
	case int, bool:
		s = fmt.Sprint(y) // refused "y is asked for a string already, or holds none"
	default:
		s = fmt.Sprint(y) // refused "y is asked for a string already, or holds none"
	}
	return s + fmt.Sprint(x) // refused "x is asked for a string already, or holds none"
}

func otherwise(x any) (s string) {
	switch x.(type) {
	case error:
		s = fmt.Sprint(x) // refused "x is asked for a string already, or holds none"
	case string:
	}
	return s
}

func comment(x any) string {
	return fmt.Sprint(x /* why */) // refused "a comment, a goto, or another meaning of string"
}

type text = string

func shadowed(x any) text {
	type string int
	return fmt.Sprint(x) // refused "a comment, a goto, or another meaning of string"
}

func labelled(xs []any) string {
	i := 0
again:
	if i < len(xs) {
		i++
		goto again
	}
	return fmt.Sprint(xs[0]) // refused "a comment, a goto, or another meaning of string"
}

func two(x, y any, f func(a, b string)) {
	f(fmt.Sprint(x), fmt.Sprint(y)) // refused "no statement in front"
}

func statement(x any) {
	fmt.Sprint(x)       // refused "no statement in front"
	defer fmt.Sprint(x) // refused "no statement in front"
}

var global any = "a"

type changes struct{}

func (changes) String() string { global = 1; return "" }

// nope: String may change what stands beside it
func disturbed(x any, f func(any, string)) {
	f(global, fmt.Sprint(x)) // refused "no statement in front"
}

func conditional(x any, b bool) bool {
	if b {
		return true
	} else if s := fmt.Sprint(x); s != "" { // refused "no statement in front"
		return s == "a"
	}
	return b && fmt.Sprint(x) == "b" // refused "no statement in front"
}

var initialized = fmt.Sprint(global) // refused "no statement in front"

// nope: nobody counts what a panic costs
func panics(x any) {
	panic(fmt.Sprint(x))
}

func bytes(x any) []byte {
	return []byte(fmt.Sprint(x)) // refused "no statement in front"
}
