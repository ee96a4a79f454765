package text

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/unheap/unheap/internal/record"
)

// A column is shortened as far as its entries can still be told apart.
func TestShrink(t *testing.T) {
	for _, tt := range []struct {
		width      int
		name, want []string
	}{
		{40, []string{"name", "DecodeLarge"}, []string{"name", "DecodeLarge"}},
		{14, []string{"name", "ParseVeryLargeInput", "Encode"}, []string{"name", "Pars…nput", "Encode"}},
		{14, []string{"name", "CheckUnaryFail", "CheckCaretFail", "CheckCaretFail"}, []string{"name", "Check…yFail", "Check…tFail", "Check…tFail"}},
	} {
		g := newGrid(cells(tt.name[0], "4 B"))
		for _, name := range tt.name[1:] {
			g.add(cells(name, "1"))
		}
		g.shrink(0, tt.width)
		var got []string
		for _, row := range g.rows {
			got = append(got, row[0].text)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%v in %d columns (-want +got):\n%s", tt.name, tt.width, diff)
		}
	}
}

// What has the same reason stands together, in the order of the first of each.
func TestGather(t *testing.T) {
	of := func(id string, o record.Outcome, reason string) *record.Verdict {
		return &record.Verdict{Candidate: record.Candidate{ID: id}, Outcome: o, Reason: reason}
	}
	var got []string
	for _, v := range gather([]*record.Verdict{
		of("a", record.Differs, "x"), of("b", record.Differs, "x"),
		of("c", record.NoGain, "no less"), of("d", record.NoGain, "more in F"), of("e", record.NoGain, "no less"),
		of("f", record.NotExercised, "not in F"), of("g", record.NotExercised, "not in G"),
	}) {
		got = append(got, v.Candidate.ID)
	}
	if want := []string{"a", "b", "c", "e", "d", "f", "g"}; !slices.Equal(got, want) {
		t.Errorf("gathered %v, want %v", got, want)
	}
}

// Of many candidates with one reason some are named and the others counted.
func TestPlaces(t *testing.T) {
	var alike []*record.Verdict
	for i := range shownPlaces + 3 {
		alike = append(alike, &record.Verdict{Candidate: record.Candidate{Rewrite: "presize", Pos: record.Position{File: "a.go", Line: 1 + i, Column: 2}}})
	}
	r := &run{}
	for n, want := range map[int]string{
		1:               "a.go:1:2  presize",
		2:               "a.go:1:2  presize, a.go:2:2  presize",
		shownPlaces + 2: "a.go:14:2  presize",
		shownPlaces + 3: "a.go:12:2  presize and 3 more (-v lists them)",
	} {
		if got := r.places(alike[:n]); !strings.HasSuffix(got, want) {
			t.Errorf("%d: got %q, want it to end in %q", n, got, want)
		}
	}
}

// A row says what is on the heap since it is, and how often its path runs.
func TestHoldsAndRuns(t *testing.T) {
	var out bytes.Buffer
	h := New(&out, Options{Width: 100})
	w := record.Workload{Name: "BenchmarkP", Package: "m/p", Kind: record.KindBenchmark, Ops: 100, Objects: 400}
	site := func(id string, line int, holder string) *record.Site {
		return &record.Site{
			ID: id, Pos: record.Position{File: "p/p.go", Line: line}, Package: "m/p", Function: "m/p.F", Expr: id, Match: record.Measured, Mechanism: "stored",
			Holder: holder, Usage: []record.Usage{{Workload: w.Name, Package: w.Package, Objects: 100, Bytes: 1600, Requested: 1600}},
		}
	}
	all := []*record.Site{site("a", 1, ""), site("b", 2, "a"), site("c", 3, "b"), site("d", 4, "")}
	all[3].Path = &record.Path{Workload: w.Name, Package: w.Package, Text: "4/op, in each call of p.F"}
	err := errors.Join(h.Config(&record.Config{Protocol: record.Protocol, Command: []string{"find"}}), h.Workload(&w))
	for _, s := range all {
		err = errors.Join(err, h.Site(s))
	}
	if err := errors.Join(err, h.Close()); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(out.String()), " ")
	for _, want := range []string{
		"holds 2 more sites, on the heap since it is, of 2 allocs/op: p/p.go:2 b, p/p.go:3 c",
		"holds 1 more site, on the heap since it is, of 1 allocs/op: p/p.go:3 c",
		"runs 4/op, in each call of p.F",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
	if n := strings.Count(text, " holds "); n != 2 {
		t.Errorf("%d rows hold others, want 2", n)
	}
}
