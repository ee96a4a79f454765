package split

import (
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"testing"
)

// pattern makes an expression of a few letters, groups, alternatives and repetitions.
func pattern(r *rand.Rand, depth int) string {
	if depth == 0 {
		return []string{"a", "b", "", "a*", "$", `\b`}[r.IntN(6)]
	}
	p := pattern(r, depth-1)
	switch r.IntN(8) {
	case 0:
		return "(" + p + ")" + []string{"*", "?", "+", "{2}", "{0,1}", "{1,3}", "+?"}[r.IntN(7)]
	case 1, 2:
		return "(" + p + ")"
	case 3:
		return "(?:" + p + "|" + pattern(r, depth-1) + ")"
	case 4:
		return "(?:" + p + ")" + []string{"*", "+", "?"}[r.IntN(3)]
	}
	return p + pattern(r, depth-1)
}

// TestMark holds what is said of the groups of an expression to what package regexp finds: one that is marked is part of
// each match.
func TestMark(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	marked := 0
	for range 4000 {
		text := pattern(r, 4)
		parsed, err := syntax.Parse(text, syntax.Perl)
		if err != nil {
			continue
		}
		all := make([]bool, parsed.MaxCap()+1)
		mark(parsed, all)
		re := regexp.MustCompile(text)
		for _, s := range []string{"", "a", "b", "ab", "ba", "aab", "abab", "bbaa"} {
			at := re.FindStringSubmatchIndex(s)
			for k, sure := range all {
				if at != nil && sure {
					if marked++; at[2*k] < 0 {
						t.Fatalf("%s, %q: group %d is not part of the match", text, s, k)
					}
				}
			}
		}
	}
	if marked == 0 {
		t.Error("no group is part of a match")
	}
}
