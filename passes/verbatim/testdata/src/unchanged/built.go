package unchanged

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
)

func escaped(s string) string {
	var b strings.Builder // want "s is copied even if nothing of it changes .review: "
	for _, r := range s {
		switch r {
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func quoted2(s string) (string, error) {
	buf := bytes.Buffer{} // want "s is copied even if nothing of it changes .review: "
	buf.Grow(2 * len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == 0 {
			return "", fmt.Errorf("%q has a zero at %d", s, i)
		}
		if c == '\'' {
			buf.WriteByte('\'')
		}
		buf.WriteByte(c)
	}
	return buf.String(), nil
}

func letters2(s string) string {
	var b strings.Builder // want "s is copied even if nothing of it changes .review: "
	for _, r := range s {
		if unicode.IsLetter(r) || r == '_' {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func lowered(s string) string {
	out := make([]byte, 0, len(s)) // want "s is copied even if nothing of it changes .review: "
	for _, c := range []byte(s) {
		if c == '-' {
			continue // it is left out
		}
		out = append(out, lower[c])
	}
	return string(out)
}

func doubled(s string) string {
	var out []byte // want "s is copied even if nothing of it changes .review: "
	for i := range len(s) {
		out = append(out, s[i])
		if s[i] == '"' {
			out = append(out, '"')
		}
	}
	return strings.TrimSpace(string(out))
}

func hex(s string) string {
	var b strings.Builder // want "s is copied even if nothing of it changes .review: "
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' {
			fmt.Fprintf(&b, "%%%02x", c)
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func mapped(s string) string {
	var b strings.Builder // want "s is copied even if nothing of it changes .review: "
	for _, r := range s {
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

func cut(s string) string {
	var b strings.Builder // want "s is copied even if nothing of it changes .review: "
	for i, r := range s {
		if i > 10 {
			break
		}
		b.WriteRune(r)
	}
	return b.String()
}
