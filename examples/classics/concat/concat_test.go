package concat

import (
	"strings"
	"testing"
)

// Inputs and results of the benchmarks.
var (
	parts = strings.Fields(strings.Repeat("element ", 60))
	rows  = [][]string{parts[:20], parts[:3], parts[:17]}
	path  = &Path{parts}
	title = "elements"
	sink  string
)

func TestCases(t *testing.T) {
	two := []string{"a", "bc"}
	for _, c := range []struct{ name, got, hand, want string }{
		{"C04", C04(two), handC04(two), "a,bc,"},
		{"C04 of nothing", C04(nil), handC04(nil), ""},
		{"C04Prefix", C04Prefix("t", two), handC04Prefix("t", two), "t: a bc"},
		{"C04Method", (&Path{two}).C04Method(), (&Path{two}).handC04Method(), "a/bc"},
		{"C04Method of empty names", (&Path{[]string{"", ""}}).C04Method(), (&Path{[]string{"", ""}}).handC04Method(), "/"},
		{"C04Nested", C04Nested([][]string{two, nil}), handC04Nested([][]string{two, nil}), "a\tbc\t\n\n"},
		{"C04Generic", C04Generic(two), handC04Generic(two), "[a;bc;]"},
	} {
		if c.got != c.want || c.hand != c.want {
			t.Errorf("%s: got %q, by hand %q, want %q", c.name, c.got, c.hand, c.want)
		}
	}
}
