package source

import (
	"go/ast"
	"go/types"
	"testing"
)

const operands = `package a

type T struct{ name string }
func (p *T) rename() string { return "" }
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
	join(f()+x, x)           //
	join(global, f())        //
	join(string(b), f())     //
	join(m["a"], <-c)        //
	join(string(rune(i)), f()) // ordered
	g := func() { y = "" }
	g()
}
`

// TestOrdered holds beside what a call may be moved; the comment says it.
func TestOrdered(t *testing.T) {
	p := packageOf(t, operands)
	f := p.Files[0]
	for cur := range f.Cursor.Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if id, ok := call.Fun.(*ast.Ident); !ok || id.Name != "join" {
			continue
		}
		got := ""
		if p.Ordered(call.Args...) {
			got = " ordered"
		}
		if want := commentBehind(f, call); want != got {
			t.Errorf("%s:%s, want%s", f.Text(call), got, want)
		}
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

// TestUndisturbed holds beside what the operands of a call may be evaluated first.
func TestUndisturbed(t *testing.T) {
	p := packageOf(t, beside)
	f := p.Files[0]
	for cur := range f.Cursor.Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if id, ok := call.Fun.(*ast.Ident); !ok || id.Name != "low" {
			continue
		}
		stmt, _ := EnclosingStmt(cur)
		got := ""
		if f.Undisturbed(cur, stmt.Node().(ast.Stmt), call.Args...) {
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
	var closed, bytesOf, given, returned, next, captured bytes.Buffer
	pointer := &returned
	closed.WriteString("a")
	fmt.Fprintf(&closed, "%s%d", closed.String(), closed.Len())
	_ = bytesOf.Bytes()
	give(&given)
	next.Next(1)
	func() { captured.Reset() }()
	param.Reset()
	return pointer.Bytes()
}
`

// TestClosed holds of which buffers nobody else has the bytes.
func TestClosed(t *testing.T) {
	p := packageOf(t, buffers)
	for id, obj := range p.Info.Defs {
		if v, ok := obj.(*types.Var); ok && IsNamed(v.Type(), "bytes", "Buffer") {
			if got, want := p.Closed(v), id.Name == "closed"; got != want {
				t.Errorf("%s: closed is %v", id.Name, got)
			}
		}
	}
}

// TestJumps holds that a goto is found in its own declaration only.
func TestJumps(t *testing.T) {
	f := packageOf(t, "package a\n\nfunc f() { goto end; end: }\n\nfunc g() { for { break } }\n").Files[0]
	for i, want := range []bool{true, false} {
		if got := f.Jumps(f.Syntax.Decls[i].Pos()); got != want {
			t.Errorf("declaration %d: %v, want %v", i, got, want)
		}
	}
}
