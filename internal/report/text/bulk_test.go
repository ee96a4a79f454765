package text

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/record"
)

// TestBulk: a run of fix over many packages and benchmarks is short, and says what it
// leaves out.
func TestBulk(t *testing.T) {
	render := func(verbose bool) string {
		var out bytes.Buffer
		h := New(&out, Options{Verbose: verbose})
		send := func(err error) {
			if err != nil {
				t.Fatal(err)
			}
		}
		send(h.Config(&record.Config{Protocol: record.Protocol, Command: []string{"fix"}}))
		v := record.Verdict{
			Outcome: record.Kept, Number: 1, Tests: 25, Red: []string{"m/p.TestA", "m/p.TestB"},
			Importers: record.Part{Done: 3, Total: 13}, Untimed: "the run ended before", NoEquivalence: "f was not compared: it reads a socket",
			Trade:     "1 object less, and 8 B more",
			Candidate: record.Candidate{ID: "1", Rewrite: "presize", Class: record.Safe, Pos: record.Position{File: "p/p.go", Line: 7}},
		}
		for i := range 26 {
			w := record.Workload{Name: fmt.Sprintf("BenchmarkX%d", i), Package: fmt.Sprintf("m/p%d", i%6), Kind: record.KindBenchmark, Ops: 1, Objects: 9}
			send(h.Workload(&w))
			v.Comparisons = append(v.Comparisons, record.Comparison{Workload: w.Name, Package: w.Package, Before: record.Measure{AllocsPerOp: 9}, After: record.Measure{AllocsPerOp: float64(i % 9)}})
		}
		send(h.Verdict(&v))
		send(h.Verdict(&record.Verdict{Outcome: record.NotExercised, TestsReach: true, Candidate: record.Candidate{ID: "2"}}))
		send(h.Close())
		return out.String()
	}
	got, all := render(false), render(true)
	for _, want := range []string{
		"6 packages  26 benchmarks", "1 only with -review", "1 more is reached by tests only: -tests", "and 23 more (-v shows them)",
		"only 25 of 27 tests ran and passed", "m/p.TestA, m/p.TestB", "of 13 packages that import it, the tests of 3 have run",
		"whether it is slower is not known: the run ended before", "1 object less, and 8 B more", "only with -review, since a function could not be compared",
	} {
		if !strings.Contains(strings.Join(strings.Fields(got), " "), strings.Join(strings.Fields(want), " ")) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if n := strings.Count(got, "allocs/op,"); n != 3 {
		t.Errorf("%d workloads are shown, want 3", n)
	}
	if n := strings.Count(all, "allocs/op,"); n != 26 {
		t.Errorf("-v shows %d workloads, want 26", n)
	}
	if strings.Contains(got, "-w writes") {
		t.Errorf("-w is offered for what it does not write:\n%s", got)
	}
}
