package mechanism

import (
	"testing"

	"github.com/unheap/unheap/internal/record"
)

// To let callers make what a function returns helps where it gets away only by that, and
// where they can have it to themselves.
func TestReturnedOnly(t *testing.T) {
	const head = "package p; type T struct{ n int }; type I interface{ M() }; func (*T) M() {}; var kept []*T; type H struct{ t *T }; var cold func(*T)\nfunc f() *T { return /*@*/&T{} }\n"
	const returned = "escapes &T{} | ~r0 <- &{storage for &T{}}: return &T{} (return)"
	for _, tt := range []struct {
		code, heap string
		want       bool
	}{
		{"func g() int { t := f(); return t.n }", returned, true},
		{"func g() { kept = append(kept, f()) }", returned, false},
		{"func g(h *H) { h.t = f() }", returned, false},
		{"func g() I { return f() }", returned, false},
		{"func g() { var i I; i = f(); i.M() }", returned, false},
		{"func g() *T { return f() }", returned, true},
		{"func g(n int) *T { if n > 0 { return nil }; return f() }", returned, false},
		{"func g() int { t := f(); return t.n }", "escapes &T{} | {heap} <- &{storage for &T{}}: cold(&T{}) (call parameter)", false},
	} {
		src, pos := check(t, head+tt.code+"\n")
		s := record.Site{
			Pos: pos, Function: "p.f", Match: record.Measured, Kind: record.PointAddrLiteral, Expr: "&T{}", Decisions: []record.Decision{decision(tt.heap, pos)},
			Callers: []record.Caller{{Frames: []record.Frame{{Function: "p.g", File: "p.go", Line: 3}}, Objects: 1}},
		}
		explain(&s, src, nil)
		if got := returnedOnly(&s, src); got != tt.want {
			t.Errorf("%s %s: %t", tt.code, s.Mechanism, got)
		}
	}
}

// To make an object where it is kept saves something only if it is not kept on some path
// that does not fail.
func TestUnkept(t *testing.T) {
	const head = "package p\n\ntype T struct{ n int }\n\nvar kept *T\n\nfunc myErr(string)\n\n"
	for _, tt := range []struct {
		code string
		line int
		want bool
	}{
		{"func f(n int) *T { t := /*@*/&T{}; if n > 0 { myErr(\"n\"); return nil }; return t }", 0, false},
		{"func f(n int) *T { t := /*@*/&T{}; if n > 0 { if n > 1 { myErr(\"m\") } else { myErr(\"n\") }; return nil }; return t }", 0, false},
		{"func f(n int) *T { t := /*@*/&T{}; t.n = n\nif n > 0 { return nil }; return t }", 10, true},
		{"func f(n int) *T { t := /*@*/&T{}; if n > 0 { return t }; t.n++; return t }", 0, false},
		{"func f(n int) { for { t := /*@*/&T{}; t.n++; if n > 0 { myErr(\"n\"); break }; kept = t } }", 0, false},
		{"func f(n int) { t := /*@*/&T{}; if n > 0 { kept = t } }", 0, true},
		{"func g(*T); func f(n int) { t := /*@*/&T{}; g(t)\nif n > 0 { return }; kept = t }", 10, true},
	} {
		src, pos := check(t, head+tt.code+"\n")
		line, ok := src.unkept(&record.Site{Pos: pos, Kind: record.PointAddrLiteral})
		if line != tt.line || ok != tt.want {
			t.Errorf("%s: line %d, %t", tt.code, line, ok)
		}
	}
}
