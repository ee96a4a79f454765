package effect

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// packageOf type-checks one file and indexes it.
func packageOf(t *testing.T, src string) *source.Package {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Selections: make(map[*ast.SelectorExpr]*types.Selection), Implicits: make(map[ast.Node]types.Object),
		Scopes: make(map[ast.Node]*types.Scope), FileVersions: make(map[*ast.File]string),
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil), GoVersion: "go1.23"}
	pkg, err := conf.Check("a", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	pass := &analysis.Pass{
		Fset: fset, Files: []*ast.File{f}, Pkg: pkg, TypesInfo: info, TypesSizes: types.SizesFor("gc", "amd64"),
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

const expressions = `package a

type T struct{ n int; p *T; a [4]int }
func f() int { return 0 }
var global int

func _(x, y int, s []int, p *T, t T, m map[string]int, mi map[any]int, c chan int, e any, str string, b []byte, q func()) {
	_ = x + 1            // pure total fixed
	_ = global           // pure total
	_ = t.n              // pure total fixed
	_ = t.a              // pure total fixed
	_ = len(str)         // pure total fixed
	_ = string(str)      // pure total fixed
	_ = x / 2            // pure total fixed
	_ = m["a"]           // pure total
	_ = y                // pure total
	_ = s[0]             // pure
	_ = p.n              // pure
	_ = *p               // pure
	_ = x / y            // pure
	_ = x << y           // pure
	_ = mi[e]            // pure
	_ = e.(int)          // pure
	_ = s[1:]            // pure
	_ = e == e           // pure
	_ = [1]int(s)        // pure
	_ = len(m)           // pure total
	_ = string(b)        // pure total
	_ = f()              //
	_ = <-c              //
	_ = func() int { return 1 } //
	_ = append(s, 1)     //
	q = func() { y++ }
}
`

// TestExpressions checks what holds for expressions, which their comments list.
func TestExpressions(t *testing.T) {
	p := packageOf(t, expressions)
	f := p.Files[0]
	for cur := range f.Cursor.Preorder((*ast.AssignStmt)(nil)) {
		assign := cur.Node().(*ast.AssignStmt)
		if id, ok := assign.Lhs[0].(*ast.Ident); !ok || id.Name != "_" {
			continue
		}
		e := assign.Rhs[0]
		got := ""
		if Pure(p.Info, e) {
			got += " pure"
		}
		if Total(p.Info, e) {
			got += " total"
		}
		if StableBetween(p, e, f.Syntax.FileStart, f.Syntax.FileEnd) {
			got += " fixed"
		}
		if want := commentBehind(f, assign); got != want {
			t.Errorf("%s:%s, want%s", f.Text(e), got, want)
		}
	}
}

// TestFixedLength checks between which statements a map keeps its length.
func TestFixedLength(t *testing.T) {
	for code, want := range map[string]bool{
		"x++; s[0] = x":                    true,
		"s = append(s, m[1])":              true,
		"for k := range m { s[0] = k }":    true,
		"s = []int(append(s, len(other)))": true,
		"m[x] = 1":                         false,
		"m[x]++":                           false,
		"other[x] = 1":                     false, // may be m
		"g[x] = 1":                         false,
		"for m[x] = range s {}":            false,
		"delete(other, x)":                 false,
		"clear(m)":                         false,
		"f()":                              false,
		"go func() { m[1] = 2 }()":         false,
		"<-c":                              false,
		"c <- 1":                           false,
		"for range c {}":                   false,
		"for range seq {}":                 false,
		"m = other":                        false,
	} {
		p := packageOf(t, `package a

func _[M ~map[int]int](f func(), m, other map[int]int, g M, s []int, x int, c chan int, seq func(func() bool)) {
	_ = len(m)
	`+code+`
}
`)
		body := p.Files[0].Syntax.Decls[0].(*ast.FuncDecl).Body
		e := body.List[0].(*ast.AssignStmt).Rhs[0]
		if got := StableBetween(p, e, body.Lbrace, body.Rbrace); got != want {
			t.Errorf("%s: len(m) fixed: %v", code, got)
		}
	}
}

func commentBehind(f *source.File, n ast.Node) string {
	line := f.Pkg.Fset.Position(n.Pos()).Line
	for _, g := range f.Syntax.Comments {
		if f.Pkg.Fset.Position(g.Pos()).Line == line {
			return g.List[0].Text[2:]
		}
	}
	return ""
}

const operands = `package a

type T struct{ name string }
func (p *T) rename() string { p.name = ""; return "" }
func (p *T) title() string { return p.name + "!" }
func (p *T) print() string { println(); return p.name }
func join(a, b string) {}
var global string

func _(p *T, t T, x, y string, c chan string, f func() string, b []byte, m map[string]string, i int) {
	join(x, y)               // ordered
	join(p.name, global)     // ordered
	join(x, f())             // ordered
	join(f(), p.rename())    // ordered
	join("a", <-c)           // ordered
	join(t.name+x, f())      // ordered
	join(x[:1], f())         //
	join(y, f())             //
	join(p.name, p.rename()) //
	join(p.rename(), p.name) //
	join(p.name, p.title())  // ordered
	join(p.name, p.print())  //
	join(f()+x, x)           //
	join(global, f())        //
	join(string(b), f())     //
	join(m["a"], <-c)        //
	join(string(rune(i)), f()) // ordered
	g := func() { y = "" }
	g()
}
`

// TestOrdered checks [Ordered] for the arguments of each call, marked by its comment.
func TestOrdered(t *testing.T) {
	p := packageOf(t, operands)
	f := p.Files[0]
	for cur := range f.Cursor.Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if id, ok := call.Fun.(*ast.Ident); !ok || id.Name != "join" {
			continue
		}
		got := ""
		if Ordered(p, call.Args...) {
			got = " ordered"
		}
		if want := commentBehind(f, call); want != got {
			t.Errorf("%s:%s, want%s", f.Text(call), got, want)
		}
	}
}

const sequences = `package a

type T struct{ name string; list []string }
func (p *T) rename() string { p.name = ""; return "" }
func (p *T) title() string { return p.name + "!" }
func join(list ...string) {}
var global string

func _(p *T, x string, f func() string) {
	join(f(), p.name)                 // sequenced
	join(p.name, f())                 //
	join(x, f(), global, p.list[0])   // sequenced
	join(f(), global, p.rename())     //
	join(p.name, p.title(), x)        // sequenced
	join(f(), f() + p.name)           //
	join(f(), p.list[len(f())])       //
}
`

// TestSequenced checks which arguments may be evaluated one after the other.
func TestSequenced(t *testing.T) {
	p := packageOf(t, sequences)
	f := p.Files[0]
	for cur := range f.Cursor.Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if id, ok := call.Fun.(*ast.Ident); !ok || id.Name != "join" {
			continue
		}
		if got, want := Sequenced(p, call.Args...), commentBehind(f, call) == " sequenced"; got != want {
			t.Errorf("%s: %v", f.Text(call), got)
		}
	}
}

type renamed struct{ name string }

//go:noinline
func (r *renamed) change(to string) string { r.name = to; return to }

// TestArguments checks what [Sequenced] says of the compiler: an argument behind a call is read after
// the call, as in a sum.
func TestArguments(t *testing.T) {
	r := &renamed{"a"}
	if got := fmt.Sprint(r.change("b"), r.name, "c"); got != "bbc" {
		t.Errorf("arguments: %s", got)
	}
	if got := r.change("c") + r.name + "c"; got != "ccc" {
		t.Errorf("sum: %s", got)
	}
}

const beside = `package a

type T struct{ name string }
func (p *T) rename() string { return "" }
func use(a, b string) string { return a }
func low(s string) string { return s }

func _(p *T, x string, list []string, i int, m map[string]string) (string, string) {
	y := ""
	f := func() string { y = "b"; return y }
	_ = use(x, low(f()))       // undisturbed
	_ = use(y, low(f()))       //
	_ = use(p.name, low(f()))  //
	p.name = low(f())          // undisturbed
	list[i] = low(f())         // undisturbed
	m[y] = low(f())            //
	y = low(f())               // undisturbed
	_, _ = p.rename, low(f())  // undisturbed
	_, _ = p.name, low(x)      // undisturbed
	return p.name, low(f())    //
}
`

// TestUndisturbed checks beside which expressions the operands of a call may be evaluated first.
func TestUndisturbed(t *testing.T) {
	p := packageOf(t, beside)
	f := p.Files[0]
	for cur := range f.Cursor.Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if id, ok := call.Fun.(*ast.Ident); !ok || id.Name != "low" {
			continue
		}
		stmt, _ := source.EnclosingStmt(cur)
		got := ""
		if Undisturbed(f, cur, stmt.Node().(ast.Stmt), call.Args...) {
			got = " undisturbed"
		}
		if want := commentBehind(f, call); want != got {
			t.Errorf("%s:%s, want%s", f.Text(stmt.Node()), got, want)
		}
	}
}

const buffers = `package a

import (
	"bytes"
	"fmt"
)

func give(*bytes.Buffer) {}

func _(param *bytes.Buffer) []byte {
	closed2, copied := bytes.Buffer{}, *bytes.NewBuffer(nil)
	closed2.WriteString("a")
	copied.WriteString("a")
	var closed, closedWhereItStands, bytesOf, given, returned, next, captured bytes.Buffer
	pointer := &returned
	closed.WriteString("a")
	fmt.Fprintf(&closed, "%s%d", closed.String(), closed.Len())
	_ = bytesOf.Bytes()
	give(&given)
	next.Next(1)
	later := func() { captured.Reset() }
	later()
	func() { closedWhereItStands.Reset() }()
	param.Reset()
	return pointer.Bytes()
}
`

// TestClosed checks which buffers share their bytes with no other code.
func TestClosed(t *testing.T) {
	p := packageOf(t, buffers)
	for id, obj := range p.Info.Defs {
		if v, ok := obj.(*types.Var); ok && source.IsNamed(v.Type(), "bytes", "Buffer") {
			if got, want := Closed(p, v), strings.HasPrefix(id.Name, "closed"); got != want {
				t.Errorf("%s: closed is %v", id.Name, got)
			}
		}
	}
}

// TestJumps checks that a goto is found in its own declaration only.
func TestJumps(t *testing.T) {
	f := packageOf(t, "package a\n\nfunc f() { goto end; end: }\n\nfunc g() { for { break } }\n").Files[0]
	for i, want := range []bool{true, false} {
		if got := f.Jumps(f.Syntax.Decls[i].Pos()); got != want {
			t.Errorf("declaration %d: %v, want %v", i, got, want)
		}
	}
}

const unfolds = `package a

import ("fmt"; "errors")

var global string
var c chan string
func change() string { global = "b"; return "" }
func quiet() string { return "" }
func two(a, b string) string { return a + b }

func _(local string) (string, error) {
	_ = fmt.Sprint(global) + global
	_ = fmt.Sprint(global) + quiet()
	_ = fmt.Sprint(global) + change()                // nope
	_ = change() + fmt.Sprint(global)                // nope
	_ = fmt.Sprint(local) + change()
	_ = two(fmt.Sprint(global), change())            // nope
	_ = two(errors.New(fmt.Sprint(global)).Error(), change())
	_ = []string{fmt.Sprint(global), <-c}            // nope
	_ = change() == "" && fmt.Sprint(global) == ""
	if change(); fmt.Sprint(global) == "" {}
	func() { _ = fmt.Sprint(global); change() }()
	for range fmt.Sprint(global) { change() }
	return fmt.Sprint(global), errors.New(change())  // nope
}
`

// TestUnfolds checks which calls may be replaced by their operands.
func TestUnfolds(t *testing.T) {
	p := packageOf(t, unfolds)
	f := p.Files[0]
	for cur := range f.Cursor.Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if _, ok := source.CallTo(p.Info, call, "fmt", "Sprint"); !ok {
			continue
		}
		if got, want := Unfolds(p, cur, false, call.Args...), commentBehind(f, call) == ""; got != want {
			t.Errorf("%s: %v", p.Fset.Position(call.Pos()), got)
		}
	}
}
