package mechanism

import (
	"cmp"
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/record"
)

// What is advised can be done where it is printed: nobody is told to use again what somebody
// has, what is used again already, nor to keep a value where a pointer is needed.
func TestReuse(t *testing.T) {
	const (
		keptSlice = "escapes x | {heap} <- x: t.s = x (assign)"
		passed    = "escapes x | {heap} <- x: g(x) (call parameter)"
	)
	for _, tt := range []struct {
		name, code string
		site       record.Site
		heap       string
		want       string
	}{{
		name: "room that results would share", code: "type w struct{ p []int }; func f(in []int, all []w) { var l []int; for _, v := range in { l = append/*@*/(l, v) }; for i := range all { all[i].p = append(l, all[i].p...) } }",
		site: record.Site{Kind: record.PointAppend}, want: "make([]int, 0, len(in)); but then append to l[:len(l):len(l)] in line 6",
	}, {
		name: "room that three would share", code: "func f(in []int) ([]int, []int, []int) { var l []int; for _, v := range in { l = append/*@*/(l, v) }; return l, append(l, 1),\nappend(l, 2) }",
		site: record.Site{Kind: record.PointAppend}, want: "in line 6 and 7, since the results would share its room",
	}, {
		name: "a lock is returned", code: "type t struct{ p sync.Pool }; func f() *t { return &/*@*/t{} }",
		site: record.Site{Kind: record.PointAddrLiteral, Primitive: "runtime.newobject"}, heap: "escapes &t{...} | ~r0 <- x: return &t{...} (return)", want: "^let the caller pass in where it goes",
	}, {
		name: "joined for another", code: "type w struct{ p []int }; func f(a, b *w) { a.p = append/*@*/(b.p, a.p...) }",
		site: record.Site{Kind: record.PointAppend}, want: "b.p is to stay as it is",
	}, {
		name: "appended to and returned", code: "func f(c chan int) []int { var l []int; for v := range c { l = append/*@*/(l, v) }; return l[1:] }",
		site: record.Site{Kind: record.PointAppend}, want: "give make the final capacity$",
	}, {
		name: "appended to and used here", code: "func f(c chan int) int { var l []int; for v := range c { l = append/*@*/(l, v) }; return len(l) }",
		site: record.Site{Kind: record.PointAppend}, want: "or take a slice from a sync.Pool",
	}, {
		name: "a field that is cut to nothing elsewhere", code: "type w struct{ p []int }; func (x *w) f() { x.p = append/*@*/(x.p, 1) }; func (x *w) reset() { x.p = x.p[:0] }",
		site: record.Site{Kind: record.PointAppend}, want: "it is cut and used again already",
	}, {
		name: "a field that is cut to what is left", code: "type w struct{ P []int }; func (x *w) f() { x.P = append/*@*/(x.P, 1) }; func (x *w) filter(n int) { x.P = x.P[:n] }",
		site: record.Site{Kind: record.PointAppend}, want: "give it the final capacity$",
	}, {
		name: "a batch", code: "type t struct{ s []int }; func (t *t) f() *int { if len(t.s) == 0 { t.s = make/*@*/([]int, 64) }; p := &t.s[0]; t.s = t.s[1:]; return p }",
		site: record.Site{Kind: record.PointMakeSlice, Primitive: "runtime.makeslice"}, heap: keptSlice, want: "it is one array for many already: a longer one",
	}, {
		name: "made where there is too little room", code: "type t struct{ s []int }; func (t *t) f(n int) { if cap(t.s) < n { t.s = make/*@*/([]int, n) } }",
		site: record.Site{Kind: record.PointMakeSlice, Primitive: "runtime.makeslice"}, heap: keptSlice, want: "it is made only where what is there has too little room",
	}, {
		name: "kept", code: "type t struct{ s []int }; func (t *t) f(n int) { t.s = make/*@*/([]int, n) }",
		site: record.Site{Kind: record.PointMakeSlice, Primitive: "runtime.makeslice"}, heap: keptSlice, want: "cut several slices of one type from one array$",
	}, {
		name: "passed on and returned", code: "func g([]byte); func f(n int) []byte { x := make/*@*/([]byte, n); g(x); return x }",
		site: record.Site{Kind: record.PointMakeSlice, Primitive: "runtime.makeslice"}, heap: passed, want: "it is handed out besides: let the caller pass in where it goes$",
	}, {
		name: "passed on, and a text of it returned", code: "func g([]byte); func f(n int) string { x := make/*@*/([]byte, n); g(x); return string(x) }",
		site: record.Site{Kind: record.PointMakeSlice, Primitive: "runtime.makeslice"}, heap: passed, want: "take it from a sync.Pool, where the function that is called does not keep it$",
	}, {
		name: "passed to who keeps it", code: "var k []*[1]int; func g(x *[1]int) { k = append(k, x) }; func f() { g/*@*/(&[1]int{}) }",
		site: record.Site{Kind: record.PointAddrLiteral, Primitive: "runtime.newobject", Expr: "&[1]int{}"}, heap: "escapes &[1]int{} | {heap} <- &{storage for &[1]int{}}: g(&[1]int{}) (call parameter)", want: "it is handed on besides",
	}, {
		name: "in a loop", code: "func g([]byte); func f(n int) { for range n { x := make/*@*/([]byte, n); g(x) } }",
		site: record.Site{Kind: record.PointMakeSlice, Primitive: "runtime.makeslice"}, heap: passed, want: "make it once, before the loop",
	}, {
		name: "in a loop, and used behind it", code: "func g(*int); func f(n int) int { var l *int; for range n { var /*@*/x int; g(&x); l = &x }; return *l }",
		site: record.Site{Kind: record.PointVariable, Primitive: "runtime.newobject"}, heap: "moved x | {heap} <- &x: g(&x) (call parameter)", want: "take it from a sync.Pool",
	}, {
		name: "appended by who is inlined", code: "func g([]byte); func f(n int) { x := make/*@*/([]byte, n); g(x) }",
		site: record.Site{Kind: record.PointMakeSlice, Primitive: "runtime.makeslice"}, heap: "escapes x | {heap} <- x: append(p.k, x) (call parameter)", want: "it is handed out besides",
	}, {
		name: "the bytes of a Buffer are returned", code: "func g(*bytes.Buffer); func f() []byte { x := &/*@*/bytes.Buffer{}; g(x); return x.Bytes() }",
		site: record.Site{Kind: record.PointAddrLiteral, Primitive: "runtime.newobject", Expr: "&bytes.Buffer{}"}, heap: passed, want: "it is handed on besides",
	}, {
		name: "one that is there goes before", code: "func g(*bytes.Buffer); func f(b *bytes.Buffer) []byte { var x *bytes.Buffer; if b != nil { x = b } else { x = &/*@*/bytes.Buffer{} }; g(x); return x.Bytes() }",
		site: record.Site{Kind: record.PointAddrLiteral, Primitive: "runtime.newobject", Expr: "&bytes.Buffer{}"}, heap: passed, want: "it is made only where there is no b",
	}, {
		name: "one that is not nil goes before", code: "func g(*bytes.Buffer); func f(b *bytes.Buffer) []byte { x := b; if x == nil { x = &/*@*/bytes.Buffer{} }; g(x); return x.Bytes() }",
		site: record.Site{Kind: record.PointAddrLiteral, Primitive: "runtime.newobject", Expr: "&bytes.Buffer{}"}, heap: passed, want: "it is made only where there is no b",
	}, {
		name: "a map of somebody", code: "func g() map[int]int { return nil }; func f(in []int) { m := g(); for _, v := range in { m/*@*/[v] = 1 } }",
		site: record.Site{Kind: record.PointMapAssign, Primitive: "runtime.mapassign_fast64"}, want: "it comes from g(): give it room there",
	}, {
		name: "a map of a library", code: "func f() { m := fmt.Header(); m/*@*/[1] = 1 }",
		site: record.Site{Kind: record.PointMapAssign, Primitive: "runtime.mapassign_fast64"}, want: "it comes from fmt.Header(), which gives it no room",
	}, {
		name: "returned, and kept by who calls", code: "type t struct{ n int }; func f() *t { return &/*@*/t{} }",
		site: record.Site{Kind: record.PointAddrLiteral, Primitive: "runtime.newobject", Expr: "&t{}"}, heap: "escapes &t{} | {heap} <- ~r0: k = ~r0 (assign)", want: "for callers that share no pointer to it",
	}, {
		name: "several arguments of fmt in a line", code: "func f(n int) { /*@*/fmt.Fprintf(nil, \"%d\", n, n) }",
		site: record.Site{Primitive: "runtime.convT64"}, want: "write texts and numbers without fmt",
	}, {
		name: "a map that is cleared", code: "func f(in [][]int) { m := map[int]int{}; for _, l := range in { clear(m); for _, v := range l { m/*@*/[v] = 1 } } }",
		site: record.Site{Kind: record.PointMapAssign, Primitive: "runtime.mapassign_fast64"}, want: "it is cleared and used again already",
	}, {
		name: "an interface is returned", code: "type i interface{ m() }; type t struct{ n int }; func (*t) m() {}; func f() i { return &/*@*/t{} }",
		site: record.Site{Kind: record.PointAddrLiteral, Primitive: "runtime.newobject", Expr: "&t{}"}, heap: "escapes &t{} | ~r0 <- &t{}: return &t{} (return)", want: "the result is an interface, for which a value would be an object too",
	}, {
		name: "it points to itself", code: "type t struct{ self *t }; var k *t; func f() { x := &/*@*/t{}; x.self = x; k = x }",
		site: record.Site{Kind: record.PointAddrLiteral, Primitive: "runtime.newobject", Expr: "&t{}"}, heap: "escapes &t{} | {heap} <- x: x.self = x (assign)", want: "it points to itself",
	}, {
		name: "it is kept as an interface", code: "type i interface{ m() }; type t struct{ n int }; func (*t) m() {}; var k i; func f() { x := &/*@*/t{}; k = x }",
		site: record.Site{Kind: record.PointAddrLiteral, Primitive: "runtime.newobject", Expr: "&t{}"}, heap: "escapes &t{} | {heap} <- x: k = x (assign)", want: "it is kept as an interface",
	}, {
		name: "it is kept twice", code: "type t struct{ n int }; var k, l []*t; func f() { x := &/*@*/t{}; k[0] = x; l[0] = x }",
		site: record.Site{Kind: record.PointAddrLiteral, Primitive: "runtime.newobject", Expr: "&t{}"}, heap: "escapes &t{} | {heap} <- x: k[0] = x (assign)", want: "who has the pointer may share it",
	}, {
		name: "it may be missing", code: "type t struct{ n *int }; func (t *t) has() bool { return t.n != nil }; func (t *t) f() { var /*@*/x int; t.n = &x }",
		site: record.Site{Kind: record.PointVariable, Primitive: "runtime.newobject"}, heap: "moved x | {heap} <- &x: t.n = &x (assign)", want: "nil says that there is no n: keep the value and a bool beside it",
	}, {
		name: "kept", code: "type t struct{ n int }; var k *t; func f() { x := &/*@*/t{}; k = x }",
		site: record.Site{Kind: record.PointAddrLiteral, Primitive: "runtime.newobject", Expr: "&t{}"}, heap: "escapes &t{} | {heap} <- x: k = x (assign)", want: "keep the value itself instead of a pointer to it",
	}, {
		name: "a literal for an interface", code: "type c interface{ m([]int) }; func f(x c, n int) { x.m([]int/*@*/{n}) }",
		site: record.Site{Kind: record.PointSliceLiteral, Primitive: "runtime.newobject", Expr: "[]int{n}"}, heap: "escapes []int{...} | {heap} <- x.m([]int{...}): x.m([]int{...}) (call parameter)", want: "take it from a sync.Pool, where the function that is called does not keep it",
	}, {
		name: "a large buffer", code: "func f(n int) int { x := make/*@*/([]byte, n); return len(x) }",
		site: record.Site{Kind: record.PointMakeSlice, Primitive: "runtime.makeslice", Usage: []record.Usage{{Objects: 1, Requested: 1 << 17}}}, heap: "stays make([]byte, n)", want: "take a buffer from a sync.Pool",
	}, {
		name: "a Buffer of the caller", code: "func f(b *bytes.Buffer) { b.WriteString/*@*/(\"x\") }",
		site: record.Site{Kind: record.PointCall, Callee: "bytes.(*Buffer).WriteString"}, want: "before the first write$",
	}, {
		name: "a Buffer of the function", code: "func f() string { var b bytes.Buffer; b.WriteString/*@*/(\"x\"); return b.String() }",
		site: record.Site{Kind: record.PointCall, Callee: "bytes.(*Buffer).WriteString"}, want: "or take the Buffer from a sync.Pool and Reset it$",
	}, {
		name: "a Buffer to be read", code: "func f(b []byte) { bytes.NewBuffer/*@*/(b) }",
		site: record.Site{Kind: record.PointCall, Callee: "bytes.NewBuffer"}, want: "where it is only read a bytes.Reader will do",
	}, {
		name: "a constructor of what has no Reset", code: "type r struct{}; func n() (*r, error) { return nil, nil }; func f() { n/*@*/() }",
		site: record.Site{Kind: record.PointCall, Callee: "io.Pipe"}, want: "it has no Reset",
	}, {
		name: "a constructor of what has one", code: "type r struct{}; func (*r) Reset() {}; func n() (*r, error) { return nil, nil }; func f() { n/*@*/() }",
		site: record.Site{Kind: record.PointCall, Callee: "crypto/sha3.New256"}, want: "keep one for many calls, with Reset",
	}, {
		name: "as long as the loop says", code: "func g([]byte); func f(n []int) { for i := range n { k := n[i]; x := make/*@*/([]byte, k); g(x) } }",
		site: record.Site{Kind: record.PointMakeSlice, Primitive: "runtime.makeslice"}, heap: passed, want: "keep one for all rounds of the loop",
	}, {
		name: "an append of which only the line is known", code: "func f(n []int) { /*@*/_ = append(n[:1], append(n, 2)...) }",
		site: record.Site{Primitive: "runtime.growslice"}, want: "give it the final capacity$",
	}, {
		name: "an argument of fmt", code: "func f(n int) { fmt.Fprintf(nil, \"%d\", /*@*/n) }",
		site: record.Site{Kind: record.PointBox, Primitive: "runtime.convT64", Expr: "n"}, want: "write texts and numbers without fmt",
	}, {
		name: "an argument of a library", code: "func f(n int) { sync.Keep(/*@*/n) }",
		site: record.Site{Kind: record.PointBox, Primitive: "runtime.convT64", Expr: "n"}, want: "sync.Keep takes an interface: box a value that repeats once, in a variable of type any",
	}, {
		name: "an argument of a function of the package", code: "func g(any) {}; func f(n int) { g(/*@*/n) }",
		site: record.Site{Kind: record.PointBox, Primitive: "runtime.convT64", Expr: "n"}, want: "pass a concrete type",
	}, {
		name: "verbs with a width", code: "func f(n int) string { return fmt.Sprintf/*@*/(\"%06x\", n) }",
		site: record.Site{Kind: record.PointCall, Callee: "fmt.Sprintf"}, want: "use fmt.Appendf with a buffer that exists, where bytes will do$",
	}, {
		name: "one expression", code: "var k string; func f(a, b string) { k = a /*@*/+ b }",
		site: record.Site{Kind: record.PointConcat, Primitive: "runtime.concatstring2"}, want: "one object is the least for a new text",
	}, {
		name: "several expressions", code: "var k string; func f(a, b string) { c := a + b; k = c /*@*/+ b }",
		site: record.Site{Kind: record.PointConcat, Primitive: "runtime.concatstring2"}, want: "join everything in one expression",
	}, {
		name: "a function without another form", code: "type d struct{}; func (d) Set(string) {}; func f(x d) { x.Set/*@*/(\"a\") }",
		site: record.Site{Kind: record.PointCall, Callee: "example.com/m.d.Set"}, want: "call it less often: once for what stays the same",
	}, {
		name: "a method that has another form", code: "type d struct{}; func (d) String() string { return \"\" }; func (d) AppendTo(b []byte) []byte { return b }; func f(x d) string { return x.String/*@*/() }",
		site: record.Site{Kind: record.PointCall, Callee: "example.com/m.d.String"}, want: "use p.d.AppendTo with a slice that exists",
	}, {
		name: "a named result", code: "func f(in []int) (out []int) { for _, v := range in { out = append/*@*/(out, v, v) }; return }",
		site: record.Site{Kind: record.PointAppend}, want: "give it the final capacity$",
	}, {
		name: "bytes of a buffer that is returned", code: "type enc struct{ b *bytes.Buffer }; func (enc) Encode(any) {}; func n(b *bytes.Buffer) enc { return enc{b} }; func f(v *int) []byte { var b bytes.Buffer; e := n(&b); e.Encode/*@*/(v); return b.Bytes() }",
		site: record.Site{Kind: record.PointCall, Callee: "encoding/json.(*Encoder).Encode"}, want: "encode the type by hand: the bytes of its buffer are handed out",
	}, {
		name: "an encoder of a field", code: "type enc struct{}; func (enc) Encode(any) {}; type t struct{ e enc }; func (t *t) f(v *int) { t.e.Encode/*@*/(v) }",
		site: record.Site{Kind: record.PointCall, Callee: "encoding/json.(*Encoder).Encode"}, want: "the encoder is kept already",
	}, {
		name: "a result of Marshal that is returned", code: "func m(any) ([]byte, error) { return nil, nil }; func f(v *int) ([]byte, error) { return m/*@*/(v) }",
		site: record.Site{Kind: record.PointCall, Callee: "encoding/json.Marshal"}, want: "the bytes are handed out",
	}, {
		name: "a text that is not compared", code: "type lib struct{}; func (lib) ToLower(s string) string { return s }; var l lib; var k string; func f(s string) { k = l.ToLower/*@*/(s) }",
		site: record.Site{Kind: record.PointCall, Callee: "strings.ToLower"}, want: "keep the result, where texts repeat",
	}, {
		name: "a text that is compared", code: "type lib struct{}; func (lib) ToLower(s string) string { return s }; var l lib; func f(s string) bool { return l.ToLower/*@*/(s) == \"x\" }",
		site: record.Site{Kind: record.PointCall, Callee: "strings.ToLower"}, want: "compare with strings.EqualFold",
	}, {
		name: "goroutines of another", code: "func g() {}; func f() { g/*@*/() }",
		site: record.Site{Primitive: "runtime.malg", Callee: "testing.(*B).RunParallel"}, want: "testing.(*B).RunParallel starts them",
	}, {
		name: "String of a type", code: "type d []byte; func (x d) String() string { return string/*@*/(x) }",
		site: record.Site{Kind: record.PointConvert, Primitive: "runtime.slicebytetostring"}, heap: "escapes string(x) | ~r0 <- x: return string(x) (return)", want: "String has to return a string",
	}} {
		src, pos := check(t, "package p\n\nimport (\"bytes\"; \"fmt\"; \"sync\")\n\nvar ( _ bytes.Buffer; _ = fmt.Sprintf; _ sync.Pool )\n"+tt.code+"\n")
		s := tt.site
		s.Pos, s.Match = pos, record.Measured
		if strings.HasPrefix(tt.name, "several") { // of which only the line is known
			s.Pos.Column = 0
		}
		if strings.Contains(tt.code, "&/*@*/") { // the compiler names the &
			s.Pos.Column -= len("/*@*/") + 1
		}
		if tt.heap != "" {
			s.Decisions = []record.Decision{decision(tt.heap, s.Pos)}
		}
		explain(&s, src, nil)
		want, whole := strings.CutSuffix(tt.want, "$")
		want, begins := strings.CutPrefix(want, "^")
		if !strings.Contains(s.Remedy, want) || whole && !strings.HasSuffix(s.Remedy, want) || begins && !strings.HasPrefix(s.Remedy, want) {
			t.Errorf("%s (%s):\n got %s\nwant %s", tt.name, cmp.Or(s.Mechanism, "no reason"), s.Remedy, tt.want)
		}
	}
}
