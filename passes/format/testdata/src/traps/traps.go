package traps

import "fmt"

// nope: what T is decides how it is written
func generic[T any](x T) string {
	return fmt.Sprintf("%v", x)
}

func genericInt[T ~int](x T) string {
	return fmt.Sprintf("%d", x)
}

func genericString[T ~string](x T) string {
	return fmt.Sprintf("%s-%s", x, x)
}

func pair() (string, int) { return "a", 1 }

// nope: the operands are the results of one call
func several() string {
	return fmt.Sprint(pair())
}

var state string

func change() string {
	state = "changed"
	return ""
}

// nope: change is called after state was read, and a concatenation may read it later
func order() string {
	return fmt.Sprintf("%s%s", state, change())
}

// nope: the call reads state before change is called, a concatenation may read it later
func beside() string {
	return fmt.Sprintf("%s%d", state, 1) + change() // refused "may change an operand"
}

func beside2() []string {
	return []string{fmt.Sprintf("%s/", state), change()} // refused "may change an operand"
}

// nope: nil is <nil>, and a method may panic
func null(err error) string {
	return fmt.Sprintf("%s", err)
}

// nope: a local value of the same name
func shadowed(x int) string {
	fmt := printer{}
	return fmt.Sprintf("%d", x)
}

type printer struct{}

func (printer) Sprintf(format string, x int) string { return format }
