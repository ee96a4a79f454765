package held

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"
)

func padded(buf []byte, num, width int, pad byte) []byte {
	str := strconv.Itoa(num) // want "strconv.Itoa makes a string that is only copied$"
	for width -= len(str); width > 0; width-- {
		buf = append(buf, pad)
	}
	return append(buf, str...)
}

func escaped(b *bytes.Buffer, r rune) {
	s := strconv.FormatInt(int64(r), 16) // want "strconv.FormatInt makes a string that is only copied$"
	if len(s) == 1 {
		b.WriteRune('0')
	}
	b.WriteString(s)
}

func trimmed(b *strings.Builder, f float64) {
	if s := strconv.FormatFloat(f, 'f', -1, 64); s[0] == '-' { // want "strconv.FormatFloat makes"
		b.WriteByte('(')
		b.WriteString(s[1:])
		b.WriteByte(')')
	} else if s != "" && s != "0" {
		b.WriteString(s[:len(s)-1])
	}
}

func stamped(dst []byte, t time.Time, skip map[string]bool) int {
	var day string = t.Format(time.DateOnly) // want "Time.Format makes"
	switch day {
	case "1970-01-01":
		return 0
	}
	if skip[day] {
		return 0
	}
	return copy(dst, (day))
}

func coded(out []byte, sums [][]byte) []byte {
	for _, sum := range sums {
		text := hex.EncodeToString(sum) // want "hex.EncodeToString makes"
		if len(out)+len(text) < cap(out) {
			out = append(out, text...)
		}
	}
	return out
}

type text []byte

func named(b text, n uint64) text {
	s := strconv.FormatUint(n, 10) // want "strconv.FormatUint makes"
	return append(append(b, s[1:]...), s...)
}

// nope: a part of the bytes may reach behind their end
func cut(b []byte, n, k int) []byte {
	s := strconv.Itoa(n)
	return append(b, s[:k]...)
}

// nope: the runes of a text are not its bytes
func ranged(b []byte, s0 string) []byte {
	s := strconv.Quote(s0)
	for _, r := range s {
		if r > 'z' {
			b = append(b, '?')
		}
	}
	return append(b, s...)
}

// nope: the text is kept
func kept(b []byte, n int) ([]byte, string) {
	s := strconv.Itoa(n) // refused "s is kept, or needed as a string"
	return append(b, s...), s
}

// nope: a key of the map is kept
func key(b []byte, n int, seen map[string]bool) []byte {
	s := strconv.Itoa(n)
	seen[s] = true
	return append(b, s...)
}

// nope: it is an operand
func joined(b []byte, n int) ([]byte, string) {
	s := strconv.Itoa(n)
	return append(b, s...), "#" + s
}

// nope: the variable gets another text
func replaced(b []byte, n int) []byte {
	s := strconv.Itoa(n)
	if n < 0 {
		s = "-"
	}
	return append(b, s...)
}

// nope: a function literal may outlive the text
func literal(b []byte, n int) func() []byte {
	s := strconv.Itoa(n)
	return func() []byte { return append(b, s...) }
}

// nope: the text has to stay until the function ends
func later(b *strings.Builder, n int) {
	s := strconv.Itoa(n)
	defer b.WriteString(s)
}

// nope: the writer below may keep what it gets, so that the bytes would not stay on the stack
func passed(w *bufio.Writer, n int) {
	s := strconv.Itoa(n)
	w.WriteString(s)
}

// nope: only looked at
func width(n int) int {
	s := strconv.Itoa(n)
	return len(s)
}

// nope: its address is taken
func pointed(b []byte, n int) ([]byte, *string) {
	s := strconv.Itoa(n)
	return append(b, s...), &s
}

// nope: an interface holds it
func shown(b []byte, n int) []byte {
	s := strconv.Itoa(n)
	fmt.Println(s)
	return append(b, s...)
}

type label string

// nope: another type may have methods
func typed(b []byte, n int) []byte {
	var s any = strconv.Itoa(n)
	return append(b, s.(string)...)
}

// nope: byte is something else
func other(b []byte, n int) []byte {
	type byte = rune
	s := strconv.Itoa(n)
	return append(b, s...)
}

// nope: the comment would be lost
func comment(b []byte, n int) []byte {
	s := strconv.Itoa( // of n
		n)
	return append(b, s...)
}

// nope: there is no text to make
func truth(b []byte, ok bool) []byte {
	s := strconv.FormatBool(ok)
	return append(b, s...)
}

// nope: fmt runs methods
func printed(b []byte, x fmt.Stringer) []byte {
	s := fmt.Sprintf("%v", x)
	return append(b, s...)
}

// nope: the conversion makes a string of it
func converted(b []byte, n int) ([]byte, label) {
	s := strconv.Itoa(n)
	return append(b, s...), label(s)
}
