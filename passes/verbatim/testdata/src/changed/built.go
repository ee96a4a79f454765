package changed

import (
	"fmt"
	"strings"
)

// nope: each byte changes
func spaced(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		b.WriteString("x")
	}
	return b.String()
}

// nope: nothing changes, which is another thing to say
func copied(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		b.WriteByte(s[i])
	}
	return b.String()
}

// nope: not all bytes are looked at
func tail(s string) string {
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		if s[i] == '<' {
			b.WriteByte('(')
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// nope: bytes are left out by the index
func skipped(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' {
			i++
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// nope: something stands in front
func prefixed(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		if s[i] == '"' {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// nope: a rune of two bytes is one byte here
func narrowed(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r == '-' {
			b.WriteByte('_')
			continue
		}
		b.WriteByte(byte(r))
	}
	return b.String()
}

// nope: what has been written is looked at
func collapsed(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if b.Len() > 0 && s[i] == ' ' {
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// nope: the state of one iteration is left to the next
func stateful(s string) string {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(s); i++ {
		if s[i] == '"' {
			quoted = !quoted
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// nope: asking would print
func printed(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '<' {
			b.WriteString("&lt;")
			continue
		}
		fmt.Println(s[i])
		b.WriteByte(s[i])
	}
	return b.String()
}

// nope: it may have been written, or not
func perhaps(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '<' {
			b.WriteByte(s[i])
		}
		if s[i] != '>' {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// nope: the byte is another one by then
func replaced(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '<' {
			c = '('
		}
		if c == '[' {
			b.WriteString("x")
			continue
		}
		println(c)
		b.WriteByte(c)
	}
	return b.String()
}

// nope: the builder begins with another text
func begun(s string, out []byte) string {
	b := out
	for i := 0; i < len(s); i++ {
		if s[i] == '<' {
			continue
		}
		b = append(b, s[i])
	}
	return string(b)
}

// nope: the byte has another name there, or its name is another's
func hidden(s string) (string, string) {
	var b strings.Builder
	for _, r := range s {
		r := r + 1
		b.WriteRune(r)
	}
	return b.String(), ""
}
