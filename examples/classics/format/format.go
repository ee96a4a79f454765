// Package format holds the classic cases of package fmt on values that need no
// formatting: each operand is put into an interface, and most are copied to the
// heap for it.
package format

import (
	"bufio"
	"fmt"
)

// C03 joins a string and a number.
func C03(key string, n int) string {
	return fmt.Sprintf("%s=%d", key, n)
}

// A Counter has a name and a value.
type Counter struct {
	Name  string
	Value int64
	On    bool
}

// C03Method is C03 assigned before it is returned, in a method.
func (c *Counter) C03Method() (string, bool) {
	text := fmt.Sprintf("%s: %d (%t)", c.Name, c.Value, c.On)
	return text, c.On
}

// C03Nested is C03 inside of another call, in a loop.
func C03Nested(counters []Counter, emit func(string)) {
	for _, c := range counters {
		emit(fmt.Sprintf("%s_%d", c.Name, c.Value))
	}
}

// C03c joins two strings.
func C03c(key, value string) string {
	return fmt.Sprintf("%s=%s", key, value)
}

// C03cMethod is C03c as an argument of a call, with %v.
func (c *Counter) C03cMethod(host string, seen map[string]int) int {
	return seen[fmt.Sprintf("%v/%v", host, c.Name)]
}

// C20c formats to a string, converts it to bytes, and writes these.
func C20c(w *bufio.Writer, key string, n int) error {
	_, err := w.Write([]byte(fmt.Sprintf("%s=%d\n", key, n)))
	return err
}

// C20cLoop is C20c in a loop that ignores the results.
func C20cLoop(w *bufio.Writer, counters []Counter) {
	for _, c := range counters {
		w.Write([]byte(fmt.Sprintf("%s=%d\n", c.Name, c.Value)))
	}
}
