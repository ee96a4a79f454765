//go:build go1.25

package kit

import (
	"strings"
)

// Words are the constants in the code under test and in its tests. The generated test sets them.
type Words struct {
	Strings []string
	Ints    []int64
	// Wide are numbers that are too large for a length.
	Wide []int64
	// Long are line lengths at which a library that the code uses behaves differently.
	Long []int
}

var words Words

// SetWords makes inputs use w, and variations of it.
func SetWords(w Words) {
	w.Strings = sorted(w.Strings)
	words = w
}

// digits replace a number in a text: the limits of the integer types and of Unicode, one more, and texts that are no
// numbers.
var digits = []string{"0", "00", "1", "9", "10", "127", "128", "255", "256", "32768", "65535", "65536", "1114111", "1114112", "2147483647", "2147483648",
	"4294967295", "4294967296", "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616", "10FFFF", "110000", "FFFFFFFF",
	"D800", "-1", "+1", "1.5", "1e5", "1E+5", "x", "0x10", "1_000", " 1"}

// inserted are texts that parsing code often loses or doubles.
var inserted = []string{"+", "-", ".", "..", ",", ",,", ";", ":", "::", "=", "/", "//", "\\", "\"", "'", " ", "\t", "\n", "\r\n", "\x00", "0", "9", "a", "Z",
	"_", "%", "&", "#", "@", "(", ")", "[", "]", "{", "}", "<", ">", "\xff", "\xc3", "é", "日", "\u2028", "İ", "e", "E", "n", "u"}

// likeWords returns one of the words, or a variation of one.
func (g *gen) likeWords() string {
	s := g.words.Strings[g.rand.IntN(len(g.words.Strings))]
	if g.rand.Float64() < 0.35 {
		return s
	}
	for n := 1 + g.rand.IntN(3); n > 0; n-- {
		s = g.changed(s)
	}
	if len(s) > 4096 {
		s = s[:4096]
	}
	return s
}

// changed returns a text with one change.
func (g *gen) changed(s string) string {
	at := g.rand.IntN(len(s) + 1)
	end := min(at+1+g.rand.IntN(3), len(s))
	switch g.rand.IntN(9) {
	case 0:
		return s[:at] + s[end:]
	case 1:
		return s[:end] + s[at:end] + s[end:]
	case 2:
		return s[:at] + inserted[g.rand.IntN(len(inserted))] + s[end:]
	case 3, 4:
		return s[:at] + inserted[g.rand.IntN(len(inserted))] + s[at:]
	case 5:
		return s[:at] + g.words.Strings[g.rand.IntN(len(g.words.Strings))] + s[at:]
	case 6:
		return []string{s[:at], s[at:], strings.ToUpper(s), strings.ToLower(s), " " + s, s + "\n", s + s}[g.rand.IntN(7)]
	}
	return g.otherNumber(s, at)
}

// otherNumber returns a text with the first number after a position replaced.
func (g *gen) otherNumber(s string, at int) string {
	i := strings.IndexAny(s[at:], "0123456789")
	if i < 0 {
		return s + digits[g.rand.IntN(len(digits))]
	}
	i += at
	k := i
	for k < len(s) && s[k] >= '0' && s[k] <= '9' {
		k++
	}
	return s[:i] + digits[g.rand.IntN(len(digits))] + s[k:]
}
