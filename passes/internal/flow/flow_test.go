package flow_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/goroot"
	"github.com/unheap/unheap/passes/internal/source"
)

func TestMain(m *testing.M) { goroot.Main(m) }

// Each body calls a() and other functions; want lists those that may be called after a(), in the order
// of the source.
var afterTests = []struct{ name, body, want string }{
	{"straight", `b(); a(); c()`, "c"},
	{"if", `a(); if cond { b() } else { c() }; d()`, "b c d"},
	{"other branch", `if cond { a() } else { b() }; c()`, "c"},
	{"return", `if cond { a(); return }; b()`, ""},
	{"panic", `if cond { a(); panic(1) }; b()`, ""},
	{"loop", `for cond { b(); a(); c() }; d()`, "a b c d"},
	{"break", `for cond { b(); if cond { a(); break }; c() }; d()`, "d"},
	{"label", `outer: for cond { for cond { a(); continue outer }; b() }; c()`, "a c b"},
	{"switch", `switch { case cond: a(); fallthrough; case !cond: b(); default: c() }; d()`, "b d"},
	{"select", `select { case <-ch: a(); case <-ch: b(); default: c() }; d()`, "d"},
	{"select of all", `a(); select { case <-ch: b(); case n = <-ch: c(); default: d() }`, "b c d"},
	{"operands of a select", `select { case ch <- a(): b(); case ch <- c(): d() }`, "a b c d"},
	{"select of none", `a(); select {}; b()`, ""},
	{"break out of a select", `for cond { select { default: a(); break; b() }; c() }`, "a c"},
	{"defer", `a(); defer b(); c()`, "b c"},
}

func TestAfter(t *testing.T) {
	for _, test := range afterTests {
		info, fn := check(t, test.body)
		g := flow.New(info, fn.Body)
		if g == nil {
			t.Errorf("%s: no graph", test.name)
			continue
		}
		var got []string
		if !g.After(call(fn.Body, "a"), func(n ast.Node) bool {
			got = append(got, calls(n)...)
			return true
		}) {
			t.Errorf("%s: a() not found", test.name)
		}
		for _, name := range []string{"b", "c", "d"} {
			if to := call(fn.Body, name); to != nil && g.Reaches(call(fn.Body, "a"), to) != slices.Contains(got, name) {
				t.Errorf("%s: reaching %s() is another thing than to run after a()", test.name, name)
			}
		}
		want := strings.Fields(test.want)
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(slices.Compact(got), want) {
			t.Errorf("%s: after a() may run %q, want %q", test.name, got, want)
		}
	}
}

func TestNew(t *testing.T) {
	for _, body := range []string{`goto x; x: a()`} {
		info, fn := check(t, body)
		if flow.New(info, fn.Body) != nil {
			t.Errorf("%s: a graph, though the order is not known", body)
		}
	}
	info, fn := check(t, `func() { a() }()`)
	if g := flow.New(info, fn.Body); !g.After(fn.Body.List[0], func(ast.Node) bool { return true }) {
		t.Error("the call of the literal is not in the graph")
	}
}

// Only the case that is chosen sets a variable.
func TestSelect(t *testing.T) {
	info, fn := check(t, `v := 0; a(); select { case v = <-ch: b(); default: c() }; use(v)`)
	v, g := variable(info, "v"), flow.New(info, fn.Body)
	sets := func(n ast.Node) bool { return flow.Sets(info, n, v) }
	setsOr := func(name string) func(ast.Node) bool {
		return func(n ast.Node) bool { return sets(n) || slices.Contains(calls(n), name) }
	}
	if a := call(fn.Body, "a"); !g.Avoids(info, a, sets) || g.Avoids(info, a, setsOr("c")) || !g.Avoids(info, a, setsOr("b")) {
		t.Error("v is not set in the first case alone")
	}
}

// A range variable gets its value in each iteration, not once before the loop.
func TestRange(t *testing.T) {
	info, fn := check(t, `for _, v := range []int{1} { use(v); a() }`)
	v := variable(info, "v")
	set := false
	flow.New(info, fn.Body).After(call(fn.Body, "a"), func(n ast.Node) bool {
		set = set || flow.Sets(info, n, v)
		return !set
	})
	if !set {
		t.Error("v is not set between two iterations")
	}
}

// Some path from a() to the end, or to a() again, may call no b().
func TestAvoids(t *testing.T) {
	for body, want := range map[string]bool{
		`a(); b()`:                              false,
		`a(); if cond { b() }`:                  true,
		`a(); if cond { b() } else { b() }`:     false,
		`a(); if cond { panic(1) }; b()`:        false,
		`a(); if cond { return }; b()`:          true,
		`for { a(); if cond { continue }; b()}`: true,
		`for { a(); b() }`:                      false,
		`func() error { a(); if cond { return fail }; b(); return nil }()`: false,
		`func() error { a(); if cond { return nil }; b(); return nil }()`:  true,
	} {
		info, fn := check(t, body)
		block := fn.Body
		for n := range ast.Preorder(fn) {
			if lit, ok := n.(*ast.FuncLit); ok {
				block = lit.Body
			}
		}
		meets := func(n ast.Node) bool { return slices.Contains(calls(n), "b") }
		if got := flow.New(info, block).Avoids(info, call(block, "a"), meets); got != want {
			t.Errorf("%s: avoids b: %t, want %t", body, got, want)
		}
	}
}

func TestMentions(t *testing.T) {
	for body, want := range map[string]bool{
		`x := 0; x = 1`:           false,
		`x := 0; x = x + 1`:       true,
		`x := 0; use(x)`:          true,
		`x := 0; (x) = 2`:         false,
		`x := []int{1}; x[0] = 1`: true,
	} {
		info, fn := check(t, body+"; use(x)")
		if got := flow.Mentions(info, fn.Body.List[1], variable(info, "x")); got != want {
			t.Errorf("%s: mentions x: %t, want %t", body, got, want)
		}
	}
}

func TestRelated(t *testing.T) {
	for body, want := range map[string]bool{
		`if cond { a() }; if !cond { b() }`:                  true,
		`if cond { a() }; b()`:                               false,
		`if cond { a() } else { b() }`:                       true,
		`if cond { a(); if other { b() } }`:                  false,
		`if cond { a() }; if other { b() }`:                  false,
		`switch n { case 1: a() }; switch n { case 2: b() }`: true,
	} {
		info, fn := check(t, body)
		cur := func(name string) inspector.Cursor {
			c, _ := inspector.New([]*ast.File{{Name: ast.NewIdent("p"), Decls: []ast.Decl{fn}}}).Root().FindNode(call(fn.Body, name))
			return c
		}
		if got := flow.Related(info, cur("a"), cur("b")); got != want {
			t.Errorf("%s: related: %t, want %t", body, got, want)
		}
	}
}

// Each body returns an error at its end.
func TestIsError(t *testing.T) {
	for body, want := range map[string]bool{
		`return fail`:                                                                                true,
		`return errors.New("x")`:                                                                     true,
		`return &failure{}`:                                                                          true,
		`return code(1)`:                                                                             true,
		`err := errors.New("x"); a(); return (err)`:                                                  true,
		`err := flush(); if err != nil { return err }`:                                               true,
		`err := flush(); if err == nil { return nil }; return err`:                                   true,
		`err := flush(); defer use(func() { use(err) }); return err`:                                 false,
		`err := flush(); if err != nil { return wrapErr(err) }`:                                      true,
		`err := flush(); return errors.Join(err, fail)`:                                              true,
		`s := new(failure); if s.err != nil { return s.err }`:                                        true,
		`s := new(failure); return s.err`:                                                            false,
		`return flush()`:                                                                             false,
		`return <-failures`:                                                                          false,
		`return error(code(1))`:                                                                      true,
		`err := flush(); return error(err)`:                                                          false,
		`return errors.Unwrap(fail)`:                                                                 false,
		`var all []error; return errors.Join(all...)`:                                                false,
		`err := flush(); return wrapErr(err)`:                                                        false,
		`return new(failure).Err()`:                                                                  false,
		`err := flush(); if err != nil { err := flush(); return err }`:                               false,
		`err := errors.New("x"); err = flush(); return err`:                                          false,
		`err := errors.New("x"); for cond { if other { return err }; err = flush() }`:                false,
		`var err error; set := func() { err = nil }; err = errors.New("x"); set(); return err`:       false,
		`err := flush(); defer use(func() { use(err) }); if err != nil { return err }`:               true,
		`err := flush(); defer use(func() { err = nil }); if err != nil { return err }`:              false,
		`err := flush(); if err != nil { return func() error { err := flush(); return err }() }`:     false,
		`err := errors.New("x"); next: if cond { return err }; err = flush(); goto next; return err`: false,
	} {
		p := packageOf(t, "error", body+"; panic(n)")
		var last inspector.Cursor
		for last = range p.Files[0].Cursor.Preorder((*ast.ReturnStmt)(nil)) {
		}
		if got := flow.IsError(p, last.ChildAt(edge.ReturnStmt_Results, 0)); got != want {
			t.Errorf("%s: an error: %t, want %t", body, got, want)
		}
	}
}

var (
	fset    = token.NewFileSet()
	library = importer.ForCompiler(fset, "source", nil)
)

// check type-checks a function with the given body.
func check(t *testing.T, body string) (*types.Info, *ast.FuncDecl) {
	t.Helper()
	p := packageOf(t, "", body)
	decls := p.Files[0].Syntax.Decls
	return p.Info, decls[len(decls)-1].(*ast.FuncDecl)
}

// packageOf type-checks and indexes a file that ends with a function with the given result and body.
func packageOf(t *testing.T, result, body string) *source.Package {
	t.Helper()
	src := "package p\nimport \"errors\"\nvar fail error = &failure{}\nvar cond, other bool\nvar n int\nfunc use(...any) {}\n" +
		"type failure struct{ err error }\nfunc (f *failure) Error() string { return \"\" }\nfunc (f *failure) Err() error { return f.err }\n" +
		"type code int\nfunc (code) Error() string { return \"\" }\nfunc flush() error { return nil }\n" +
		"func wrapErr(err error) error { return errors.Join(err) }\nvar failures chan error\n" +
		"var ch chan int\nfunc a() int { return 0 }\nfunc b() {}\nfunc c() int { return 0 }\nfunc d() {}\nfunc f() " + result + " {\n" + body + "\n}"
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Selections: make(map[*ast.SelectorExpr]*types.Selection), Scopes: make(map[ast.Node]*types.Scope),
	}
	pkg, err := (&types.Config{Importer: library}).Check("p", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	pass := &analysis.Pass{
		Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info, TypesSizes: types.SizesFor("gc", "amd64"),
		ReadFile: func(string) ([]byte, error) { return []byte(src), nil },
		ResultOf: make(map[*analysis.Analyzer]any),
	}
	for _, a := range source.Analyzer.Requires {
		pass.ResultOf[a] = inspector.New(pass.Files)
	}
	p, err := source.Analyzer.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	return p.(*source.Package)
}

// call returns the call of the named function in n.
func call(n ast.Node, name string) ast.Node {
	for m := range ast.Preorder(n) {
		if c, ok := m.(*ast.CallExpr); ok {
			if id, ok := c.Fun.(*ast.Ident); ok && id.Name == name {
				return c
			}
		}
	}
	return nil
}

// calls lists the functions of one letter that n calls.
func calls(n ast.Node) (names []string) {
	for m := range ast.Preorder(n) {
		if c, ok := m.(*ast.CallExpr); ok {
			if id, ok := c.Fun.(*ast.Ident); ok && len(id.Name) == 1 {
				names = append(names, id.Name)
			}
		}
	}
	return names
}

func variable(info *types.Info, name string) *types.Var {
	for id, obj := range info.Defs {
		if v, ok := obj.(*types.Var); ok && id.Name == name {
			return v
		}
	}
	return nil
}
