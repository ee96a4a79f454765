package results

import (
	"bytes"
	"errors"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

type lexer struct {
	src  []byte
	pos  int
	last string
	mu   sync.Mutex
}

func (l *lexer) word() string {
	start := l.pos
	for l.pos < len(l.src) {
		r, n := utf8.DecodeRune(l.src[l.pos:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' {
			break
		}
		l.pos += n
	}
	return string(l.src[start:l.pos]) // want "bytes are copied to a string that some callers of word only look at"
}

func (l *lexer) keyword() int {
	switch l.word() {
	case "if":
		return 1
	case "else", "elif":
		return 2
	}
	return 0
}

func (l *lexer) expect(s string) error {
	if l.word() != s {
		return errors.New("not " + s + ", but " + l.word())
	}
	return nil
}

func (l *lexer) name() {
	l.last = l.word()
}

func (l *lexer) skip() int {
	l.word()
	return len(l.word())
}

func (l *lexer) copyTo(b *strings.Builder, m map[string]int) int {
	b.WriteString(l.word())
	l.names(l.word())
	return m[l.word()]
}

func (l *lexer) clone() []byte { return []byte(l.word()) }

func (l *lexer) names(list ...string) {}

func value(line []byte) string {
	_, v, ok := bytes.Cut(line, []byte{'='})
	if !ok {
		return ""
	}
	v = bytes.TrimSpace(v)
	if len(v) > 1 && v[0] == '"' && v[len(v)-1] == '"' && bytes.IndexByte(v[1:len(v)-1], '"') < 0 && utf8.Valid(v) {
		return string(v[1 : len(v)-1])
	}
	return string(v) // nope: v has several values, which are not followed
}

func isOn(line []byte) bool { return value(line) == "on" }

func trimmed(line []byte) string {
	if i := bytes.IndexByte(line, '#'); i >= 0 && bytes.Count(line[:i], []byte{'"'})%2 == 0 && bytes.Count(line[:i], []byte{'\''})%2 == 0 {
		return (string(bytes.TrimSpace(line[:i]))) // want "some callers of trimmed"
	}
	return string(line)
}

func blank(lines [][]byte) (n int) {
	for _, line := range lines {
		if trimmed(line) == "" {
			n++
		}
	}
	return n
}

func made(n int) string {
	var b []byte
	for n > 0 {
		b = append(b, byte('0'+n%10), byte(n>>8), byte(n>>16), byte(n>>24))
		n /= 10
		if n%7 == 3 {
			b = append(b, '.', '.', '.', '.')
		}
	}
	return string(b) // nope: the bytes would be on the heap instead
}

func isMade(n int) bool { return made(n) == "0" }

func (l *lexer) deferred() string {
	defer func() { l.src = append(l.src[:0], "..."...) }()
	start := l.pos
	for l.pos < len(l.src) {
		r, n := utf8.DecodeRune(l.src[l.pos:])
		if unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsControl(r) {
			break
		}
		l.pos += n
	}
	return string(l.src[start:l.pos]) // nope: the bytes change before the caller has them // refused "what deferred defers may change the bytes"
}

func (l *lexer) isDeferred() bool { return l.deferred() == "x" }

func (l *lexer) next() string {
	start := l.pos
	for l.pos < len(l.src) {
		r, n := utf8.DecodeRune(l.src[l.pos:])
		if unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsControl(r) {
			break
		}
		l.pos += n
	}
	return string(l.src[start:l.pos])
}

func (l *lexer) fill() string {
	copy(l.src, "..........")
	return ""
}

func (l *lexer) same() bool {
	return l.next() == l.fill() // nope: the bytes change before they are compared // refused "what is called beside next may change the bytes"
}

func (l *lexer) kept() string {
	start := l.pos
	for l.pos < len(l.src) {
		r, n := utf8.DecodeRune(l.src[l.pos:])
		if unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsControl(r) {
			break
		}
		l.pos += n
	}
	return string(l.src[start:l.pos]) // nope: all callers keep it
}

func (l *lexer) keep() { l.last = l.kept() }

func array(n int) string {
	var b [8]byte
	for i := range b {
		b[i] = byte('a' + n%26)
		n /= 26
		if n == 0 || i == 7 || b[i] == 'z' && i > 3 || b[i] == 'y' && i > 4 {
			return string(b[:i+1]) // nope: the array would be on the heap instead
		}
	}
	return ""
}

func isArray(n int) bool { return array(n) == "a" }

type texter interface{ text() string }

func (l *lexer) text() string {
	start := l.pos
	for l.pos < len(l.src) {
		r, n := utf8.DecodeRune(l.src[l.pos:])
		if unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsControl(r) {
			break
		}
		l.pos += n
	}
	return string(l.src[start:l.pos]) // nope: an interface has the method
}

func (l *lexer) isText() bool { return l.text() == "x" }

func (l *lexer) ident() string {
	start := l.pos
	for l.pos < len(l.src) {
		r, n := utf8.DecodeRune(l.src[l.pos:])
		if unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsControl(r) {
			break
		}
		l.pos += n
	}
	return string(l.src[start:l.pos]) // want "some callers of ident only look at"
}

func (l *lexer) scan() int {
	lit := l.ident()
	if lit == "true" || lit == "false" {
		return 1
	}
	if len(lit) > 3 {
		l.pos -= 3
		return 2
	}
	return 0
}

func (l *lexer) field() string {
	start := l.pos
	for l.pos < len(l.src) {
		r, n := utf8.DecodeRune(l.src[l.pos:])
		if unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsControl(r) {
			break
		}
		l.pos += n
	}
	return string(l.src[start:l.pos]) // nope: the bytes change before they are compared
}

func (l *lexer) stale() bool {
	lit := l.field()
	l.fill()
	return lit == "x"
}

func (l *lexer) mark() string {
	start := l.pos
	for l.pos < len(l.src) {
		r, n := utf8.DecodeRune(l.src[l.pos:])
		if unicode.IsSpace(r) || unicode.IsMark(r) || unicode.IsControl(r) {
			break
		}
		l.pos += n
	}
	mark := string(l.src[start:l.pos]) // want "some callers of mark only look at"
	return mark
}

func (l *lexer) isMarked() bool { return l.mark() == "x" }
