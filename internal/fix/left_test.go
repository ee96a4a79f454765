package fix

import (
	"slices"
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/mechanism"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
)

// site is one of a benchmark that allocates that many objects.
func site(line int, function, reason string, objects int64) record.Site {
	return record.Site{
		ID: function + ": " + reason, Pos: record.Position{File: "p/p.go", Line: line}, Package: "m/p", Function: "m/p." + function,
		Match: record.Measured, Mechanism: reason, Removable: "partly", Why: "so it is", Remedy: "something else",
		Usage: []record.Usage{{Workload: "BenchmarkX", Package: "m/p", Objects: objects, Cost: float64(objects)}},
	}
}

func workload(objects int64) record.Workload {
	return record.Workload{Name: "BenchmarkX", Package: "m/p", Kind: record.KindBenchmark, Ops: 1, Objects: objects}
}

// rewrites are the names of those that can remove a reason.
func rewrites(reason string) []string {
	return map[string][]string{
		mechanism.Growth: {"presize"}, mechanism.Split: {"split"}, mechanism.Returned: {"block"}, mechanism.Regexp: {"hoist"},
		mechanism.Concat: {"concat"},
	}[reason]
}

func newRun(sites ...record.Site) *Run {
	return &Run{
		Workloads: []record.Workload{workload(1000)}, Sites: sites, Rewrites: rewrites, Lens: record.ByObjects,
		Asked:     func(name string) bool { return name != "concat" },
		Generated: func(file string) bool { return file == "p/made.go" },
	}
}

func (r *Run) candidate(rewrite, function string, line int) record.Candidate {
	c := record.Candidate{
		ID: rewrite + function, Rewrite: rewrite, Package: "m/p", Functions: []string{function},
		Caveats: []record.Caveat{{Text: "nil"}}, Pos: record.Position{File: "p/p.go", Line: line},
	}
	r.Link(&c)
	return c
}

// TestExplain holds what is said of each site of one benchmark: the hot ones have a
// reason, the one that is nearest to them.
func TestExplain(t *testing.T) {
	search := site(8, "Search", mechanism.Regexp, 60)
	search.Callee = "regexp.(*Regexp).FindStringSubmatch"
	made := site(9, "Made", mechanism.Growth, 60)
	made.Pos.File = "p/made.go"
	r := newRun(
		site(3, "Dropped", mechanism.Growth, 80), site(4, "Untried", mechanism.Split, 70), site(2, "Kept", mechanism.Concat, 90),
		site(5, "Refused", mechanism.Growth, 75), site(6, "Passed", mechanism.Passed, 60), search, made, site(7, "Cold", mechanism.Growth, 1),
	)
	r.Verdicts = []record.Verdict{
		{Candidate: r.candidate("presize", "Dropped", 3), Outcome: record.TestsFail, Reason: "TestX"},
		{Candidate: r.candidate("presize", "Dropped", 12), Outcome: record.NoGain, Reason: "elsewhere in the function"},
		{Candidate: r.candidate("hoist", "Search", 13), Outcome: record.NoGain, Reason: "about an error"},
	}
	r.Untried = []record.Candidate{r.candidate("split", "Untried", 11)}
	r.Refusals = []rewrite.Refusal{
		{Rewrite: "presize", Package: "m/p", Pos: record.Position{File: "p/p.go", Line: 14}, Functions: []string{"Refused"}, Condition: "go 1.20 has no slices.Grow"},
		{Rewrite: "block", Package: "m/p", Pos: record.Position{File: "p/p.go", Line: 5}, Functions: []string{"Refused"}, Condition: "of another reason"},
		{Rewrite: "presize", Package: "m/p", Pos: record.Position{File: "p/p.go", Line: 6}, Functions: []string{"Other"}, Condition: "of another function"},
		{Rewrite: "presize", Package: "m/p", Pos: record.Position{File: "p/p.go", Line: 15}, Functions: []string{"Refused"}, Condition: "of another place", Here: true},
	}
	r.Explain()
	for i, want := range []string{
		"presize was tried and dropped, tests-fail: TestX", "-review tries split at line 11, with which nil",
		"no rewrite of ours knows this shape (not asked: concat", "presize at line 14 refused: go 1.20 has no slices.Grow", "so it is; by hand",
		"it belongs to regexp.(*Regexp).FindStringSubmatch: use MatchString where that is enough; text that is cut by a separator needs no expression; hoist at line 13 was tried",
		"its file is generated", "",
	} {
		s := r.Sites[i]
		if got := s.NotFixed; (got == "") != (want == "") || !strings.HasPrefix(got, want) || strings.Contains(got, "elsewhere") || strings.Contains(got, "another") {
			t.Errorf("%s: got %q, want %q", s.ID, got, want)
		}
	}
	if got := r.Untried[0].Heat; got != 70 {
		t.Errorf("heat %v, want 70", got)
	}
}

// TestLeave has two joins: what is gone is gone, and nothing else, however alike it is.
func TestLeave(t *testing.T) {
	numbered := func(s record.Site, n string) record.Site {
		s.ID += n
		return s
	}
	first, second := site(5, "Kept", mechanism.Growth, 40), numbered(site(8, "Kept", mechanism.Growth, 30), " #2")
	readAll := site(9, "Kept", mechanism.Concat, 20)
	r := newRun(first, second, readAll, site(20, "Other", mechanism.Growth, 10))
	r.Workloads = append(r.Workloads, record.Workload{Name: "BenchmarkY", Package: "m/p", Kind: record.KindBenchmark, Ops: 1, Objects: 5})
	r.Verdicts = []record.Verdict{{Candidate: r.candidate("presize", "Kept", 5), Outcome: record.Kept}}

	made := site(6, "Kept", mechanism.Stored, 1)  // in a line that is put in behind the fifth
	left := site(9, "Kept", mechanism.Growth, 30) // the second one is now the first of its text
	after := Join{Workloads: []record.Workload{workload(61)}, Sites: []record.Site{made, left, site(10, "Kept", mechanism.Concat, 20), site(21, "Other", mechanism.Growth, 10)}}
	after.Line = func(_ string, line int) (int, bool) { return line - 1, line == 6 }
	r.Leave(after)
	r.Explain()
	want := []struct {
		id       string
		left     int64
		notFixed string
	}{
		{first.ID, 0, ""},
		{second.ID, 30, "no rewrite of ours knows this shape"},
		{readAll.ID, 20, "no rewrite of ours knows this shape"},
		{"Other: " + mechanism.Growth, 10, "no rewrite of ours knows this shape"},
		{made.ID, 1, ""},
	}
	if len(r.Sites) != len(want) {
		t.Fatalf("%d sites, want %d", len(r.Sites), len(want))
	}
	for i, w := range want {
		s := r.Sites[i]
		objects := int64(0)
		for _, u := range s.Left {
			objects += u.Objects
		}
		if s.ID != w.id || objects != w.left || !strings.HasPrefix(s.NotFixed, w.notFixed) || (s.NotFixed == "") != (w.notFixed == "") {
			t.Errorf("site %d: %s, %d left, %q; want %+v", i, s.ID, objects, s.NotFixed, w)
		}
	}
	if sites := r.Verdicts[0].Candidate.Sites; !slices.Equal(sites, []string{first.ID}) {
		t.Errorf("presize is said to be about %v", sites)
	}
	if w := r.Workloads[0].Left; w == nil || w.Objects != 61 {
		t.Errorf("BenchmarkX: left %v", w)
	}
	if w := r.Workloads[1].Left; w != nil {
		t.Errorf("BenchmarkY was not counted again, and has %v left", w)
	}
	if made := r.Sites[4]; made.Usage != nil || made.Pos.Line != 5 {
		t.Errorf("what was made is taken for measured before, or is at line %d, which the first version has not", made.Pos.Line)
	}
}
