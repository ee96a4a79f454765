package negative

import "fmt"

type text string

// nope: somebody has looked already
func asked(format string, args ...any) string {
	if len(args) == 0 {
		return format
	}
	return fmt.Sprintf(format, args...) // refused "is asked for already"
}

// nope: there is something to fill in
func constant(args ...any) string {
	return fmt.Sprintf("%v: %v", args...)
}

// nope: not what a caller gave
func local(name string, n int) string {
	args := []any{name, n}
	return fmt.Sprint(args...)
}

// nope: not what it was given, either
func result(f func() []any) string {
	return fmt.Sprint(f()...)
}

// nope: a list of another type does not go to fmt as it is
func single(name string) string {
	return fmt.Sprint(name)
}

// nope: ends with a line
func line(args ...any) string {
	return fmt.Sprintln(args...)
}

// nope: more than the line is cut off; BAD: could be cut off of a copy
func cut(args ...any) string {
	msg := fmt.Sprintln(args...)
	return msg[:len(msg)-2]
}

// nope: the line is used
func used(args ...any) string {
	msg := fmt.Sprintln(args...)
	fmt.Print(msg)
	return msg[:len(msg)-1]
}

// nope: not the last that is returned; BAD: the others are constants
func two(args ...any) (string, string) {
	msg := fmt.Sprintln(args...)
	return msg[:len(msg)-1], "x"
}

// nope: errors are no text
func wrap(format string, args ...any) error {
	return fmt.Errorf(format, args...)
}

// nope: bytes are copied anyway
func appended(b []byte, format string, args ...any) []byte {
	return fmt.Appendf(b, format, args...)
}

// nope: a method
type fake struct{}

func (fake) Sprint(args ...any) string { return "" }

func method(args ...any) string {
	var fmt fake
	return fmt.Sprint(args...)
}

// nope: a conversion follows the call; format is no string to return
func converted(format text, args ...any) {
	_ = text(fmt.Sprintf(string(format), asked(string(format), args...)))
}

// nope: nothing can be returned before what is not the end of the function
func deferred(args ...any) (s string) {
	defer func() { s += "." }()
	msg := fmt.Sprintln(args...)
	s = msg[:len(msg)-1]
	return s
}

// nope: another one of the group is evaluated before the return.
func behind(f func() int, args ...any) string {
	var (
		msg = fmt.Sprintln(args...)
		_   = f()
	)
	return msg[:len(msg)-1]
}
