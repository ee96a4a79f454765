package mechanism

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
)

// check type-checks a file and returns it with the position behind the mark
// "/*@*/" in it.
func check(t *testing.T, text string) (source, record.Position) {
	t.Helper()
	before, _, ok := strings.Cut(text, "/*@*/")
	if !ok {
		t.Fatal("no mark in the source")
	}
	line := strings.Count(before, "\n") + 1
	column := len(before) - strings.LastIndexByte(before, '\n') + len("/*@*/")
	src := source{name: "p.go", fset: token.NewFileSet(), info: &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object),
		Uses: make(map[*ast.Ident]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection),
		Instances: make(map[*ast.Ident]types.Instance),
	}, sizes: types.SizesFor("gc", "amd64")}
	var err error
	src.file, err = parser.ParseFile(src.fset, "p.go", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: stubs{}, Sizes: src.sizes}
	pkg, err := conf.Check("p", src.fset, []*ast.File{src.file}, src.info)
	if err != nil {
		t.Fatal(err)
	}
	src.pkg = &load.Package{Types: pkg, Files: []*load.File{{Syntax: src.file}}}
	return src, record.Position{File: "p.go", Line: line, Column: column}
}

// stubs imports packages of the standard library, as far as the tests need them.
type stubs struct{}

func (stubs) Import(path string) (*types.Package, error) {
	text := map[string]string{"sync": `package sync
type Pool struct{ New func() any }
func (*Pool) Get() any { return nil }
func (*Pool) Put(any) {}
func Keep(any)
`, "testing": `package testing
type B struct{ n int }
func (*B) Cleanup(func())
`, "reflect": `package reflect
type Type interface{ Elem() Type }
type Value struct{ p *int }
func (Value) Type() Type
func (Value) Interface() any
func (Value) Set(Value)
func (Value) Elem() Value
func (Value) Addr() Value
func (Value) SetString(string)
func MakeSlice(Type, int, int) Value
func New(Type) Value
func ArrayOf(int, Type) Type
type Map map[int]int
`, "bytes": `package bytes
type Buffer struct{ b []byte }
func (*Buffer) Bytes() []byte
func (*Buffer) String() string
func (*Buffer) WriteString(string)
func NewBuffer([]byte) *Buffer
`, "fmt": `package fmt
func Sprintf(string, ...any) string
func Fprintf(any, string, ...any)
func Header() map[int]int
`}[path]
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path+".go", text, 0)
	if err != nil {
		return nil, err
	}
	return new(types.Config).Check(path, fset, []*ast.File{file}, nil)
}

// decision reads a verdict in the form "escapes x | dst <- src: expr (why)".
// The steps stand at the site itself.
func decision(text string, pos record.Position) record.Decision {
	head, flow, _ := strings.Cut(text, " | ")
	kind, expr, _ := strings.Cut(head, " ")
	d := record.Decision{Kind: record.DecisionKind(kind), Pos: pos, Expr: expr}
	for _, step := range strings.Split(flow, " | ") {
		dst, rest, ok := strings.Cut(step, " <- ")
		if !ok {
			continue
		}
		_, rest, _ = strings.Cut(rest, ": ")
		expr, why, _ := strings.Cut(strings.TrimSuffix(rest, ")"), " (")
		d.Flow = append(d.Flow, record.Step{Dst: dst, Expr: expr, Why: why, Pos: pos})
	}
	return d
}

func TestDecide(t *testing.T) {
	const head = "package p\n\nimport \"sync\"\n\nvar pool sync.Pool; var sink any; var text string\n"
	for _, tt := range []struct {
		name, code string
		site       record.Site
		verdict    string
		want       string
	}{{
		name: "returned", code: "func f() *int { var /*@*/x int; return &x }",
		site: record.Site{Kind: record.PointVariable}, verdict: "moved x | ~r0 <- &x: return &x (return)", want: Returned,
	}, {
		name: "named result", code: "func f() (r *int) { var /*@*/x int; r = &x; return }",
		site: record.Site{Kind: record.PointVariable}, verdict: "moved x | r <- &x: r = &x (assign)", want: Returned,
	}, {
		name: "outlives its iteration", code: "func f() int { var p *int; for range 3 { var /*@*/x int; p = &x }; return *p }",
		site: record.Site{Kind: record.PointVariable}, verdict: "moved x | p <- &x: p = &x (assign)", want: LoopVariable,
	}, {
		name: "kept by a variable on the heap", code: "var g func(); func f() { var p *int; var /*@*/x int; p = &x; g = func() { p = nil }; _ = p }",
		site: record.Site{Kind: record.PointVariable}, verdict: "moved x | p <- &x: p = &x (assign)", want: Stored,
	}, {
		name: "kept by a variable of the same iteration", code: "var g func(); func f() { for range 3 { var p *int; var /*@*/x int; p = &x; g = func() { p = nil }; _ = p } }",
		site: record.Site{Kind: record.PointVariable}, verdict: "moved x | p <- &x: p = &x (assign)", want: Stored,
	}, {
		name: "loop variable", code: "var g *int; func f() { for /*@*/i := range 3 { g = &i } }",
		site: record.Site{Kind: record.PointVariable}, verdict: "moved i | {heap} <- &i: g = &i (assign)", want: LoopVariable,
	}, {
		name: "loop variable of three clauses", code: "var g *int; func f() { for /*@*/i := 0; i < 3; i++ { g = &i } }",
		site: record.Site{Kind: record.PointVariable}, verdict: "moved i | {heap} <- &i: g = &i (assign)", want: LoopVariable,
	}, {
		name: "stored", code: "var g *int; func f() { var /*@*/x int; g = &x }",
		site: record.Site{Kind: record.PointVariable}, verdict: "moved x | {heap} <- &x: g = &x (assign)", want: Stored,
	}, {
		name: "element of what is on the heap", code: "type n struct{ next *n }; func f() *n { return &n{next: /*@*/&n{}} }",
		site: record.Site{Kind: record.PointAddrLiteral}, verdict: "escapes &n{} | {storage for &n{...}} <- &{storage for &n{}}: n{...} (struct literal element)", want: Stored,
	}, {
		name: "captured", code: "var g func(); func f() { var /*@*/x int; g = func() { x++ } }",
		site: record.Site{Kind: record.PointVariable}, verdict: "moved x | {storage for func literal} <- &x: x (captured by a closure) | {storage for func literal} <- &x: x (reference)", want: Captured,
	}, {
		name: "sent", code: "func f(c chan *int) { var /*@*/x int; c <- &x }",
		site: record.Site{Kind: record.PointVariable}, verdict: "moved x | {heap} <- &x: c <- &x (send)", want: Sent,
	}, {
		name: "passed to a function", code: "func g(*int); func f() { g/*@*/(new(int)) }",
		site: record.Site{Kind: record.PointNew}, verdict: "escapes new(int) | {heap} <- &{storage for new(int)}: g(new(int)) (call parameter)", want: Passed,
	}, {
		name: "passed behind a pointer", code: "type t struct{ s []int }; func g(*t); func f(n int) { x := t{make/*@*/([]int, n)}; g(&x) }",
		site: record.Site{Kind: record.PointMakeSlice}, verdict: "escapes make([]int, n) | x <- &x: x := t{...} (assign) | {temp} <- &x: g(&x) (call parameter) | {heap} <- *{temp}: ", want: Passed,
	}, {
		name: "passed to a function value", code: "func f(g func(*int)) { g/*@*/(new(int)) }",
		site: record.Site{Kind: record.PointNew}, verdict: "escapes new(int) | {heap} <- &{storage for new(int)}: g(new(int)) (call parameter)", want: UnknownCallee,
	}, {
		name: "passed to an interface's method", code: "type i interface{ M(*int) }; func f(g i) { g.M/*@*/(new(int)) }",
		site: record.Site{Kind: record.PointNew}, verdict: "escapes new(int) | {heap} <- &{storage for new(int)}: g.M(new(int)) (call parameter)", want: UnknownCallee,
	}, {
		name: "passed to a type parameter's method", code: "type i interface{ M(*int) }; func f[T i](g T) { g.M/*@*/(new(int)) }",
		site: record.Site{Kind: record.PointNew}, verdict: "escapes new(int) | {heap} <- &{storage for new(int)}: (func(*uint8, *int))(&.dict[0])(g, new(int)) (call parameter)", want: UnknownCallee,
	}, {
		name: "passed within an inlined body", code: "func h(*int); func g(p *int) { h(p) }; func f() { g/*@*/(new(int)) }",
		site: record.Site{Kind: record.PointNew}, verdict: "escapes new(int) | {heap} <- &{storage for new(int)}: h(p) (call parameter)", want: Passed,
	}, {
		name: "appended", code: "var s []*int; func f() { s = append/*@*/(s, new(int)) }",
		site: record.Site{Kind: record.PointNew}, verdict: "escapes new(int) | {heap} <- &{storage for new(int)}: append(s, new(int)) (call parameter)", want: Stored,
	}, {
		name: "too large", code: "func f() { /*@*/x := [200 << 10]byte{}; _ = x }",
		site: record.Site{Kind: record.PointVariable}, verdict: "moved x | {heap} <- &x: x (too large for stack)", want: TooLarge,
	}, {
		name: "variable size", code: "func f(n int) { _ = make/*@*/([]int, n) }",
		site: record.Site{Kind: record.PointMakeSlice, Primitive: "runtime.makeslice"}, verdict: "stays make([]int, n)", want: VariableSize,
	}, {
		name: "make and copy", code: "func f(s []int) []int { d := make/*@*/([]int, len(s)); copy(d, s); return d }",
		site: record.Site{Kind: record.PointMakeSlice, Primitive: "runtime.mallocgc"}, verdict: "escapes make([]int, len(s)) | ~r0 <- d: return d (return)", want: Clone,
	}, {
		name: "make and copy of something else", code: "func f(s, e []int) []int { d := make/*@*/([]int, len(s)); copy(e, s); return d }",
		site: record.Site{Kind: record.PointMakeSlice, Primitive: "runtime.makeslice"}, verdict: "escapes make([]int, len(s)) | ~r0 <- d: return d (return)", want: Returned,
	}, {
		name: "append to nothing", code: "func f(s []int) []int { return append/*@*/([]int(nil), s...) }",
		site: record.Site{Kind: record.PointAppend, Primitive: "runtime.growslice"}, want: Clone,
	}, {
		name: "append to no room", code: "func f(s []int) []int { return append/*@*/(s[:0:0], s...) }",
		site: record.Site{Kind: record.PointAppend, Primitive: "runtime.growslice"}, want: Clone,
	}, {
		name: "append one", code: "func f(s []int) []int { return append/*@*/([]int(nil), s[0]) }",
		site: record.Site{Kind: record.PointAppend, Primitive: "runtime.growslice"}, want: Growth,
	}, {
		name: "concatenation", code: "func f(a string) { text = a /*@*/+ a }",
		site: record.Site{Kind: record.PointConcat, Primitive: "runtime.concatstring2"}, want: Concat,
	}, {
		name: "concatenation in a loop", code: "func f(a []string) { for _, s := range a { text = s /*@*/+ s } }",
		site: record.Site{Kind: record.PointConcat, Primitive: "runtime.concatstring2"}, want: Concat,
	}, {
		name: "accumulation in a loop", code: "func f(a []string) { for _, s := range a { text = text /*@*/+ s } }",
		site: record.Site{Kind: record.PointConcat, Primitive: "runtime.concatstring2"}, want: ConcatLoop,
	}, {
		name: "accumulation by +=", code: "func f(a []string) { for _, s := range a { text /*@*/+= s } }",
		site: record.Site{Kind: record.PointConcatAssign, Primitive: "runtime.concatstring2"}, want: ConcatLoop,
	}, {
		name: "+= without a loop", code: "func f(a string) { text /*@*/+= a }",
		site: record.Site{Kind: record.PointConcatAssign, Primitive: "runtime.concatstring2"}, want: Concat,
	}, {
		name: "bytes", code: "func f(b []byte) { text = string/*@*/(b) }",
		site: record.Site{Kind: record.PointConvert, Primitive: "runtime.slicebytetostring"}, want: BytesToString,
	}, {
		name: "boxed", code: "func f(n int) { sink = /*@*/n }",
		site: record.Site{Kind: record.PointBox, Primitive: "runtime.convT64"}, want: Boxing,
	}, {
		name: "panic", code: "func f(n int) { panic(/*@*/n) }",
		site: record.Site{Kind: record.PointBox, Primitive: "runtime.convT64"}, want: Panic,
	}, {
		name: "pool", code: "func f(b []byte) { pool.Put(/*@*/b[:0]) }",
		site: record.Site{Kind: record.PointBox, Primitive: "runtime.convTslice"}, want: PoolBox,
	}, {
		name: "within the argument of a pool", code: "func g(any) *int; func f(b []byte) { pool.Put(g(/*@*/b)) }",
		site: record.Site{Kind: record.PointBox, Primitive: "runtime.convTslice"}, want: Boxing,
	}, {
		name: "pool miss", code: "var q = sync.Pool{New: func() any { return new/*@*/(int) }}",
		site: record.Site{Kind: record.PointNew}, verdict: "escapes new(int) | ~r0 <- &{storage for new(int)}: return new(int) (return)", want: PoolMiss,
	}, {
		name: "what a pool calls", code: "func f(n int) *sync.Pool { return &sync.Pool{New: /*@*/func() any { return n }} }",
		site: record.Site{Kind: record.PointClosure}, verdict: "escapes func literal | {storage for &sync.Pool{...}} <- &{storage for func literal}: sync.Pool{...} (struct literal element)", want: Closure,
	}, {
		name: "pool miss by assignment", code: "func f() { pool.New = func() any { return new/*@*/(int) } }",
		site: record.Site{Kind: record.PointNew}, verdict: "escapes new(int) | ~r0 <- &{storage for new(int)}: return new(int) (return)", want: PoolMiss,
	}, {
		name: "another New", code: "type t struct{ New func() any }; var q = t{New: func() any { return new/*@*/(int) }}",
		site: record.Site{Kind: record.PointNew}, verdict: "escapes new(int) | ~r0 <- &{storage for new(int)}: return new(int) (return)", want: Returned,
	}, {
		name: "closure", code: "func f(n int) { sink = /*@*/func() int { return n } }",
		site: record.Site{Kind: record.PointClosure}, verdict: "escapes func literal | {heap} <- &{storage for func literal}: sink = func literal (assign)", want: Closure,
	}, {
		name: "closure of a go statement", code: "func f(n int) { go /*@*/func() { sink = n }() }",
		site: record.Site{Kind: record.PointClosure}, verdict: "escapes func literal | {heap} <- &{storage for func literal}: func literal (spill)", want: GoStatement,
	}, {
		name: "closure of a deferred call", code: "func f(n int) { for range n { defer /*@*/func() { sink = n }() } }",
		site: record.Site{Kind: record.PointClosure}, verdict: "escapes func literal | {heap} <- &{storage for func literal}: func literal (spill)", want: DeferLoop,
	}, {
		name: "large value", code: "func f(m map[int][200]byte) { m/*@*/[1] = [200]byte{} }",
		site: record.Site{Kind: record.PointMapAssign, Primitive: "runtime.mapassign", Usage: []record.Usage{{Objects: 2, Requested: 400}}}, want: MapLarge,
	}, {
		name: "table of large values", code: "func f(m map[int][200]byte) { m/*@*/[1] = [200]byte{} }",
		site: record.Site{Kind: record.PointMapAssign, Primitive: "runtime.mapassign", Type: "map.group[int][200]byte", Usage: []record.Usage{{Objects: 2, Requested: 272}}}, want: MapGrowth,
	}, {
		name: "map", code: "func f(m map[int]int) { m/*@*/[1] = 2 }",
		site: record.Site{Kind: record.PointMapAssign, Primitive: "runtime.mapassign_fast64"}, want: MapGrowth,
	}, {
		name: "callee", code: "func f() { pool.Get/*@*/() }",
		site: record.Site{Kind: record.PointCall, Callee: "encoding/json.Marshal"}, want: Encoding,
	}, {
		name: "wait", code: "func f(c chan int) { /*@*/<-c }",
		site: record.Site{Primitive: "runtime.chanrecv1"}, want: Runtime,
	}, {
		name: "goroutine", code: "func f() { go /*@*/f() }",
		site: record.Site{Primitive: "runtime.malg"}, want: Goroutine,
	}, {
		name: "exported by the runtime", code: "func f() { f/*@*/() }",
		site: record.Site{Kind: record.PointCall, Primitive: "runtime.AddCleanup[...]"}, want: Finalizer,
	}, {
		name: "unknown to this version", code: "func f() { /*@*/ }",
		site: record.Site{Primitive: "runtime.newthing"}, want: "",
	}, {
		name: "noise below a library", code: "func f() { f/*@*/() }",
		site: record.Site{Kind: record.PointCall, Callee: "fmt.Sprint", Primitive: "sync.(*Pool).pinSlow"}, want: Runtime,
	}, {
		name: "callee behind an interface", code: "func f() { f/*@*/() }",
		site: record.Site{Kind: record.PointCall, Callee: ".Read", Inside: []record.Inner{{Frame: record.Frame{Function: "regexp.compile"}}}}, want: Regexp,
	}, {
		name: "unknown callee behind an interface", code: "func f() { f/*@*/() }",
		site: record.Site{Kind: record.PointCall, Callee: ".Read", Inside: []record.Inner{{}}}, want: "",
	}, {
		name: "method of a hash", code: "func f() { f/*@*/() }",
		site: record.Site{Kind: record.PointCall, Callee: "crypto/sha256.(*digest).Sum"}, want: Callee,
	}, {
		name: "constructor of a hash", code: "func f() { f/*@*/() }",
		site: record.Site{Kind: record.PointCall, Callee: "crypto/sha256.New"}, want: Constructor,
	}, {
		name: "two values that got away alike", code: "var a, b *int; func f() { a, b = /*@*/new(int), new(int) }",
		site: record.Site{Kind: record.PointNew, Match: record.Shared}, verdict: "escapes new(int) | {heap} <- x: a = new(int) (assign) && escapes new(int) | {heap} <- x: b = new(int) (assign)", want: Stored,
	}, {
		name: "two values that got away differently", code: "var a *int; func f() (b *int) { a, b = /*@*/new(int), new(int); return }",
		site: record.Site{Kind: record.PointNew, Match: record.Shared}, verdict: "escapes new(int) | {heap} <- x: a = new(int) (assign) && escapes new(int) | b <- x: b = new(int) (assign)", want: "",
	}, {
		name: "line only, append", code: "func f() { /*@*/ }",
		site: record.Site{Primitive: "runtime.growslice"}, want: Growth,
	}, {
		name: "line only, object", code: "func f() { /*@*/ }",
		site: record.Site{Primitive: "runtime.newobject"}, want: "",
	}, {
		name: "unknown way", code: "func f() { /*@*/x := 1; _ = x }",
		site: record.Site{Kind: record.PointVariable}, verdict: "moved x", want: "",
	}} {
		t.Run(tt.name, func(t *testing.T) {
			src, pos := check(t, head+tt.code+"\n")
			s := tt.site
			s.Pos, s.Match = pos, cmp.Or(s.Match, record.Measured)
			for _, verdict := range strings.Split(tt.verdict, " && ") {
				s.Decisions = append(s.Decisions, decision(verdict, pos))
			}
			explain(&s, src, nil)
			if s.Mechanism != tt.want {
				t.Errorf("got %q, want %q; why: %s", s.Mechanism, tt.want, s.Why)
			}
			if s.Match != record.Unmeasured && (s.Match == record.Unexplained) != (s.Mechanism == "") {
				t.Errorf("match is %s, mechanism %q", s.Match, s.Mechanism)
			}
			if (s.Why == "") != (s.Mechanism == "") || (s.Remedy == "") != (s.Mechanism == "") {
				t.Errorf("mechanism %q, why %q, remedy %q", s.Mechanism, s.Why, s.Remedy)
			}
		})
	}
}

func TestRemedy(t *testing.T) {
	const head = "package p\n\nvar kept []int\n\n"
	for _, tt := range []struct {
		code string
		site record.Site
		want string // empty for the general one
		heap string // the compiler's verdict, as decision takes it
	}{
		{"func f(in []string) { var s []int; for range in { s = append/*@*/(s, 1) }; _ = s }", record.Site{Kind: record.PointAppend}, "make it with room for the loop: make([]int, 0, len(in))", ""},
		{"type t struct{}; func f(in map[int]t) { var s []t; for _, v := range in { s = append/*@*/(s, v) }; _ = s }", record.Site{Kind: record.PointAppend}, "make it with room for the loop: make([]t, 0, len(in))", ""},
		{"func f(in []string, s []int) { for range in { s = append/*@*/(s, 1) }; _ = s }", record.Site{Kind: record.PointAppend}, "the slice is the caller's: let him give it the final capacity", ""},
		{"func f(in []string) { for range in { kept = append/*@*/(kept, 1) } }", record.Site{Kind: record.PointAppend}, "give it the final capacity, or cut it to [:0] and use it again, where nobody has it any more", ""},
		{"func f(in []string) { var s []int; for range in { for { s = append/*@*/(s, 1) } }; _ = s }", record.Site{Kind: record.PointAppend}, "give make the final capacity, or take a slice from a sync.Pool, cut to [:0]", ""},
		{"func f(in []int) { var s []int; for range in { s = append/*@*/(s, in...) }; _ = s }", record.Site{Kind: record.PointAppend}, "give make the final capacity, or take a slice from a sync.Pool, cut to [:0]", ""},
		{"func f(in chan int) { var s []int; for v := range in { s = append/*@*/(s, v) }; _ = s }", record.Site{Kind: record.PointAppend}, "give make the final capacity, or take a slice from a sync.Pool, cut to [:0]", ""},
		{"func f(in []int) { m := map[int]bool{}; for _, v := range in { m/*@*/[v] = true } }", record.Site{Kind: record.PointMapAssign, Primitive: "runtime.mapassign_fast64"}, "make it with room for the loop: make(map[int]bool, len(in))", ""},
		{"func f(in []int) { kept = append/*@*/(kept[:0], in...) }", record.Site{Kind: record.PointAppend}, "it is cut to [:0] already, and has too little room: begin with more", ""},
		{"type e struct { m map[int]int }; func f() *e { m := make/*@*/(map[int]int, 9); return &e{m: m} }", record.Site{Kind: record.PointMakeMap, Primitive: "runtime.makemap"}, "the map is handed out: make it where the first entry is put in, if all who put one in are yours, or keep a few entries in a slice", "escapes make(map[int]int, 9) | {storage for &e{...}} <- m: &e{...} (struct literal element)"},
		{"type lib struct{}; func (lib) Copy(a, b map[int]int) {}; var maps lib; func f(o map[int]int) map[int]int { m := make(map[int]int, len(o)); maps.Copy/*@*/(m, o); return m }", record.Site{Kind: record.PointCall, Callee: "maps.Copy[...]"}, "the map has its room: it is made, not grown. Make it only where something is to be in it", ""},
		{"type r struct{ v []int }; func (r) Collect(*r) {}; func f(c r) { var m r; c.Collect/*@*/(&m) }", record.Site{Kind: record.PointCall, Callee: "example.com/m.Collect"}, "m is new in each call: keep one, or take it from a sync.Pool, if what fills it reuses what it finds", ""},
		{"type r struct{ v []int }; func (r) Collect(*r) {}; func f(c r, m *r) { c.Collect/*@*/(m) }", record.Site{Kind: record.PointCall, Callee: "example.com/m.Collect"}, "nothing, unless some of the calls are not needed", ""},
		{"type r struct{}; func (r) WriteTo() {}; func f(c r) { c.WriteTo/*@*/() }", record.Site{Kind: record.PointCall, Callee: "os.(*File).WriteTo", Inside: []record.Inner{{Frame: record.Frame{Function: "io.copyBuffer"}}}}, advice["io.Copy"], ""},
		{"func f(n int) any { return /*@*/n }", record.Site{Kind: record.PointBox, Primitive: "runtime.convT64"}, "the result is an interface: return a pointer that exists anyway, or a value that was boxed before, where values repeat", "escapes n | ~r0 <- n: return n (return)"},
		{"func g(any) {}; func f(n int) { g(/*@*/n) }", record.Site{Kind: record.PointBox, Primitive: "runtime.convT64"}, "", "escapes n | {heap} <- n: g(n) (call parameter)"},
		{"func f(err error) { var /*@*/e *int; _ = e }", record.Site{Kind: record.PointVariable, Primitive: "runtime.newobject"}, "use errors.AsType, which makes a target only where an error has an As method", "moved e | {heap} <- &e: errors.As(err, &e) (call parameter)"},
		{"type c interface{ Append(...string) }; func f(x c, s string) { x.Append/*@*/(s) }", record.Site{Kind: record.PointVariadic, Primitive: "runtime.newobject"}, "call a concrete type, so that the slice stays on the stack, or pass a slice that exists", "escapes ... argument | {heap} <- ... argument: x.Append(... argument...) (call parameter)"},
		{"func f() { m := make/*@*/(map[int]int, 9); _ = m }", record.Site{Kind: record.PointMakeMap, Primitive: "runtime.makemap"}, "take it from a sync.Pool, and clear it", ""},
		{"func f(in []int, m map[int]bool) { for _, v := range in { m/*@*/[v] = true } }", record.Site{Kind: record.PointMapAssign, Primitive: "runtime.mapassign_fast64"}, "give make the number of entries", ""},
		{"func f(n int) []int { return make/*@*/([]int, n) }", record.Site{Kind: record.PointMakeSlice, Primitive: "runtime.makeslice"}, "let the caller pass in a slice to append to, as strconv.AppendInt does, and use it again where nobody keeps it", "escapes make([]int, n) | ~r0 <- d: return d (return)"},
		{"func f() *int { return new/*@*/(int) }", record.Site{Kind: record.PointNew, Primitive: "runtime.newobject"}, "return the value instead of a pointer, or let the caller pass in where it goes, for callers that share no pointer to it", "escapes new(int) | ~r0 <- d: return d (return)"},
	} {
		src, pos := check(t, head+tt.code+"\n")
		s := tt.site
		s.Pos, s.Match = pos, record.Measured
		if tt.heap != "" {
			s.Decisions = []record.Decision{decision(tt.heap, pos)}
		}
		explain(&s, src, nil)
		m, _ := Lookup(s.Mechanism)
		want := cmp.Or(tt.want, m.Remedy)
		if s.Remedy != want {
			t.Errorf("%s\n got %s\nwant %s", tt.code, s.Remedy, want)
		}
	}
}

// Without the user's source there is less to say, and nothing to guess.
func TestDecideWithoutSource(t *testing.T) {
	at := func(file string) record.Position { return record.Position{File: file, Line: 7} }
	for _, tt := range []struct {
		site record.Site
		want string
	}{
		{record.Site{Function: "runtime.bgscavenge", Pos: at("runtime/mgcscavenge.go"), Primitive: "runtime.bgscavenge"}, Runtime},
		{record.Site{Function: "runtime.goexit", Pos: at("runtime/asm_amd64.s"), Primitive: "runtime.newproc"}, Goroutine},
		{record.Site{Function: "testing.(*B).run1", Pos: at("testing/benchmark.go"), Primitive: "runtime.newobject"}, Testing},
		{record.Site{Function: "iter.Pull[...].func1", Pos: at("iter/iter.go"), Primitive: "runtime.newobject"}, IterPull},
		{record.Site{Function: "example.com/dep.run", Pos: at("example.com/dep/run.go"), Primitive: "runtime.makechan"}, Callee},
		{record.Site{Function: "example.com/m/p.F", Pos: at("p/f.go"), Primitive: "runtime.growslice"}, Growth},
		{record.Site{Function: "example.com/m/p.F", Pos: at("p/f.go"), Primitive: "runtime.newobject"}, ""},
		{record.Site{Function: "example.com/m/p.F", Pos: at("p/f.go"), Primitive: "runtime.newobject", Decisions: []record.Decision{
			decision("moved x | {heap} <- &x: g = &x (assign)", at("p/f.go")),
		}}, Stored},
		{record.Site{Function: "example.com/m/p.F", Pos: at("p/f.go"), Callee: "strings.Split", Primitive: "runtime.makeslice"}, Split},
		{record.Site{}, ""},
	} {
		s := tt.site
		s.Match = record.Measured
		Explain(&s, nil, nil)
		if s.Mechanism != tt.want {
			t.Errorf("%s %s: got %q, want %q", s.Function, s.Primitive, s.Mechanism, tt.want)
		}
	}
}
