package convert

import (
	"strings"
	"testing"
	"unicode"
)

// TestFold holds the facts behind fold: for every letter of ASCII and every rune that
// could stand in its place, the comparison and its replacement agree.
func TestFold(t *testing.T) {
	var relatives []rune // runes with a relative in ASCII: all others are never equal
	for r := rune(-1); r <= unicode.MaxRune; r++ {
		if r <= unicode.MaxASCII || unicode.SimpleFold(r) <= unicode.MaxASCII || unicode.ToLower(r) <= unicode.MaxASCII || unicode.ToUpper(r) <= unicode.MaxASCII {
			relatives = append(relatives, r)
		}
	}
	for c := 'a'; c <= 'z'; c++ {
		for _, r := range relatives {
			low, up := string(c), strings.ToUpper(string(c))
			for _, x := range []string{string(r), "\xff"} {
				if ambiguous(low, false) == "" && (strings.ToLower(x) == low) != strings.EqualFold(x, low) {
					t.Errorf("ToLower(%q) == %q and EqualFold disagree", x, low)
				}
				if ambiguous(low, false) == "s" && (strings.ToLower(x) == low) != (len(x) == len(low) && strings.EqualFold(x, low)) {
					t.Errorf("ToLower(%q) == %q and EqualFold with the length disagree", x, low)
				}
				if ambiguous(up, true) == "" && (strings.ToUpper(x) == up) != strings.EqualFold(x, up) {
					t.Errorf("ToUpper(%q) == %q and EqualFold disagree", x, up)
				}
			}
		}
	}
}
