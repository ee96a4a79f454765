package fix

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

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

// TestTurns: the first package is judged at once; from then on measuring gets as much
// time as judging, and what promises most of what has been measured is judged first, so
// that a limit finds the best of many judged and not the first of them.
func TestTurns(t *testing.T) {
	const packages, measuring, judging, limit = 40, time.Second, 4 * time.Second, 70 * time.Second
	promises := rand.New(rand.NewPCG(1, 2)).Perm(packages)
	now := time.Unix(0, 0)
	end := now.Add(limit)
	var turns Turns
	turns.Begin(now)
	var waiting, judged []int
	var measured, spent time.Duration
	for i := 0; i < packages && now.Before(end); i++ {
		now = now.Add(measuring)
		measured += measuring
		turns.Measured(now)
		waiting = append(waiting, promises[i])
		for turns.Judge() && len(waiting) > 0 && now.Before(end) {
			best := slices.Max(waiting)
			waiting = slices.DeleteFunc(waiting, func(p int) bool { return p == best })
			judged = append(judged, best)
			now = now.Add(judging)
			spent += judging
			turns.Judged(now)
		}
		if i == 0 && len(judged) != 1 {
			t.Errorf("%v are judged when the first has been measured", judged)
		}
	}
	if apart := spent - measured; apart > judging || apart < -judging {
		t.Errorf("%v of measuring, %v of judging", measured, spent)
	}
	top := func(list []int) int {
		return len(slices.DeleteFunc(slices.Clone(list), func(p int) bool { return p < packages-8 }))
	}
	if best, first := top(judged), top(promises[:int(limit/(measuring+judging))]); best < 5 || best <= first {
		t.Errorf("%d of the 8 best are judged, %d in the order of packages", best, first)
	}
}

// TestLeft: from the fourth package on the estimate of the time that is left is right to
// a third, however the times of packages differ, and before anything was judged there is
// none.
func TestLeft(t *testing.T) {
	const packages = 60
	draw := rand.New(rand.NewPCG(1, 2))
	took := func(mean time.Duration) time.Duration { return time.Duration((0.5 + draw.Float64()) * float64(mean)) }
	now := time.Unix(0, 0)
	var turns Turns
	turns.Begin(now)
	type estimate struct {
		at   time.Time
		left time.Duration
	}
	var all []estimate
	waiting, judged := 0, 0
	judge := func() {
		all = append(all, estimate{now, turns.Left(now, packages-turns.measurings, waiting)})
		now = now.Add(took(4 * time.Second))
		turns.Judged(now)
		waiting, judged = waiting-1, judged+1
	}
	if left := turns.Left(now, packages, 0); left >= 0 {
		t.Errorf("%v are left before anything is known", left)
	}
	for i := range packages {
		now = now.Add(took(time.Second))
		turns.Measured(now)
		if i%3 < 2 {
			waiting++
		}
		for turns.Judge() && waiting > 0 {
			judge()
		}
	}
	for waiting > 0 {
		judge()
	}
	for i, e := range all {
		left := now.Sub(e.at)
		if ratio := float64(e.left) / float64(left); i >= 4 && left > 20*time.Second && (ratio < 2.0/3 || ratio > 1.5) {
			t.Errorf("unit %d of %d: %v left, estimated %v", i, judged, left, e.left)
		}
	}
	if all[0].left >= 0 {
		t.Errorf("%v are left before anything was judged", all[0].left)
	}
}

// TestMerge: what workloads reach may come in parts.
func TestMerge(t *testing.T) {
	var parts, whole Reach
	var workloads []record.Workload
	var allocs []record.Alloc
	for i := range 3 {
		w := record.Workload{Name: fmt.Sprint("Benchmark", i), Package: "m/p", Kind: record.KindBenchmark, Ops: 1}
		a := record.Alloc{Workload: w.Name, Package: w.Package, Phase: record.PhaseSteady, Objects: 1, Stack: []record.Frame{{Function: "m/p.F", File: "p/p.go"}}}
		workloads, allocs = append(workloads, w), append(allocs, a)
		var part Reach
		part.Add([]record.Workload{w}, []record.Alloc{a})
		parts.Merge(&part)
	}
	whole.Add(workloads, allocs)
	if !reflect.DeepEqual(parts, whole) {
		t.Errorf("got %v, want %v", parts, whole)
	}
}
