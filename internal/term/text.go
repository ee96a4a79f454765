// Package term knows what a terminal does with text: how wide a string is,
// where it may be broken, which bytes must not reach it, whether colour is
// welcome, and how one line is redrawn in place.
//
// Invariant: nothing that comes from the user's program (test output, source
// text, names) can move the cursor, change colours or reorder text.
//
// Model: a rune takes 0, 1 or 2 cells. What the model blurs: emoji sequences
// and ambiguous-width runes, which terminals disagree about; they count by
// their single runes, ambiguous ones as 1.
package term

import (
	"fmt"
	"strings"
	"unicode"
)

// Width returns the number of terminal cells of s, which must hold no control characters: see [Clean].
func Width(s string) int {
	n := 0
	for _, r := range s {
		n += runeWidth(r)
	}
	return n
}

func runeWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.Is(wide, r):
		return 2
	}
	return 1
}

// wide has the blocks whose runes are W or F in EastAsianWidth.txt of Unicode 15, joined if only unassigned runes are
// between them.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x1100, 0x115f, 1}, // Hangul Jamo
		{0x2e80, 0x303e, 1}, // CJK radicals and punctuation
		{0x3041, 0x33ff, 1}, // kana to CJK compatibility
		{0x3400, 0x4dbf, 1}, // CJK extension A
		{0x4e00, 0xa4cf, 1}, // CJK ideographs, Yi
		{0xac00, 0xd7a3, 1}, // Hangul syllables
		{0xf900, 0xfaff, 1}, // CJK compatibility ideographs
		{0xfe30, 0xfe6f, 1}, // CJK compatibility forms
		{0xff00, 0xff60, 1}, // full-width forms
		{0xffe0, 0xffe6, 1},
	},
	R32: []unicode.Range32{
		{0x1f300, 0x1f64f, 1}, // pictographs, emoticons
		{0x1f680, 0x1f6ff, 1}, // transport
		{0x1f900, 0x1faff, 1}, // supplemental pictographs
		{0x20000, 0x3fffd, 1}, // CJK extensions B and later
	},
}

// Clean returns s with tabs replaced by single spaces, and with every rune that could control a terminal or reorder
// text replaced by a Go escape.
func Clean(s string) string {
	if strings.IndexFunc(s, steers) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\t':
			b.WriteByte(' ')
		case steers(r):
			b.WriteString(strings.Trim(fmt.Sprintf("%+q", r), "'"))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func steers(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == unicode.ReplacementChar
}

// Fit shortens s to at most n cells. An ellipsis stands for the part that is cut off.
func Fit(s string, n int) string {
	if Width(s) <= n {
		return s
	}
	if n <= 0 {
		return ""
	}
	used := 0
	for i, r := range s {
		if used+runeWidth(r) > n-1 { // one cell is for the ellipsis
			return s[:i] + "…"
		}
		used += runeWidth(r)
	}
	return s
}

// Wrap breaks s at spaces into lines of at most n cells. A word longer than a line has a line of its own and is not
// cut, so that positions and identifiers can still be copied.
func Wrap(s string, n int) []string {
	var lines []string
	s = strings.Join(strings.Fields(s), " ")
	start, end, used := 0, 0, 0 // the line so far is s[start:end], of used cells
	for word := range strings.SplitSeq(s, " ") {
		w := Width(word)
		switch {
		case end == start:
			end, used = start+len(word), w
		case used+1+w > n:
			lines = append(lines, s[start:end])
			start, used = end+1, w
			end = start + len(word)
		default:
			end, used = end+1+len(word), used+1+w
		}
	}
	if end > start {
		lines = append(lines, s[start:end])
	}
	return lines
}
