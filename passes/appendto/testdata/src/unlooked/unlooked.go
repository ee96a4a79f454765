package unlooked

import (
	"bytes"
	"io"
	"strings"
)

var (
	all  = map[string]int{}
	last []byte
)

// kept by the map
func kept(s string) string {
	var b []byte // nope: all callers keep the text
	b = append(b, s...)
	return string(b)
}

func count(s string) { all[kept(s)]++ }

func count2(s string) string {
	k := kept(s)
	all[k]++
	return k
}

// measured is asked for its length, which a longer slice would have another of.
func measured(s []string) string {
	b := make([]byte, 0, 16) // nope: the length is asked for
	for _, e := range s {
		if len(b) > 0 {
			b = append(b, ',')
		}
		b = append(b, e...)
	}
	return string(b)
}

func set(s string) string {
	b := []byte(s) // nope: elements are set
	b[0] = 'x'
	return string(b)
}

func stored(s string) string {
	b := make([]byte, 0, 16) // nope: others see the bytes
	b = append(b, s...)
	last = b
	return string(b)
}

func unchanged(s string) string {
	if !strings.Contains(s, "x") {
		return s
	}
	b := make([]byte, 0, 16) // nope: s would be copied // refused "unchanged may return something else than b when it has appended to it"
	for i := range len(s) {
		b = append(b, s[i], s[i])
	}
	return string(b)
}

func cut(s string, n int) string {
	b := make([]byte, 0, 16) // nope: what has been appended is not all // refused "cut may return something else than b when it has appended to it"
	b = append(b, s...)
	if n > 3 {
		return ""
	}
	return string(b)
}

func nested(n int) string {
	var b strings.Builder // nope: it calls itself // refused "nested may call itself"
	b.WriteByte('(')
	if n > 0 && nested(n-1) == "x" {
		b.WriteString("y")
	}
	return b.String()
}

func recovers(s []string) string {
	defer func() { recover() }()
	var b strings.Builder // nope: it returns "" when it has panicked // refused "recovers may recover from a panic, or has a goto"
	b.WriteString(s[0])
	return b.String()
}

func lent(w io.Writer, s string) string {
	var b bytes.Buffer // nope: others write to it
	io.Copy(&b, strings.NewReader(s))
	b.WriteTo(w)
	return b.String()
}

func results(s string) string {
	var b strings.Builder // nope: the count is used
	n, _ := b.WriteString(s)
	all[s] = n
	return b.String()
}

func shared(s string) string {
	var b []byte // nope: a function literal has it
	func() { b = append(b, s...) }()
	return string(b)
}

func given(w io.Writer, s string) {
	io.WriteString(w, plain(s)) // it is on the heap for the interface
	keep(plain(s))
}

func keep(s string) { all[s] = 1 }

func plain(s string) string {
	var b []byte // nope: nobody only looks at it
	b = append(b, s...)
	b = append(b, '.')
	return string(b)
}

func uses(s string) bool {
	return all[measured([]string{s})] > 0 || all[set(s)] > 0 || all[stored(s)] > 0 || all[unchanged(s)] > 0 ||
		all[cut(s, 1)] > 0 || all[nested(2)] > 0 || all[recovers([]string{s})] > 0 || all[lent(nil, s)] > 0 || all[results(s)] > 0 || all[shared(s)] > 0
}

// each keeps the text of each turn.
func each(list []string) (n int) {
	for _, s := range list {
		k := twice(s)
		if k != "" {
			n++
		}
		for range 2 {
			keep(k)
		}
	}
	return n
}

func twice(s string) string {
	var b strings.Builder // nope: it is kept in a loop
	b.WriteString(s)
	b.WriteString(s)
	return b.String()
}

func frame(s string) string {
	var b strings.Builder // nope: its text is one statement away from being free
	b.WriteString(s)
	var c = func() string { return b.String() }
	return c()
}
