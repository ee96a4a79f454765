// Package convert holds the classic cases of conversions between string and
// []byte: those that copy for nothing, and those that have become free and are
// still advised against.
package convert

import (
	"bufio"
	"bytes"
	"io"
	"strings"
)

// C05 looks a []byte up in a map through a variable: free.
func C05(m map[string]int, b []byte) int {
	k := string(b)
	return m[k]
}

// C05Method is C05 without the variable, as a method: free as well.
func (t *Tags) C05Method(b []byte) (int, bool) {
	n, ok := t.counts[string(b)]
	return n, ok
}

// Tags counts strings.
type Tags struct{ counts map[string]int }

// C05b asks for a prefix in a copy.
func C05b(b []byte) bool {
	return strings.HasPrefix(string(b), "key-")
}

// C05bIf is C05b in a condition, with another function.
func C05bIf(lines [][]byte, word string) int {
	n := 0
	for _, l := range lines {
		if strings.Contains(string(l), word) {
			n++
		}
	}
	return n
}

// C05bAssign is C05b in an assignment.
func C05bAssign(b []byte, offsets []int) {
	for i := range offsets {
		offsets[i] = strings.IndexByte(string(b[i:]), '=')
	}
}

// C05c searches a copy of the text, although the pattern is the shorter one.
func C05c(s string, p []byte) bool {
	return bytes.Contains([]byte(s), p)
}

// C05d appends the bytes of a string by way of a conversion: free.
func C05d(dst []byte, s string) []byte {
	return append(dst, []byte(s)...)
}

// C05e counts: the key has to be kept when it is new.
func C05e(m map[string]int, words [][]byte) {
	for _, w := range words {
		m[string(w)]++
	}
}

// C20 writes a string as bytes to a writer that may know strings.
func C20(w io.Writer, s string) error {
	_, err := w.Write([]byte(s))
	return err
}

// C20Loop is C20 in a loop over lines.
func C20Loop(w io.Writer, lines []string) (total int, err error) {
	for _, l := range lines {
		n, err := w.Write([]byte(l))
		total += n
		if err != nil {
			return total, err
		}
	}
	return total, nil
}

// C20b writes a string as bytes to a writer that has WriteString.
func C20b(w *bufio.Writer, s string) error {
	_, err := w.Write([]byte(s))
	return err
}

// A Page is written line by line.
type Page struct{ lines []string }

// C20bMethod is C20b as a method that ignores the results.
func (p *Page) C20bMethod(w *bufio.Writer) {
	for _, l := range p.lines {
		w.Write([]byte(l))
		w.Write([]byte("\n"))
	}
}

// C23 keeps the first bytes of a converted slice: the conversion of these
// alone would be smaller, and b[:4] does not panic where string(b)[:4] does.
func C23(b []byte) string {
	return string(b)[:4]
}
