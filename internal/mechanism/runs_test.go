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
		{100, &record.Path{Ops: 10, Times: 10, Calls: 10}, "1/op, in each call of p.F; each makes an object"},
		{100, &record.Path{Ops: 10, Times: 10, Calls: 250}, "1/op, in 4 % of the 25 calls of p.F; each makes an object"},
		{50, &record.Path{Ops: 10, Times: 250, Calls: 10}, "25/op, in one call of p.F; 2 % of them make an object"},
		{300, &record.Path{Ops: 10, Times: 15, Calls: 15, AwayPos: away}, "1.5/op, in each call of p.F; each makes 2 objects; p/p.go:9, by which the compiler says it gets away, did not run"},
		{100, &record.Path{Ops: 10, Times: 10, Calls: 10, Away: 1, AwayPos: away}, "1/op, in each call of p.F; each makes an object; p/p.go:9, by which the compiler says it gets away, ran in 10 % of them"},
		{100, &record.Path{Ops: 10, Times: 10, Calls: 10, Away: 10, AwayPos: away}, "1/op, in each call of p.F; each makes an object"},
		{100, &record.Path{Ops: 10, Times: 12345}, "1,235/op; 0.08 % of them make an object"},
		{3, &record.Path{Ops: 10, Calls: 10}, "not once in the 10 operations in which that was counted"},
		{3, &record.Path{Ops: 1, Calls: 1}, "not once in the operation in which that was counted"},
	} {
		s := &record.Site{Function: "example.com/p.F", Path: tt.path, Usage: []record.Usage{{Workload: "BenchmarkF", Package: "p", Objects: tt.objects}}}
		s.Usage = append([]record.Usage{{Workload: "BenchmarkG", Package: "p", Objects: 1}}, s.Usage...)
		w := &record.Workload{Name: "BenchmarkF", Package: "p", Ops: 100}
		if got := Runs(s, w); got != tt.want {
			t.Errorf("%+v: got %q, want %q", tt.path, got, tt.want)
		}
	}
}

// What gets away by a statement that did not run is copied there, if it is a variable, the
// statement is known, and nothing else of the function lets it get away.
func TestUnused(t *testing.T) {
	const head = "package p\n\nvar hook func(*[9]int)\n\nfunc f(cold bool) int {\n\tvar /*@*/text [9]int\n\ttext[1]++\n\tif cold {\n\t\thook(&text)\n\t}\n"
	for _, tt := range []struct {
		name, rest string
		change     func(*record.Site)
		want       string
	}{
		{"alone", "return text[0]", func(*record.Site) {}, "copy text on that path, before line 9, and pass on the copy"},
		{"besides", "hook(&text); return 0", func(*record.Site) {}, ""},
		{"captured", "func() { text[0]++ }(); return 0", func(*record.Site) {}, ""},
		{"not counted", "return text[0]", func(s *record.Site) { s.Path = nil }, ""},
		{"it ran", "return text[0]", func(s *record.Site) { s.Path.Away = 1 }, ""},
		{"no line", "return text[0]", func(s *record.Site) { s.Path.AwayPos = record.Position{} }, ""},
		{"never made", "return text[0]", func(s *record.Site) { s.Path.Times = 0 }, ""},
		{"an object", "return text[0]", func(s *record.Site) { s.Kind = record.PointNew }, ""},
	} {
		src, at := check(t, head+"\t"+tt.rest+"\n}\n")
		s := &record.Site{Pos: at, Expr: "text", Kind: record.PointVariable}
		s.Path = &record.Path{Ops: 10, Times: 10, Calls: 10, AwayPos: record.Position{File: "p.go", Line: 9, Column: 7}}
		tt.change(s)
		if got := src.unused(s); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
