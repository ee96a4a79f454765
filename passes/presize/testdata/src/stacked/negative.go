package stacked

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

func captured(m map[string]int, each func(func(string))) string {
	var b strings.Builder // nope: a literal writes to it
	each(func(s string) { b.WriteString(s); b.WriteByte(',') })
	return b.String()
}

func passed(m map[string]int, write func(io.Writer)) string {
	var b strings.Builder // nope: who knows what it does
	for _, n := range m {
		fmt.Fprint(&b, n, ",")
	}
	write(&b)
	return b.String()
}

func results(m map[string]string) (string, error) {
	var b strings.Builder // nope: the error is used
	for k, v := range m {
		if _, err := fmt.Fprintf(&b, "%s=%s,", k, v); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

func grown(m map[string]string) string {
	var b strings.Builder // nope: somebody knows how long it becomes
	b.Grow(1 << 10)
	for k := range m {
		b.WriteString(k)
		b.WriteByte(',')
	}
	return b.String()
}

func each(m map[string]string, f func(string)) {
	var b strings.Builder // nope: each text would be a copy
	for k := range m {
		fmt.Fprint(&b, k, ",")
		f(b.String())
	}
}

func large(parts <-chan string) string {
	var b strings.Builder // nope: nothing says that it is short
	for p := range parts {
		b.WriteString(p)
	}
	return b.String()
}

func once(s fmt.Stringer) string {
	var b strings.Builder // nope: one write makes one array
	b.WriteString("x")
	return b.String()
}

type tree struct {
	name string
	kids map[string]*tree
}

func (t *tree) print() string {
	var b strings.Builder // nope: each level would need room on the stack
	for k, kid := range t.kids {
		fmt.Fprint(&b, k, ":")
		b.WriteString(kid.print())
	}
	return b.String()
}

func dropped(parts <-chan string) string {
	var b strings.Builder // nope: len(b) is no statement
	for p := range parts {
		b.WriteString(p)
		b.WriteByte(',')
	}
	b.Len()
	defer b.String()
	return ""
}

func inParens(parts <-chan string) string {
	var b strings.Builder // nope: no assignment stands in parentheses
	for p := range parts {
		(fmt.Fprint(&b, p, ","))
	}
	return b.String()
}

// The loop reads the bytes that the next text may be written over, if there is room.
func over(parts <-chan string, next string) (n int) {
	var b bytes.Buffer // nope: how much room there is decides what the loop reads
	for p := range parts {
		b.WriteString(p)
		b.WriteByte('.')
	}
	for _, c := range b.Bytes() {
		n = 31*n + int(c)
		b.Reset()
		b.WriteString(next)
	}
	return n
}
