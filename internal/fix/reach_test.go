package fix

import (
	"fmt"
	"testing"

	"github.com/unheap/unheap/internal/record"
)

// TestPlan: what judges a candidate is the benchmarks of its package, then those of
// others, then tests; what nothing reaches is cold.
func TestPlan(t *testing.T) {
	workloads := []record.Workload{
		{Name: "BenchmarkOwn", Package: "m/p", Kind: record.KindBenchmark, Ops: 10},
		{Name: "BenchmarkFar", Package: "m/q", Kind: record.KindBenchmark, Ops: 1},
		{Name: "TestP", Package: "m/p", Kind: record.KindTest, Ops: 1},
	}
	alloc := func(workload, pkg string, phase record.Phase, functions ...string) record.Alloc {
		a := record.Alloc{Workload: workload, Package: pkg, Phase: phase, Objects: 10}
		for _, f := range functions {
			a.Stack = append(a.Stack, record.Frame{Function: "m/p." + f, File: "p/p.go"})
		}
		return a
	}
	var reach Reach
	reach.Add(workloads, []record.Alloc{
		alloc("BenchmarkOwn", "m/p", record.PhaseSteady, "both", "both", "own"),
		alloc("BenchmarkFar", "m/q", record.PhaseSteady, "both"),
		alloc("BenchmarkFar", "m/q", record.PhaseSteady, "far"),
		alloc("BenchmarkFar", "m/q", record.PhaseSetup, "setup"),
		alloc("TestP", "m/p", record.PhaseSteady, "far", "tested"),
		alloc("BenchmarkOld", "m/p", record.PhaseSteady, "setup"),
	})
	var all []record.Candidate
	for _, f := range []string{"far", "setup", "both", "own", "tested"} {
		all = append(all, record.Candidate{ID: f, Package: "m/p", Functions: []string{f}, Edits: []record.Edit{{File: "p/p.go"}}})
	}
	worth := map[string]float64{"far": 2, "both": 1, "own": 3}
	units, cold := Plan(all, &reach, func(c *record.Candidate) float64 { return worth[c.ID] })
	got := ""
	for _, u := range units {
		got += fmt.Sprint(u.Package, u.Load)
		for _, c := range u.Candidates {
			got += " " + c.ID
		}
		got += "\n"
	}
	want := "m/p{m/p false} own both\nm/p{m/q false} far\nm/p{m/p true} tested\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if len(cold) != 1 || cold[0].ID != "setup" {
		t.Errorf("cold: %v", cold)
	}
}
