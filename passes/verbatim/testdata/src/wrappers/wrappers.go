package wrappers

import (
	"fmt"
	"io"
)

// logger is what most packages have: each method hands on what it is given.
type logger struct {
	level int
	out   io.Writer
}

func (l *logger) Infof(format string, args ...any) {
	if l.level > 0 {
		l.write("info", fmt.Sprintf(format, args...)) // want `fmt.Sprintf copies a format that has nothing to fill in .review: who keeps the text may keep an operand, and all of the memory that this is a part of\)$`
	}
}

// Errorf says what went wrong.
func (l *logger) Errorf(format string, args ...interface{}) {
	l.write("error", fmt.Sprintf("error: "+format, args...))
}

func (l *logger) Info(args ...any) {
	l.write("info", fmt.Sprint(args...)) // want `fmt.Sprint copies a text that stands alone .review: who keeps the text may keep an operand, and all of the memory that this is a part of\)$`
}

func (l *logger) Debug(args ...any) {
	if l.level > 1 {
		text := fmt.Sprint(args...)
		l.write("debug", text)
	}
}

func (l *logger) write(level, text string) {
	io.WriteString(l.out, level+": "+text+"\n")
}

type status struct {
	code    int
	message string
}

func newStatus(code int, format string, args ...any) *status {
	return &status{code: code, message: fmt.Sprintf(format, args...)}
}

// list is no variadic parameter
func list(args []any) {
	io.WriteString(io.Discard, fmt.Sprint(args...))
}

func literal(out io.Writer) func(string, ...any) {
	return func(format string, args ...any) {
		defer io.WriteString(out, fmt.Sprintf(format, args...))
	}
}

// length calls its parameter by another name
func length(len func() int, format string, args ...any) string {
	len()
	return fmt.Sprintf(format, args...)
}
