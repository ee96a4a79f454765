package convert

import (
	"bufio"
	"bytes"
	"io"
	"strings"
)

func handC05(m map[string]int, b []byte) int { return m[string(b)] }

func (t *Tags) handC05Method(b []byte) (int, bool) {
	n, ok := t.counts[string(b)]
	return n, ok
}

func handC05b(b []byte) bool { return bytes.HasPrefix(b, []byte("key-")) }

func handC05bIf(lines [][]byte, word string) int {
	n := 0
	w := []byte(word)
	for _, l := range lines {
		if bytes.Contains(l, w) {
			n++
		}
	}
	return n
}

func handC05bAssign(b []byte, offsets []int) {
	for i := range offsets {
		offsets[i] = bytes.IndexByte(b[i:], '=')
	}
}

func handC05c(s string, p []byte) bool { return strings.Contains(s, string(p)) }

func handC05d(dst []byte, s string) []byte { return append(dst, s...) }

// handC05e must convert a new key, and m[string(w)]++ converts each: a map of
// pointers would not, and is another type.
func handC05e(m map[string]int, words [][]byte) {
	for _, w := range words {
		m[string(w)]++
	}
}

func handC20(w io.Writer, s string) error {
	_, err := io.WriteString(w, s)
	return err
}

func handC20Loop(w io.Writer, lines []string) (total int, err error) {
	for _, l := range lines {
		n, err := io.WriteString(w, l)
		total += n
		if err != nil {
			return total, err
		}
	}
	return total, nil
}

func handC20b(w *bufio.Writer, s string) error {
	_, err := w.WriteString(s)
	return err
}

func (p *Page) handC20bMethod(w *bufio.Writer) {
	for _, l := range p.lines {
		w.WriteString(l)
		w.WriteByte('\n')
	}
}

// handC23 panics for fewer than four bytes, as the original does.
func handC23(b []byte) string { return string(b[:4:len(b)]) }
