package buffers

import (
	"bytes"
	"strings"
)

func join(parts []string) string {
	var b strings.Builder
	for i, p := range parts {
		if i > 0 {
			b.WriteString(", ") // want "the buffer b grows"
		}
		b.WriteString(p)
	}
	return b.String()
}

func greeting(name string) string {
	var b strings.Builder
	b.WriteString("hello, ") // want "the buffer b grows"
	b.WriteString(name)
	b.WriteByte('!')
	return b.String()
}

func toBuilder(parts []string) string {
	var b bytes.Buffer
	for _, p := range parts {
		b.WriteString(p + "\n") // want "the buffer b grows"
	}
	return b.String()
}

func toBytes(parts []string) []byte {
	var b bytes.Buffer
	for _, p := range parts {
		b.WriteString(p) // want "the buffer b grows"
	}
	return b.Bytes()
}

func pointer(parts [][]byte) *bytes.Buffer {
	b := new(bytes.Buffer)
	b.WriteRune('é') // want "the buffer b grows"
	for _, p := range parts {
		b.Write(p)
	}
	return b
}

// nope: written by others
func other(parts []string, f func(*strings.Builder)) string {
	var b strings.Builder
	f(&b)
	for _, p := range parts {
		b.WriteString(p)
	}
	return b.String()
}

// nope: has grown
func grown(parts []string) string {
	var b strings.Builder
	b.Grow(100)
	for _, p := range parts {
		b.WriteString(p)
	}
	return b.String()
}

// nope: the length of a call's result is not known
func unknown(parts []string) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(strings.ToUpper(p))
	}
	return b.String()
}

// nope: the array of the buffer may be seen after it was reset
func twice(parts []string) (string, string) {
	var b bytes.Buffer
	f := func() { b.Reset() }
	for _, p := range parts {
		b.WriteString(p)
	}
	s := b.String()
	f()
	return s, b.String()
}

// an upper bound: perhaps nothing is written
func bounded(parts []string) []byte {
	var b bytes.Buffer
	for _, p := range parts {
		if p != "-" {
			b.WriteString(p) // want `the buffer b grows.*\(review: who keeps the result keeps room .*; Bytes of`
		}
	}
	return b.Bytes()
}

func straight(x, y string) []byte {
	var b bytes.Buffer
	b.WriteString(x) // want "the buffer b grows"
	b.WriteString(y)
	return b.Bytes()
}

func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"') // want "the buffer b grows"
	for _, r := range s {
		if r == '"' {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	b.WriteByte('"')
	return b.String()
}

// the name n is taken
func short(lines []string) []byte {
	var n bytes.Buffer
	for range lines {
		n.WriteString("ab") // want "grows although its length is known"
	}
	return n.Bytes()
}

func nothing(x, y string) string {
	var b strings.Builder
	b.WriteString(x) // want "the buffer b grows"
	b.Write(nil)
	b.WriteString(y)
	return b.String()
}

// The loop reads old bytes where there is no room for the text that is written meanwhile.
func reread(parts []string, long string) (sum int) {
	var b bytes.Buffer
	for _, part := range parts {
		b.WriteString(part) // want "grows although its length is known.*review: .*bytes that are retained while the buffer is emptied may be written over"
	}
	for _, c := range b.Bytes() {
		b.Reset()
		b.WriteString(long)
		sum = 3*sum + int(c)
	}
	return sum
}
