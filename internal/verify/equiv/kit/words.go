//go:build go1.25

package kit

import (
	"strings"
)

// Words are what the code under test and its tests talk about: the constants in them. The
// generated test sets them.
type Words struct {
	Strings []string
	Ints    []int64
	// Wide are numbers that are too large for a length.
	Wide []int64
	// Long are the lengths of a line at which a library that the code uses does something else.
	Long []int
}

var words Words

// SetWords makes inputs of w, and like it.
func SetWords(w Words) {
	w.Strings = sorted(w.Strings)
	words = w
}

// digits are what a number in a text may be replaced by: the limits of the integer types
// and of Unicode, one more, and what is no number.
var digits = []string{"0", "00", "1", "9", "10", "127", "128", "255", "256", "32768", "65535", "65536", "1114111", "1114112", "2147483647", "2147483648",
	"4294967295", "4294967296", "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616", "10FFFF", "110000", "FFFFFFFF",
	"D800", "-1", "+1", "1.5", "1e5", "1E+5", "x", "0x10", "1_000", " 1"}

// inserted are what gets lost, or doubled, in the code that takes texts apart.
var inserted = []string{"+", "-", ".", "..", ",", ",,", ";", ":", "::", "=", "/", "//", "\\", "\"", "'", " ", "\t", "\n", "\r\n", "\x00", "0", "9", "a", "Z",
	"_", "%", "&", "#", "@", "(", ")", "[", "]", "{", "}", "<", ">", "\xff", "\xc3", "é", "日", "\u2028", "İ", "e", "E", "n", "u"}

// likeWords is one of the words, or like one.
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

// changed is a text with one change.
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

// otherNumber is a text with the first number behind a place replaced.
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
