package driver

import (
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/mechanism"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/passes"
)

// TestLeft holds what fix says of each site of one benchmark: the hot ones have a
// reason unless a kept rewrite is about them.
func TestLeft(t *testing.T) {
	site := func(line int, function, mechanism string, objects int64) record.Site {
		return record.Site{
			ID: function + mechanism, Pos: record.Position{File: "p/p.go", Line: line}, Package: "m/p", Function: "m/p." + function,
			Match: record.Measured, Mechanism: mechanism, Removable: "partly", Why: "so it is", Remedy: "something else",
			Usage: []record.Usage{{Workload: "BenchmarkX", Package: "m/p", Objects: objects, Cost: float64(objects)}},
		}
	}
	called := site(5, "newT", mechanism.Returned, 100)
	search := site(8, "Search", mechanism.Regexp, 60)
	search.Callee = "regexp.(*Regexp).FindStringSubmatch"
	m := &measurement{
		findFlags: &findFlags{}, program: new(load.Program),
		workloads: []record.Workload{{Name: "BenchmarkX", Package: "m/p", Kind: record.KindBenchmark, Ops: 1, Objects: 1000}},
		sites: []record.Site{
			site(1, "Kept", mechanism.Growth, 100), site(2, "Kept", mechanism.Concat, 90), site(3, "Dropped", mechanism.Growth, 80),
			site(4, "Untried", mechanism.Split, 70), called, site(6, "Passed", mechanism.Passed, 60), search, site(7, "Cold", mechanism.Growth, 1),
		},
		allocs: []record.Alloc{{Stack: []record.Frame{{Function: "m/p.newT", File: "p/p.go", Line: 5}, {Function: "m/p.Block"}}}},
	}
	r := &fixing{measurement: m, suite: passes.Suite}
	candidate := func(rewrite, function string, line int) record.Candidate {
		c := record.Candidate{Rewrite: rewrite, Package: "m/p", Functions: []string{function}, Caveats: []record.Caveat{{Text: "nil"}}, Pos: record.Position{File: "p/p.go", Line: line}}
		r.link(&c)
		return c
	}
	saved := []record.Comparison{{Workload: "BenchmarkX", Package: "m/p", Before: record.Measure{AllocsPerOp: 100}}}
	r.verdicts = []record.Verdict{
		{Candidate: candidate("presize", "Kept", 1), Outcome: record.Kept, Comparisons: saved},
		{Candidate: candidate("block", "Block", 9), Outcome: record.Kept, Comparisons: saved},
		{Candidate: candidate("presize", "Dropped", 3), Outcome: record.TestsFail, Reason: "TestX"},
		{Candidate: candidate("presize", "Dropped", 12), Outcome: record.NoGain, Reason: "elsewhere in the function"},
		{Candidate: candidate("hoist", "Search", 13), Outcome: record.NoGain, Reason: "about an error"},
	}
	r.untried = []record.Candidate{candidate("split", "Untried", 11)}
	r.explainLeft()
	for i, want := range []string{
		"", "no rewrite of ours knows this shape (concat", "presize was tried and dropped, tests-fail: TestX",
		"-review tries split at line 11, with which nil", "", "so it is (",
		"it belongs to regexp.(*Regexp).FindStringSubmatch: use MatchString where that is enough; text that is cut by a separator needs no expression; hoist at line 13 was tried", "",
	} {
		s := m.sites[i]
		if got := s.NotFixed; (got == "") != (want == "") || !strings.HasPrefix(got, want) || strings.Contains(got, "elsewhere") {
			t.Errorf("%s: got %q, want %q", s.ID, got, want)
		}
	}
	if got := r.untried[0].Heat; got != 70 {
		t.Errorf("heat %v, want 70", got)
	}
}
