package verify

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
	"github.com/unheap/unheap/internal/verify/equiv/kit"
)

// TestChooseCovering: of a whole and another whole with some of its edits one is chosen.
func TestChooseCovering(t *testing.T) {
	edit := func(at int) record.Edit { return record.Edit{File: "p.go", Start: at, End: at + 1, New: "x"} }
	j := &judge{verdicts: make(map[string]*record.Verdict), Input: Input{Source: func(string) ([]byte, error) { return nil, nil }}}
	for id, edits := range map[string][]record.Edit{"three": {edit(1), edit(4), edit(7)}, "two": {edit(1), edit(7)}} {
		c := record.Candidate{ID: id, Edits: edits}
		j.verdicts[id] = &record.Verdict{Candidate: c, Comparisons: []record.Comparison{{Before: record.Measure{AllocsPerOp: 9}, After: record.Measure{AllocsPerOp: 9 - float64(len(edits))}}}}
		j.proven = append(j.proven, c)
	}
	if got := ids(j.choose(j.proven)); got != "three" {
		t.Errorf("chosen: %s, want three", got)
	}
}

// TestChoose holds which of conflicting candidates is taken; what is chosen comes
// best first.
func TestChoose(t *testing.T) {
	for _, c := range []struct {
		name         string
		candidates   []option
		sets, chosen string
	}{
		{"apart", []option{{"a", 0, 1, 1, 0, record.Safe}, {"b", 5, 9, 2, 0, record.Safe}}, "a b", "b a"},
		{"the second saves more", []option{{"a", 0, 9, 1, 50, record.Safe}, {"b", 5, 12, 2, 0, record.Review}}, "a|b", "b"},
		{"equal: the safe one", []option{{"a", 0, 9, 1, 50, record.Review}, {"b", 5, 12, 1, 0, record.Safe}}, "a|b", "b"},
		{"equal to three digits: the safe one", []option{{"a", 0, 9, 2400, 50, record.Review}, {"b", 5, 12, 2399, 0, record.Safe}}, "a|b", "b"},
		{"equal: fewer bytes", []option{{"a", 0, 9, 1, 10, record.Safe}, {"b", 0, 9, 1, 50, record.Safe}}, "a|b", "b"},
		{"review, and bytes only", []option{{"a", 0, 9, 0, 50, record.Review}}, "a", "a"},
		{"all equal: the first", []option{{"a", 0, 9, 1, 10, record.Safe}, {"b", 0, 9, 1, 10, record.Safe}}, "a|b", "a"},
		{"three for one text", []option{{"a", 0, 9, 1, 0, record.Safe}, {"b", 1, 3, 3, 0, record.Safe}, {"c", 2, 8, 2, 0, record.Safe}, {"d", 20, 21, 1, 0, record.Safe}}, "a d|b|c", "b d"},
		{"one between two", []option{{"a", 0, 5, 2, 0, record.Safe}, {"b", 4, 9, 3, 0, record.Safe}, {"c", 8, 12, 2, 0, record.Safe}}, "a c|b", "a c"},
		{"one worth more than two", []option{{"a", 0, 5, 2, 0, record.Safe}, {"b", 4, 9, 5, 0, record.Safe}, {"c", 8, 12, 2, 0, record.Safe}}, "a c|b", "b"},
		{"a chain", []option{{"a", 0, 5, 2, 0, record.Safe}, {"b", 4, 9, 3, 0, record.Safe}, {"c", 8, 13, 3, 0, record.Safe}, {"d", 12, 16, 2, 0, record.Safe}}, "a c|b d", "b d"},
	} {
		j := &judge{verdicts: make(map[string]*record.Verdict), Input: Input{Source: func(string) ([]byte, error) { return nil, nil }}}
		var all []record.Candidate
		for _, o := range c.candidates {
			v := o.verdict()
			j.verdicts[v.Candidate.ID] = v
			all = append(all, v.Candidate)
		}
		var sets []string
		for _, set := range rewrite.Disjoint(all) {
			sets = append(sets, ids(set))
		}
		if got := strings.Join(sets, "|"); got != c.sets {
			t.Errorf("%s: sets %s, want %s", c.name, got, c.sets)
		}
		chosen := j.choose(all)
		j.proven, j.standing = all, chosen
		j.refuseRivals()
		if got := ids(chosen); got != c.chosen {
			t.Errorf("%s: chosen %s, want %s", c.name, got, c.chosen)
		}
		for _, other := range all {
			if lost := !strings.Contains(c.chosen, other.ID); lost != (j.verdicts[other.ID].Outcome == record.NoGain) {
				t.Errorf("%s: the verdict of %s is %q", c.name, other.ID, j.verdicts[other.ID].Outcome)
			}
		}
	}
}

// TestSuperfluous: of two candidates for one function of which the better one leaves the other
// nothing to save, it alone is taken; where both together save more than each, both are.
func TestSuperfluous(t *testing.T) {
	count := func(objects float64) *counts {
		a := amount{objects: objects, bytes: 16 * objects}
		return &counts{workloads: map[string]spread{"B": {a, a}}, functions: map[string]map[string]spread{"f": {"B": {a, a}}}}
	}
	for _, c := range []struct {
		name                string
		a, b, together      float64
		functionsOfB, taken string
	}{
		{"b does all", 4, 1, 1, "f", "b"},
		{"b does more than both", 4, 1, 2, "f", "b"},
		{"each does a part", 4, 3, 1, "f", "b a"},
		{"b is worth less, and needed", 1, 5, 0, "f", "a b"},
		{"equal: the first", 1, 1, 1, "f", "a"},
		{"b changes what a does not", 4, 6, 4, "f g", "a b"},
	} {
		j := &judge{verdicts: make(map[string]*record.Verdict), suffices: make(map[pair]bool), before: count(8), Input: Input{Source: func(string) ([]byte, error) { return nil, nil }}}
		var all []record.Candidate
		for i, o := range []option{{"a", 0, 1, 8 - c.a, 0, record.Safe}, {"b", 5, 6, 8 - c.b, 0, record.Safe}} {
			v := o.verdict()
			v.Candidate.Functions = strings.Fields([]string{"f", c.functionsOfB}[i])
			j.verdicts[o.id] = v
			all = append(all, v.Candidate)
		}
		j.superfluous(all, map[string]*counts{"a": count(c.a), "b": count(c.b)}, count(c.together))
		j.proven = all
		j.standing = j.choose(all)
		j.refuseRivals()
		if got := ids(j.standing); got != c.taken {
			t.Errorf("%s: %s are taken, want %s", c.name, got, c.taken)
		}
		for _, other := range all {
			v := j.verdicts[other.ID]
			if !strings.Contains(c.taken, other.ID) && !strings.HasSuffix(v.Reason, "leaves it nothing to save and is preferred") {
				t.Errorf("%s: %s is refused: %q", c.name, other.ID, v.Reason)
			}
		}
	}
}

type option struct {
	id             string
	start, end     int
	objects, bytes float64
	class          record.Class
}

func (o option) verdict() *record.Verdict {
	return &record.Verdict{
		Candidate: record.Candidate{ID: o.id, Class: o.class, Edits: []record.Edit{{File: "f.go", Start: o.start, End: o.end, New: o.id}}},
		Comparisons: []record.Comparison{{
			Before: record.Measure{AllocsPerOp: 10, BytesPerOp: 100},
			After:  record.Measure{AllocsPerOp: 10 - o.objects, BytesPerOp: 100 - o.bytes},
		}},
	}
}

func ids(list []record.Candidate) string {
	var names []string
	for _, c := range list {
		names = append(names, c.ID)
	}
	return strings.Join(names, " ")
}

// Of two forms that save as much the shorter one stands, also where it is for review.
func TestShorter(t *testing.T) {
	for _, class := range []record.Class{record.Safe, record.Review} {
		testShorter(t, class)
	}
}

func testShorter(t *testing.T, class record.Class) {
	j := &judge{verdicts: make(map[string]*record.Verdict), Input: Input{Source: func(string) ([]byte, error) { return []byte("package p\n\nvar x = y\n"), nil }}}
	var all []record.Candidate
	for id, text := range []string{"a +\n\tb +\n\tc", "a + b + c"} {
		v := option{strconv.Itoa(id), 19, 20, 2, float64(10 - 10*id), []record.Class{record.Safe, class}[id]}.verdict()
		v.Candidate.Edits[0].New = text
		j.verdicts[v.Candidate.ID] = v
		all = append(all, v.Candidate)
	}
	if got := ids(j.choose(all)); got != "1" {
		t.Errorf("chosen %s, want 1", got)
	}
}

// TestApart: what does not hold together is judged in its parts, but for those that are changed already, and
// what nobody runs is part of nothing unless it was compared.
func TestApart(t *testing.T) {
	part := func(id, function string, at int) record.Candidate {
		return record.Candidate{ID: id, Rewrite: "format", Functions: []string{function}, Edits: []record.Edit{{File: "p.go", Start: at, End: at + 1}}}
	}
	inFile := part("in file", "G", 2)
	inFile.Parts = []record.Candidate{part("g", "G", 2), part("h", "H", 4)}
	whole := record.Candidate{ID: "whole", Rewrite: "format", Functions: []string{"F", "G", "H"}, Parts: []record.Candidate{part("f", "F", 0), inFile}}
	j := newJudge(Input{Candidates: []record.Candidate{part("first", "E", 8), whole, part("last", "I", 10)}})
	live := slices.Clone(j.Candidates)
	if parts := j.apart(live); len(parts) > 0 {
		t.Errorf("%v of what was not judged", parts)
	}
	ran := map[string]spread{"BenchmarkX": {amount{1, 1, 1}, amount{1, 1, 1}}}
	j.before = &counts{functions: map[string]map[string]spread{"F": ran, "G": ran}}
	said := comparison{results: map[string]kit.Result{"H": {Inputs: 1}}}
	if !j.known(whole, said) {
		t.Error("H was compared")
	}
	if j.known(whole, comparison{}) || j.verdicts["whole"].Reason != "no workload allocates in H, and it was not compared" {
		t.Errorf("H was not compared: %q", j.verdicts["whole"].Reason)
	}
	j.unrun["whole"] = []string{"G"}
	if j.known(whole, said) || j.verdicts["whole"].Reason != "no workload allocates in what is changed in G, and it was not compared" {
		t.Errorf("nobody runs a place of G, which was not compared: %q", j.verdicts["whole"].Reason)
	}
	other := part("other form", "G", 2)
	other.Edits[0].New = "x"
	j.proven = []record.Candidate{other}
	parts := j.apart(live)
	if got := key(parts); got != "f\nh" || key(j.Candidates) != "f\nfirst\nh\nlast" || j.wholes["f"].ID != "whole" || j.verdicts["f"] == nil || j.verdicts["whole"] != nil {
		t.Errorf("parts %q of %q", got, key(j.Candidates))
	}
}
