package mechanism

import (
	"fmt"
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/record"
)

// Who took from an empty pool gives back what he took by a deferred function, by a
// function or method that puts it, or out of the field that has it.
func TestTaken(t *testing.T) {
	const head = `package p; import "sync"; type T struct{ next *T }; type H struct{ t *T }; func use(*T); var kept chan *T
var pool = sync.Pool{New: func() any { return /*@*/&T{} }}
`
	const (
		lost = "Put on every path what Get returned"
		more = "more are taken at once than come back, or collections empty the pool in between: take one for more work"
		whom = "see that whoever has it in the end puts it back"
	)
	for _, tt := range []struct{ code, who, remedy string }{
		{"func f() { t := pool.Get().(*T); use(t) }", "does not put it back", lost},
		{"func f() { t := pool.Get().(*T); use(t); pool.Put(t) }", "puts it back in line 3", more},
		{"func f(n int) {\nt := pool.Get().(*T)\nif n > 0 { return }\npool.Put(t) }", "returns in line 5 without Put", lost},
		{"func f(n int) {\nt := pool.Get().(*T)\nif n > 0 { return }\ndefer pool.Put(t) }", "returns in line 5 without Put", lost},
		{"func f() { t, ok := pool.Get().(*T); if !ok { return }; use(t); pool.Put(t) }", "puts it back in line 3", more},
		{"func f() { v := pool.Get(); if v == nil { return }; t := v.(*T); use(t); pool.Put(t) }", "puts it back in line 3", more},
		{"func f() { t := pool.Get().(*T); defer func() { t.next = nil; pool.Put(t) }(); use(t) }", "puts it back", more},
		{"func f() { t := pool.Get().(*T); defer func(t *T) { pool.Put(t) }(t); use(t) }", "puts it back", more},
		{"func f() { t := pool.Get().(*T); defer func() { use(t) }() }", "does not put it back", lost},
		{"func end(t *T) { t.next = nil; pool.Put(t) }; func f() { t := pool.Get().(*T); defer end(t); use(t) }", "puts it back", more},
		{"func end(t *T) { t.next = nil }; func f() { t := pool.Get().(*T); defer end(t); use(t) }", "does not put it back", lost},
		{"func (t *T) end() { pool.Put(t) }; func f() { t := pool.Get().(*T); use(t); t.end() }", "puts it back in line 3", more},
		{"func end[U any](p *sync.Pool, v U) { p.Put(v) }; func f() { t := pool.Get().(*T); defer end(&pool, t) }", "puts it back", more},
		{"func end(t *T) int { pool.Put(t); return 1 }; func f() int { t := pool.Get().(*T); return end(t) }", "puts it back in line 3", more},
		{"func (t *T) write() { pool.Put(t) }; func end(v any) { var t *T; if tt, ok := v.(*T); ok { t = tt }; t.write() }; func f() { t := pool.Get().(*T); end(t) }", "puts it back in line 3", more},
		{"func f(h *H) { t := pool.Get().(*T); defer func() { h.t = nil; pool.Put(t) }(); h.t = t }", "puts it back", more},
		{"func (h *H) f() { h.t = pool.Get().(*T) }", "keeps it in h.t", "Put it when what has it in h.t is done: it comes back only from there"},
		{"func (h *H) f() { h.t = pool.Get().(*T) }; func (h *H) end() { pool.Put(h.t) }", "keeps it in h.t, from where end puts it back (line 3)", "it comes back when end is called: see that each path does"},
		{"func f() *H { return &H{t: pool.Get().(*T)} }; func (h *H) end() { t := h.t; pool.Put(t) }", "keeps it in H{…}, from where end puts it back (line 3)", "it comes back when end is called: see that each path does"},
		{"func f() { t := pool.Get().(*T); kept <- t }", "hands it on in line 3", whom},
		{"func f() (*T, func()) { t := pool.Get().(*T); return t, func() { pool.Put(t) } }", "hands it on with a function that puts it back", whom},
		{"func f() func() { return func() { t := pool.Get().(*T); use(t) } }", "does not put it back", lost},
	} {
		src, pos := check(t, head+tt.code+"\n")
		line := strings.Count(head+tt.code[:strings.Index(tt.code, "pool.Get")], "\n") + 1
		s := record.Site{Pos: pos, Match: record.Measured, Kind: record.PointAddrLiteral, Callers: []record.Caller{{
			Frames: []record.Frame{{Function: "p.f", File: "p.go", Line: line}}, Pool: true, Objects: 1,
		}}}
		explain(&s, src, nil)
		want := fmt.Sprintf("the pool held nothing, so Get called New for p.f (p.go:%d), which %s", line, tt.who)
		if s.Why != want || s.Remedy != tt.remedy {
			t.Errorf("%s\n got %s: %s\nwant %s: %s", tt.code, s.Why, s.Remedy, want, tt.remedy)
		}
	}
}
