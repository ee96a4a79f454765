package split_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// TestGroups holds package regexp to what minGroups says: from two groups on FindStringSubmatch makes one object
// more than the form that tells positions.
func TestGroups(t *testing.T) {
	for n := 1; n <= 4; n++ {
		re := regexp.MustCompile("^" + strings.Repeat(`(\w)`, n) + "$")
		text := strings.Repeat("x", n)
		texts := testing.AllocsPerRun(100, func() { re.FindStringSubmatch(text) })
		positions := testing.AllocsPerRun(100, func() { re.FindStringSubmatchIndex(text) })
		if got, want := texts-positions, map[bool]float64{true: 1}[n >= 2]; got != want {
			t.Errorf("%d groups: %v objects with texts, %v with positions, want %v more", n, texts, positions, want)
		}
	}
}

// TestUnmatched holds it to the positions of a group that is not part of a match: their text is empty, and so is their distance.
func TestUnmatched(t *testing.T) {
	re := regexp.MustCompile(`^(a)?(b*)(?:(c)|d)$`)
	for _, text := range []string{"abbc", "bd", "d", "ac", "x"} {
		texts, at := re.FindStringSubmatch(text), re.FindStringSubmatchIndex(text)
		if len(at) != 2*len(texts) || (at == nil) != (texts == nil) {
			t.Fatalf("%q: %v, %v", text, texts, at)
		}
		for k, group := range texts {
			if from, to := at[2*k], at[2*k+1]; len(group) != to-from || from >= 0 && group != text[from:to] {
				t.Errorf("%q: group %d is %q at %s", text, k, group, fmt.Sprint(from, to))
			}
		}
	}
}
