package mechanism

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/unheap/unheap/internal/record"
)

// The compiler's text of an expression is shown as source is written.
func TestClean(t *testing.T) {
	for _, tt := range []struct{ expr, want string }{
		{"append(b, ... argument...)", "append(b, …)"},
		{"make(items[*example.com/a/btree.node[go.shape.int]], n)", "make(items[*btree.node[int]], n)"},
		{"(*Tree[go.shape.int]).Put(t, &.dict.Tree[int], item)", "(*Tree[int]).Put(t, item)"},
		{"f(x, &.dict.Tree[int])", "f(x)"},
		{"list.l, list..dict, list.e := l, (*[34]uintptr)(list..dict[1]), &e", "list.l, list.e := l, &e"},
		{"g(.dict, x)", "g(x)"},
		{"g(c.dict, x)", "g(c.dict, x)"}, // a field of that name
		{"total / n", "total / n"},
		{`open("a/b/c")`, `open("a/b/c")`},
	} {
		if got := clean(tt.expr); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.expr, got, tt.want)
		}
	}
}

// A flow is told in the words of the source, without what only the compiler
// sees.
func TestChain(t *testing.T) {
	const code = "package p\n\ntype s struct{ p *int; b []byte }\n\nvar g s\n\nfunc keep(p *int, n int)\n\n"
	for _, tt := range []struct{ name, code, verdict, want string }{{
		name: "a pointer that the next step shows", code: "func f() { var x int; g.p /*@*/= &x }",
		verdict: "moved x | {heap} <- &x: &x (address-of) | {heap} <- &x: g.p = &x (assign)",
		want:    "it is assigned: g.p = &x",
	}, {
		name: "the result of an inlined call", code: "func h() []byte; func f() { g.b /*@*/= h() }",
		verdict: "escapes make | h.~r0 <- m: h.~r0 = m (assign) | {heap} <- h.~r0: g.b = h.~r0 (assign)",
		want:    "it is assigned: g.b = h()",
	}, {
		name: "the parameters of an inlined call", code: "func f() { var x int; keep/*@*/(&x, 1) }",
		verdict: "moved x | io.p <- &x: io.p, io.n := &x, 1 (assign-pair) | {heap} <- io.p: io.last = io.p (assign)",
		want:    "it is passed on as p; it is assigned: last = p",
	}, {
		name: "a pair of the source", code: "func f() { var x int; p, n /*@*/:= &x, 1; _, _ = p, n }",
		verdict: "moved x | p <- &x: p, n := &x, 1 (assign-pair)",
		want:    "it is assigned: p, n := &x, 1",
	}, {
		name: "a call", code: "func f() { var x int; keep/*@*/(&x, 1) }",
		verdict: "moved x | {heap} <- &x: keep(&x, 1) (call parameter)",
		want:    "it is passed on: keep(&x, 1)",
	}, {
		name: "a call within an inlined one", code: "func f() { var x int; keep/*@*/(&x, 1) }",
		verdict: "moved x | {heap} <- io.p: io.Send(io.p) (call parameter)",
		want:    "it is passed on: io.Send(p), which keep calls",
	}, {
		name: "a name that ends in the same", code: "func f() { var x int; keep/*@*/(&x, 1) }",
		verdict: "moved x | {heap} <- io.p: io.upkeep(io.p, io.n.x) (call parameter)",
		want:    "it is passed on: io.upkeep(p, n.x), which keep calls",
	}} {
		src, pos := check(t, code+tt.code+"\n")
		d := decision(tt.verdict, pos)
		for i := range d.Flow { // the compiler's position is that of the mark
			d.Flow[i].Pos = pos
		}
		d.Inlined = []string{"io.Send"}
		f := newFacts(&record.Site{Pos: pos, Function: "p.f", Decisions: []record.Decision{d}}, src)
		var got []string
		for _, step := range f.chain() {
			got = append(got, step.Text)
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, "; ")); diff != "" {
			t.Errorf("%s:\n%s", tt.name, diff)
		}
	}
}

// Where a copy of a function gets away as the function itself does, its own
// lines are shown; a line of another file is named with it.
func TestOwnLines(t *testing.T) {
	own := record.Position{File: "a/a.go", Line: 3, Column: 4}
	copied := record.Position{File: "a/b_test.go", Line: 40, Column: 9}
	site := record.Site{Pos: own, Function: "m/a.f", Kind: record.PointVariable, Match: record.Measured, Primitive: "runtime.newobject"}
	for _, tt := range []struct {
		decisions []record.Decision
		want      string
	}{
		{[]record.Decision{
			decision("moved x | {heap} <- &x: g = &x (assign)", own),
			decision("moved x | {heap} <- &x: g = &x (assign)", copied),
		}, "x is kept beyond the call by g = &x (line 3)"},
		{[]record.Decision{
			decision("moved x | ~r0 <- &x: return &x (return)", own),
			decision("moved x | {heap} <- &x: h = &x (assign)", copied),
		}, "x is kept beyond the call by h = &x (a/b_test.go:40)"},
	} {
		s := site
		s.Decisions = tt.decisions
		Explain(&s, nil, nil)
		if s.Why != tt.want {
			t.Errorf("got  %s\nwant %s", s.Why, tt.want)
		}
	}
}

// What package testing makes to run a benchmark, a library in a goroutine of
// its own, and the runtime is nobody's to remove.
func TestNotRemovable(t *testing.T) {
	at := record.Position{File: "a/a_test.go", Line: 3}
	for _, tt := range []struct {
		site      record.Site
		mechanism string
		removable Removable
	}{
		{record.Site{Pos: at, Function: "m/a.BenchmarkX", Callee: "testing.(*B).RunParallel"}, Testing, No},
		{record.Site{Pos: at, Function: "m/a.BenchmarkX", Callee: "testing.(*common).TempDir"}, Testing, Yes},
		{record.Site{Pos: record.Position{File: "testing/benchmark.go", Line: 9}, Function: "testing.(*B).launch"}, Testing, No},
		{record.Site{Pos: record.Position{File: "testing/benchmark.go", Line: 9}, Function: "testing.(*B).launch", Primitive: "runtime.allocm"}, Runtime, No},
		{record.Site{Pos: record.Position{File: "net/http/server.go", Line: 9}, Function: "net/http.(*conn).serve"}, Callee, No},
		{record.Site{Pos: at, Function: "m/a.F", Callee: "fmt.Sprintf", Primitive: "sync.(*Pool).pinSlow"}, Runtime, No},
	} {
		s := tt.site
		Explain(&s, nil, nil)
		m, _ := Lookup(tt.mechanism)
		if s.Mechanism != tt.mechanism || s.Removable != string(tt.removable) {
			t.Errorf("%+v: got %s, removable %s", tt.site, s.Mechanism, s.Removable)
		}
		if tt.mechanism == Runtime && s.Remedy != m.Remedy {
			t.Errorf("%+v: remedy %q", tt.site, s.Remedy)
		}
	}
}

// Of a conversion that was never reached only the types say which it is.
func TestConversionNotReached(t *testing.T) {
	const head = "package p\n\nvar b []byte; var s string; var r []rune; var n int; var sink any\n\n"
	for code, want := range map[string]string{
		"sink = string/*@*/(b)":        BytesToString,
		"sink = []byte/*@*/(s)":        StringToBytes,
		"sink = []rune/*@*/(s)":        Runes,
		"sink = string/*@*/(r)":        Runes,
		"sink = string/*@*/(rune(n))":  Runes,
		"sink = []byte/*@*/(\"text\")": StringToBytes,
	} {
		src, pos := check(t, head+"func f() { "+code+" }\n")
		s := record.Site{Pos: pos, Kind: record.PointConvert, Match: record.Unmeasured, Function: "p.f"}
		explain(&s, src, nil)
		if s.Mechanism != want {
			t.Errorf("%s: got %q, want %q", code, s.Mechanism, want)
		}
	}
}
