package record

import (
	"math"
	"strings"
	"testing"
)

// use is objects, bytes and cost of one operation of a workload of package p.
func use(workload string, objects, bytes int64, cost float64) Usage {
	return Usage{Package: "p", Workload: workload, Objects: objects, Bytes: bytes, Cost: cost}
}

func TestShares(t *testing.T) {
	one := []*Workload{{Package: "p", Name: "A", Kind: KindBenchmark, Ops: 1, Objects: 4}}
	two := append(one[:1:1], &Workload{Package: "p", Name: "B", Kind: KindBenchmark, Ops: 1, Objects: 1000})
	rare := append(one[:1:1], &Workload{Package: "p", Name: "B", Kind: KindBenchmark, Ops: 1000, Objects: 250})
	tests := []*Workload{
		{Package: "p", Name: "TestA", Kind: KindTest, Ops: 1, Objects: 10},
		{Package: "p", Name: "TestB", Kind: KindTest, Ops: 1, Objects: 90},
	}
	for _, tt := range []struct {
		name      string
		lens      Lens
		workloads []*Workload
		usage     [][]Usage // by site
		want      []float64
	}{
		{"nothing", ByCost, nil, [][]Usage{nil}, []float64{0}},
		{"by objects", ByObjects, one, [][]Usage{{use("A", 1, 90, 0)}, {use("A", 3, 10, 0)}}, []float64{0.25, 0.75}},
		{"by bytes", ByBytes, one, [][]Usage{{use("A", 1, 90, 0)}, {use("A", 3, 10, 0)}}, []float64{0.9, 0.1}},
		{"by cost", ByCost, one, [][]Usage{{use("A", 1, 90, 30)}, {use("A", 3, 10, 20)}}, []float64{0.6, 0.4}},
		{"no estimate: by objects", ByCost, one, [][]Usage{{use("A", 1, 90, 0)}, {use("A", 3, 10, 0)}}, []float64{0.25, 0.75}},
		{"one operation of each is added up", ByObjects, two, [][]Usage{{use("A", 250, 0, 0)}, {use("B", 750, 0, 0)}}, []float64{0.25, 0.75}},
		{"what costs the same has the same share", ByCost, two, [][]Usage{{use("A", 1, 0, 5)}, {use("B", 1, 0, 5)}, {use("B", 9, 0, 90)}}, []float64{0.05, 0.05, 0.9}},
		{"less than one per operation counts less", ByObjects, rare, [][]Usage{{use("A", 1, 0, 0)}, {use("B", 250, 0, 0)}}, []float64{0.8, 0.2}},
		{"tests count by what they cost", ByObjects, tests, [][]Usage{{use("TestA", 10, 0, 0)}, {use("TestB", 90, 0, 0)}}, []float64{0.1, 0.9}},
		{"tests of a package are one mean benchmark", ByObjects, append(tests[:2:2], one...), [][]Usage{{use("TestA", 10, 0, 0)}, {use("TestB", 90, 0, 0)}, {use("A", 4, 0, 0)}}, []float64{0.05, 0.45, 0.5}},
		{"other workloads do not count", ByObjects, one, [][]Usage{{use("A", 4, 0, 0)}, {use("Z", 4, 0, 0)}}, []float64{1, 0}},
	} {
		var sites []*Site
		for _, u := range tt.usage {
			sites = append(sites, &Site{Usage: u})
		}
		for i, got := range Shares(tt.lens, tt.workloads, sites) {
			if math.Abs(got-tt.want[i]) > 1e-12 {
				t.Errorf("%s: site %d has a share of %v, want %v", tt.name, i, got, tt.want[i])
			}
		}
	}
}

// TestWriteClass: what could not be compared asks for a look, unless tests run all that changed.
func TestWriteClass(t *testing.T) {
	safe := Candidate{Class: Safe}
	for want, verdicts := range map[Class][]Verdict{
		Safe: {{Candidate: safe}, {Candidate: safe, NoEquivalence: "it has no body", Reach: Part{Done: 2, Total: 2}}},
		Review: {{Candidate: Candidate{Class: Review}}, {Candidate: safe, NoEquivalence: "it has no body"},
			{Candidate: safe, NoEquivalence: "it has no body", Reach: Part{Done: 1, Total: 2}}},
	} {
		for _, v := range verdicts {
			if got := v.WriteClass(); got != want {
				t.Errorf("%+v: %s, want %s", v, got, want)
			}
		}
	}
}

// What is on the heap since a site is, is what it holds, and what that holds, and nobody is
// held by himself.
func TestHeldBy(t *testing.T) {
	site := func(id, holder string) *Site { return &Site{ID: id, Holder: holder} }
	all := []*Site{site("a", ""), site("b", "a"), site("c", "b"), site("d", "gone"), site("e", "f"), site("f", "e"), site("g", "a")}
	for of, want := range map[string]string{"a": "bcg", "b": "c", "c": "", "d": "", "e": "f", "ab": "cg", "ag": "bc"} {
		var sites []*Site
		for _, s := range all {
			if strings.Contains(of, s.ID) {
				sites = append(sites, s)
			}
		}
		got := ""
		for _, s := range HeldBy(all, sites...) {
			got += s.ID
		}
		if got != want {
			t.Errorf("%s holds %q, want %q", of, got, want)
		}
	}
}
