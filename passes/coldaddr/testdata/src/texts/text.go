package texts

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

func digit(b []byte) (int, error) {
	if len(b) == 0 || b[0] < '0' {
		return 0, fmt.Errorf("bad number %q", b)
	}
	return int(b[0] - '0'), nil
}

func digits(s string) int {
	n, err := digit([]byte(s)) // want `b is on the heap each time, since an error keeps it`
	if err != nil {
		return 0
	}
	return n
}

func parse(s string) (int, error) {
	name, value, ok := strings.Cut(s, "=")
	if !ok {
		return 0, errors.New(s)
	}
	switch name = strings.TrimSpace(name); name {
	case "n", "m":
		return strconv.Atoi(value)
	}
	err := &fieldError{name: name, text: value[1:]}
	return 0, err
}

type fieldError struct{ name, text string }

func (e *fieldError) Error() string { return e.name + e.text }

func parsed(line []byte) int {
	n, _ := parse(string(line)) // want `s is on the heap each time`
	return n
}

// The text goes through another function.
func outer(s string) bool {
	if s == "" {
		return false
	}
	return inner(s[1:]) == nil
}

func inner(part string) error {
	switch part {
	case "a":
		return nil
	default:
		return badPart(part, 1)
	}
}

func badPart(part string, n int) error { return fmt.Errorf("bad part %q %d", part, n) }

func outers(a, b string) bool {
	key := a + ":" + b
	return outer(key) // want `s is on the heap each time`
}

type set struct{ m map[string]int }

func (l *set) at(k string) int {
	if v, ok := l.m[k]; ok {
		return v
	}
	panic(fmt.Sprintf("no %v", k))
}

func (l *set) has(k []byte) int {
	return l.at(string(k)) // want `k is on the heap each time`
}

func small(b []byte, base int) error {
	if base > len(b) {
		return nil
	}
	return fmt.Errorf("%d %v", base, b[:base])
}

func smalls(n int) error {
	var buf [8]byte
	buf[0] = byte(n)
	part := buf[:4]
	return small(part, n) // want `b is on the heap each time`
}

func returns(s string) (string, error) {
	if s == "" {
		return "", errors.New("bad " + s)
	}
	if s[0] == '#' {
		return "", fmt.Errorf("bad %s", s)
	}
	return s[1:], nil
}

func returned(b []byte) string {
	s, _ := returns(string(b)) // nope: the result is a part of it
	return s
}

func stores(s string) error {
	if s == "" {
		return fmt.Errorf("bad %s", s)
	}
	last = s
	return nil
}

var last string

func stored(b []byte) error {
	return stores(string(b)) // nope: it is stored, too
}

func always(s string) error { return fmt.Errorf("bad %s", s) }

func alwaysFails(b []byte) error {
	return always(string(b)) // nope: it always fails
}

func captures(s string) error {
	f := func() int { return len(s) }
	if f() == 0 {
		return fmt.Errorf("bad %s", s)
	}
	return nil
}

func captured(b []byte) error {
	return captures(string(b)) // nope: a literal has it
}

func waits(s string) error {
	go always(s)
	if s == "" {
		return fmt.Errorf("bad %s", s)
	}
	return nil
}

func waited(b []byte) error {
	return waits(string(b)) // nope: another goroutine has it
}

type bytesError struct{ b []byte }

func (e bytesError) Error() string { return string(e.b) }

func keeps(b []byte) error {
	if len(b) == 0 {
		return bytesError{b}
	}
	return nil
}

func kept(s string) error {
	return keeps([]byte(s)) // nope: the error may see what the caller writes to the bytes
}

func next(b []byte) int {
	b[0]++
	return 1
}

func ordered(b []byte) error {
	if len(b) > 3 {
		return fmt.Errorf("%s %d", b, next(b))
	}
	return nil
}

func order(s string) error {
	return ordered([]byte(s)) // nope: what stands beside it changes the bytes
}

func maybe(s string) error {
	if len(s) > 3 {
		return check(s)
	}
	return nil
}

var check = func(s string) error { last = s; return nil }

func checked(b []byte) error {
	return maybe(string(b)) // nope: that may succeed
}

func plain(s string) error {
	if s == "" {
		return fmt.Errorf("bad %s", s)
	}
	return nil
}

func plains(s string) error { return plain(s) } // nope: nothing is made for the call

func constant() error { return plain("x") } // nope: nor here
