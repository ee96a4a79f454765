package appendto

import (
	"crypto/sha256"
	"hash"
	"strings"
	"time"
)

// handC14 is C14: any buffer given to Sum escapes.
func handC14(h hash.Hash, parts [][]byte) byte {
	h.Reset()
	for _, p := range parts {
		h.Write(p)
	}
	sum := h.Sum(nil)
	return sum[0] ^ sum[len(sum)-1]
}

// handC14b needs no hash on the heap, and neither does C14b.
func handC14b(data []byte) []byte {
	sum := sha256.Sum256(data)
	return sum[:]
}

func handC18(times []time.Time) string {
	var b strings.Builder
	b.Grow(len(times) * len("2006-01-02\n"))
	var buf [64]byte
	for _, t := range times {
		b.Write(t.AppendFormat(buf[:0], "2006-01-02"))
		b.WriteByte('\n')
	}
	return b.String()
}

func handC18Bytes(dst []byte, times []time.Time) []byte {
	for _, t := range times {
		dst = t.AppendFormat(dst, time.RFC3339)
		dst = append(dst, ' ')
	}
	return dst
}

func handC18b(dst []byte, t time.Time) []byte { return t.AppendFormat(dst, time.RFC3339) }

func (c *Clock) handC18bMethod(line []byte, t time.Time) []byte {
	line = append(line, '[')
	line = t.AppendFormat(line, c.layout)
	return append(line, ']')
}
