package fix

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
)

const text = `package p

import "fmt"

func a() string { return fmt.Sprint(1) }

func b() string { return fmt.Sprint(2) }
`

// kept is a verdict that replaces old by new, and saves that many objects.
func kept(id, old, new string, saves float64) record.Verdict {
	at := strings.Index(text, old)
	v := record.Verdict{Outcome: record.Kept, Candidate: record.Candidate{ID: id, Edits: []record.Edit{
		{File: "p.go", Start: at, End: at + len(old), New: new},
		{File: "p.go", Start: strings.Index(text, `"fmt"`), End: strings.Index(text, `"fmt"`) + 5, New: "(\n\t\"fmt\"\n\t\"strconv\"\n)"},
	}}}
	v.Comparisons = []record.Comparison{{Before: record.Measure{AllocsPerOp: saves}}}
	return v
}

// TestNumber: two rewrites that stand side by side and both bring the same import have
// diffs that can be applied in the order of their numbers.
func TestNumber(t *testing.T) {
	source := func(string) ([]byte, error) { return []byte(text), nil }
	verdicts := []record.Verdict{
		{Outcome: record.NoGain, Candidate: record.Candidate{ID: "none"}},
		kept("small", "fmt.Sprint(1)", "strconv.Itoa(1)", 1),
		kept("large", "fmt.Sprint(2)", "strconv.Itoa(2)", 2),
	}
	if err := Number(verdicts, source); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range verdicts {
		got = append(got, fmt.Sprint(v.Number, v.Candidate.ID))
	}
	if want := []string{"1large", "2small", "0none"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	first, second := verdicts[0].Diff, verdicts[1].Diff
	for _, part := range []string{"+\t\"strconv\"", "+func b() string { return strconv.Itoa(2) }"} {
		if !strings.Contains(first, part) {
			t.Errorf("%q is not in\n%s", part, first)
		}
	}
	if strings.Contains(second, "+\t\"strconv\"") || !strings.Contains(second, "-\t\"fmt\"") || !strings.Contains(second, "\n func b() string { return strconv.Itoa(2) }") {
		t.Errorf("the second diff does not build on the first:\n%s", second)
	}
	all, err := Select(verdicts, nil)
	if err != nil || len(all) != 2 {
		t.Fatal(all, err)
	}
	if _, err := rewrite.Apply(source, all...); err != nil {
		t.Error(err)
	}
}

func TestSelect(t *testing.T) {
	var verdicts []record.Verdict
	for i := range 4 {
		verdicts = append(verdicts, record.Verdict{Outcome: record.Kept, Number: i + 1, Candidate: record.Candidate{ID: fmt.Sprint(i + 1)}})
	}
	verdicts = append(verdicts, record.Verdict{Outcome: record.Slower, Candidate: record.Candidate{ID: "slow"}})
	for _, tt := range []struct{ list, want, err string }{
		{"", "1 2 3 4", ""},
		{"2", "2", ""},
		{"4 1", "1 4", ""},
		{"2-3,3", "2 3", ""},
		{"1-4", "1 2 3 4", ""},
		{"5", "", "there is no rewrite 5: this run has 1 to 4"},
		{"0", "", `"0" is no number`},
		{"3-2", "", `"3-2" is no number`},
		{"presize", "", `"presize" is no number`},
	} {
		set, err := Select(verdicts, strings.Fields(tt.list))
		var ids []string
		for _, c := range set {
			ids = append(ids, c.ID)
		}
		if got := strings.Join(ids, " "); got != tt.want || (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%q: got %q, %v; want %q, %q", tt.list, got, err, tt.want, tt.err)
		}
	}
	if _, err := Select(verdicts[4:], nil); err == nil {
		t.Error("nothing held, and all of it was chosen")
	}
}
