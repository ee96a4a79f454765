package proof

import (
	"fmt"
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/record"
)

// full is a proof with more of everything than is shown.
func full() *record.Proof {
	p := &record.Proof{Change: "1a2b3c4 parse: fewer copies", Base: "9f8e7d6", Outcome: record.Differing}
	for i := range 20 {
		name := fmt.Sprintf("F%d", i)
		p.Reasons = append(p.Reasons, name+" on \"<a>*\": old: 1; new: 2")
		p.Comparisons = append(p.Comparisons, record.Comparison{Workload: "Benchmark" + name, Before: record.Measure{AllocsPerOp: float64(i), BytesPerOp: 10}, After: record.Measure{BytesPerOp: 10}})
		p.Sites = append(p.Sites, record.SiteChange{ID: name, Pos: record.Position{File: "p.go", Line: i}, How: "went", Before: 1})
		p.Functions = append(p.Functions, record.FunctionProof{Name: name, Differs: "on it"}, record.FunctionProof{Name: name + "x", Inputs: 10})
		p.Hazards = append(p.Hazards, record.Problem{Text: name})
		p.Doubts = append(p.Doubts, name)
	}
	p.Changed = record.ChangedParts{Packages: []string{"m/a", "m/b", "m/c", "m/d"}, Functions: []string{"F"}, Module: true, API: []string{"F: removed"}, Incompatible: 1}
	p.Tests = record.TestProof{Passed: 7, Packages: 1, Red: []string{"m/a.TestX", "m/a.TestY", "m/a.TestZ"}}
	p.Lines = record.ReachedLines{Total: 9, Either: 8, Tests: 7, Inputs: 6, Benchmarks: 5}
	return p
}

func TestText(t *testing.T) {
	text := Text(full())
	if lines := strings.Count(text, "\n"); lines > 30 {
		t.Errorf("%d lines:\n%s", lines, text)
	}
	for _, want := range []string{
		"differs  1a2b3c4 parse: fewer copies (against 9f8e7d6)\n", "and 18 more reasons", "BenchmarkF19  19 → 0 allocs/op, 10 → 10 B/op",
		"1 workload allocates what it did", "20 functions agree on 200 generated inputs", "8 of 9 changed lines: 7 by tests, 6 by generated inputs, 5 by benchmarks",
		"7 passed in 1 package; 3 fail without the change too: m/a.TestX, and 2 more tests", "go.mod, exported API, incompatibly: F: removed in m/a, m/b, and 2 more packages",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if got, want := Text(&record.Proof{Change: "x", Reasons: []string{"it does not build"}}), "not judged  x\n  it does not build\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestMarkdown(t *testing.T) {
	text := Markdown(full())
	for _, want := range []string{"### 1a2b3c4 parse: fewer copies: differs\n", "| BenchmarkF19 | 19 → 0 | 10 → 10 |\n", `F0 on "&lt;a>\*"`, "| reached | 8 of 9"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
