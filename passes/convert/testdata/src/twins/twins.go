package twins

import (
	"bufio"
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"
)

func toBytes(b, c []byte, s string) (int, bool) {
	n := 0
	if strings.HasPrefix(string(b), "http://") { // want "to call strings.HasPrefix"
		n++
	}
	if strings.Contains(string(b), string(c)) { // want "to call strings.Contains"
		n++
	}
	if strings.HasSuffix(s, string(b)) { // want "to call strings.HasSuffix"
		n++
	}
	n += strings.IndexByte(string(b), 'x')    // want "to call strings.IndexByte"
	n += strings.LastIndex(string(b), s)      // want "to call strings.LastIndex"
	return n, strings.EqualFold(string(b), s) // want "to call strings.EqualFold"
}

// The only argument that is evaluated is the one that is converted.
func comments(sc *bufio.Scanner) (n int) {
	for sc.Scan() {
		if strings.HasPrefix(string(sc.Bytes()), "#") { // want "to call strings.HasPrefix"
			n++
		}
	}
	return n
}

func toStrings(s, t string) int {
	n := bytes.Count([]byte(s), []byte(",")) // want "to call bytes.Count"
	n += bytes.Index([]byte(s), []byte(t))   // want "to call bytes.Index"
	return n + bytes.IndexByte([]byte(s), 1) // want "to call bytes.IndexByte"
}

func runes(b []byte, s string) int {
	n := utf8.RuneCountInString(string(b)) // want "to call RuneCountInString"
	for _, r := range []rune(s) {          // want "only to be ranged over"
		n += int(r)
	}
	for range []rune(s) { // want "only to be ranged over"
		n++
	}
	return n
}

func match(re *regexp.Regexp, b []byte, s string) bool {
	return re.MatchString(string(b)) || re.Match([]byte(s)) // want "to call MatchString" "to call Match"
}

func copies(dst, b []byte) []byte {
	n := copy(dst, string(b))                // want "only to be copied again"
	dst = append(dst[:n], string(b)...)      // want "only to be copied again"
	return append(dst, []byte(string(b))...) // want "copied twice"
}

// the name bytes is taken
func shadowed(bytes []byte) bool {
	return strings.HasPrefix(string(bytes), "x") // want "to call strings.HasPrefix"
}

// what is looked for is mostly short
func needle(lines [][]byte, word string, s string, p []byte) (n int) {
	for _, l := range lines {
		if strings.Contains(string(l), word) { // want "to call strings.Contains"
			n++
		}
	}
	return n + bytes.Count([]byte(s), p) // want "to call bytes.Count"
}

// the needle is converted once
func inLoop(lines [][]byte, word string) (n int) {
	for _, l := range lines {
		for i := 0; i < 3; i++ {
			if strings.Contains(string(l), word) { // want "to call strings.Contains"
				n++
			}
		}
	}
	return n
}

func inLoopOfLoop(lines [][]byte, words []string) (n int) {
	for _, w := range words {
		for _, l := range lines {
			n += strings.Count(string(l), w) // want "to call strings.Count"
			n += strings.Index(string(l), w) // want "to call strings.Index"
		}
	}
	return n
}

// the loop changes what is looked for
func needles(lines [][]byte, word string) (n int) {
	for _, l := range lines {
		if strings.Contains(string(l), word) { // want "to call strings.Contains"
			word = word[1:]
		}
	}
	return n
}

// the literal may run when word is another one
func needleIn(lines [][]byte, word string) func() bool {
	for _, l := range lines {
		return func() bool { return strings.Contains(string(l), word) } // want "to call strings.Contains"
	}
	return nil
}

// any order needs both
func compared(lines [][]byte, word string) (n int) {
	for _, l := range lines {
		n += strings.Compare(string(l), word) // want "to call strings.Compare"
	}
	return n
}
