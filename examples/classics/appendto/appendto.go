// Package appendto holds the classic cases of functions that make a string or a
// slice, which is copied into another one at once, and whose twins append.
package appendto

import (
	"crypto/sha256"
	"hash"
	"strings"
	"time"
)

// C14 sums through an interface. A buffer on the stack, which is often advised,
// escapes through the interface as well.
func C14(h hash.Hash, parts [][]byte) byte {
	h.Reset()
	for _, p := range parts {
		h.Write(p)
	}
	sum := h.Sum(nil)
	return sum[0] ^ sum[len(sum)-1]
}

// C14b sums by a hash of its own and returns the sum.
func C14b(data []byte) []byte {
	h := sha256.New()
	h.Write(data)
	return h.Sum(nil)
}

// C18 formats a time per element.
func C18(times []time.Time) string {
	var b strings.Builder
	for _, t := range times {
		b.WriteString(t.Format("2006-01-02"))
		b.WriteByte('\n')
	}
	return b.String()
}

// C18Bytes is C18 into a slice of bytes that grows.
func C18Bytes(dst []byte, times []time.Time) []byte {
	for _, t := range times {
		dst = append(dst, t.Format(time.RFC3339)...)
		dst = append(dst, ' ')
	}
	return dst
}

// C18b appends a formatted time in the result.
func C18b(dst []byte, t time.Time) []byte {
	return append(dst, t.Format(time.RFC3339)...)
}

// A Clock knows its layout.
type Clock struct{ layout string }

// C18bMethod is C18b with a variable layout, in an assignment.
func (c *Clock) C18bMethod(line []byte, t time.Time) []byte {
	line = append(line, '[')
	line = append(line, t.Format(c.layout)...)
	line = append(line, ']')
	return line
}
