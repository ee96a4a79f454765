package mechanism

import (
	"testing"

	"github.com/unheap/unheap/internal/record"
)

func TestRuns(t *testing.T) {
	away := record.Position{File: "p/p.go", Line: 9}
	for _, tt := range []struct {
		objects int64 // of 100 operations
		path    *record.Path
		want    string
	}{
		{100, nil, ""},
		{100, &record.Path{Ops: 10, Times: 10, Calls: 10}, "1/op, in each call of p.F; each makes an object"},
		{100, &record.Path{Ops: 10, Times: 10, Calls: 250}, "1/op, in 4 % of the 25 calls of p.F; each makes an object"},
		{50, &record.Path{Ops: 10, Times: 250, Calls: 10}, "25/op, in one call of p.F; 2 % of them make an object"},
		{300, &record.Path{Ops: 10, Times: 15, Calls: 15, AwayPos: away}, "1.5/op, in each call of p.F; each makes 2 objects; p/p.go:9, by which it gets away, did not run"},
		{100, &record.Path{Ops: 10, Times: 10, Calls: 10, Away: 1, AwayPos: away}, "1/op, in each call of p.F; each makes an object; p/p.go:9, by which it gets away, ran in 10 % of them"},
		{100, &record.Path{Ops: 10, Times: 10, Calls: 10, Away: 10, AwayPos: away}, "1/op, in each call of p.F; each makes an object"},
		{100, &record.Path{Ops: 10, Times: 12345}, "1,235/op; 0.08 % of them make an object"},
		{3, &record.Path{Ops: 10, Calls: 10}, "not once in the 10 operations in which that was counted"},
	} {
		if tt.path != nil {
			tt.path.Workload, tt.path.Package = "BenchmarkF", "p"
		}
		s := &record.Site{Function: "example.com/p.F", Path: tt.path, Usage: []record.Usage{{Workload: "BenchmarkF", Package: "p", Objects: tt.objects}}}
		w := []*record.Workload{{Name: "BenchmarkG", Package: "p", Ops: 1}, {Name: "BenchmarkF", Package: "p", Ops: 100}}
		if got := Runs(s, w); got != tt.want {
			t.Errorf("%+v: got %q, want %q", tt.path, got, tt.want)
		}
	}
}

// What gets away by a line that did not run is copied there, if it is a variable and the
// line is known.
func TestUnused(t *testing.T) {
	site := func(change func(*record.Site)) *record.Site {
		s := &record.Site{Pos: record.Position{File: "p/p.go", Line: 3}, Expr: "text", Kind: record.PointVariable}
		s.Path = &record.Path{Ops: 10, Times: 10, Calls: 10, AwayPos: record.Position{File: "p/p.go", Line: 9}}
		change(s)
		return s
	}
	for name, s := range map[string]*record.Site{
		"":            site(func(*record.Site) {}),
		"not counted": site(func(s *record.Site) { s.Path = nil }),
		"it ran":      site(func(s *record.Site) { s.Path.Away = 1 }),
		"no line":     site(func(s *record.Site) { s.Path.AwayPos = record.Position{} }),
		"never made":  site(func(s *record.Site) { s.Path.Times = 0 }),
		"an object":   site(func(s *record.Site) { s.Kind = record.PointNew }),
	} {
		want := ""
		if name == "" {
			want = "copy text on that path, before line 9, and pass on the copy"
		}
		if got := Unused(s); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}
