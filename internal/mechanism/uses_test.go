package mechanism

import (
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/record"
)

// What is done with the result of f, or F, by who asks it in line 5, and behind h by who asks
// that in line 7; with a remedy only where the function may be changed.
func TestUsed(t *testing.T) {
	const other = "func h(b []byte) bool { return g(b) != nil }"
	for _, tt := range []struct {
		name, function, line5, line7 string
		change                       func(*record.Site)
		why                          string
		remedy                       bool
	}{
		{"compared", "f(b []byte) string", `func g(b []byte) bool { return f(b) == "x" }`, "", nil, "; p.g (p.go:5) only compares it", true},
		{"exported", "F(b []byte) string", `func g(b []byte) bool { return F(b) == "x" }`, "", nil, "; p.g (p.go:5) only compares it", false},
		{"looked up", "f(b []byte) string", `func g(b []byte) bool { return m[f(b)] }`, "", nil, "; p.g (p.go:5) only looks it up in a map", true},
		{"made a key", "f(b []byte) string", `func g(b []byte) { m[f(b)] = true }`, "", nil, "", false},
		{"used twice", "f(b []byte) string", `func g(b []byte) bool { return m[f(b)] && f(b) == "x" }`, "", nil, "", false},
		{"handed on", "f(b []byte) string", `func g(b []byte) string { s := f(b); return s }`, `func h(b []byte) bool { return g(b) == "x" }`, nil, "; p.h (p.go:7) only compares it", true},
		{"in a literal", "f(b []byte) string", `func g(b []byte) func() string { s := f(b); return func() string { return s } }`, other, nil, "", false},
		{"a string ranged over", "f(b []byte) string", `func g(b []byte) { for range f(b) { } }`, "", nil, "; p.g (p.go:5) only ranges over it", false},
		{"bytes ranged over", "f(b string) []byte", `func g(b string) { for range f(b) { } }`, "", nil, "; p.g (p.go:5) only ranges over it", true},
		{"written", "f(b []byte) string", `func g(b []byte) { WriteString(nil, f(b)) }`, "", nil, "; p.g (p.go:5) only writes it", true},
		{"written into", "f(b []byte) any", `func g(b []byte) { WriteString(f(b), "x") }`, "", nil, "", false},
		{"by others", "f(b []byte) string", `func g(b []byte) bool { return f(b) == "x" }`, "", func(s *record.Site) { s.Callers[0].Frames[0].Others = true }, "", false},
		{"by a test", "f(b []byte) string", `func g(b []byte) bool { return f(b) == "x" }`, "", func(s *record.Site) { s.Callers[0].Frames[0].File = "p_test.go" }, "", false},
		{"of a test", "f(b []byte) string", `func g(b []byte) bool { return f(b) == "x" }`, "", func(s *record.Site) { s.Callers[0].Frames[0].File, s.Test = "p_test.go", true }, "; p.g (p_test.go:5) only compares it", true},
		{"by several", "f(b []byte) string", `func g(b []byte) bool { return f(b) == "x" }`, `func h(b []byte) int { return len(f(b)) }`, func(s *record.Site) {
			s.Callers = []record.Caller{{Frames: s.Callers[0].Frames[:1], Objects: 3}, {Frames: s.Callers[0].Frames[1:], Objects: 1}}
		}, "; p.g (p.go:5), for whom 75 % of them are made, only compares it", false},
		{"by many", "f(b []byte) string", `func g(b []byte) bool { return f(b) == "x" }`, `func h(b []byte) int { return len(f(b)) }`, func(s *record.Site) {
			s.Callers = []record.Caller{{Frames: s.Callers[0].Frames[:1], Objects: 3}, {Frames: s.Callers[0].Frames[1:], Objects: 30}}
		}, "", false},
	} {
		name, _, _ := strings.Cut(tt.function, "(")
		result := tt.function[strings.LastIndexByte(tt.function, ')')+2:]
		src, at := check(t, "package p\n\nfunc "+tt.function+" { return "+result+"/*@*/(b) }\n\n"+tt.line5+"\n\n"+tt.line7+"\n\nvar m map[string]bool\n\nfunc WriteString(w any, s string)\n")
		src.others = func(string) source { return src }
		s := &record.Site{Pos: at, Expr: result + "(b)", Function: "p." + name}
		s.Callers = []record.Caller{{Frames: []record.Frame{{Function: "p.g", File: "p.go", Line: 5}, {Function: "p.h", File: "p.go", Line: 7}}, Objects: 1}}
		if tt.change != nil {
			tt.change(s)
		}
		found := finding{mechanism: BytesToString}
		remedy := newFacts(s, src).used(&found)
		if found.why != tt.why || (remedy != "") != tt.remedy {
			t.Errorf("%s: got %q and remedy %q, want %q", tt.name, found.why, remedy, tt.why)
		}
	}
}

// What make is given is to be constant, and small where it is for a map.
func TestFits(t *testing.T) {
	for text, want := range map[string]bool{
		"make/*@*/([]int, 9)": true, "make/*@*/([]int, n)": false, "make/*@*/([]int, 0, n)": false,
		"make/*@*/(map[int]int)": true, "make/*@*/(map[int]int, 8)": true, "make/*@*/(map[int]int, 9)": false, "make/*@*/(map[int]int, n)": false,
		"/*@*/map[int]int{1: 1}": true, "/*@*/map[int]int{1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 9: 1}": false,
	} {
		src, at := check(t, "package p\n\nvar n = 3\n\nvar v = "+text+"\n")
		s := &record.Site{Pos: at, Kind: record.PointMakeMap}
		switch {
		case strings.HasPrefix(text, "/"):
			s.Kind = record.PointMapLiteral
		case strings.Contains(text, "([]"):
			s.Kind = record.PointMakeSlice
		}
		if got := newFacts(s, src).fits(); got != want {
			t.Errorf("%s: fits %v", text, got)
		}
	}
}
