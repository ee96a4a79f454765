// # Analyzer sharedbuf
//
// sharedbuf: do not keep scratch buffers in package variables
//
// A buffer that is made once and shared saves an allocation per call, and gives each
// caller the bytes of another as soon as there are two goroutines:
//
//	var digits [20]byte
//
//	func Format(n int) string {
//		b := strconv.AppendInt(digits[:0], int64(n), 10)
//		return string(b)
//	}
//
// A local array does not allocate either, if it does not escape; otherwise each
// goroutine, or a sync.Pool, can have its own.
//
// Reported is the first write to a buffer in a function, if all of this holds:
//   - the buffer is a variable of package level: a slice or array of basic type, a
//     bytes.Buffer, strings.Builder or hash.Hash;
//   - the function writes its elements, truncates or resets it, or appends to a part of
//     it, and on some path uses it afterwards;
//   - the function is a root, or roots reach it by static calls: exported functions
//     and methods outside commands (package main, and paths with cmd/), HTTP handlers, and
//     functions started by a go statement inside a loop;
//   - no function on the way calls a method Lock, RLock, TryLock, CompareAndSwap or Do,
//     or sync.OnceFunc and its kin;
//   - neither the documentation of the variable, nor of the function, nor of the
//     package, mentions concurrency, goroutines or threads.
//
// Class: report only.
//
// Not reported: init functions and initializers; assignments of a whole new value, as
// in a setter; writes through pointers or other variables; functions with select or
// goto; tests.
package check

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

//go:embed sharedbuf.go
var sharedbufText string

// SharedBuf finds package-level buffers that two goroutines may write at the same time.
var SharedBuf = named("sharedbuf", sharedbufText, (*checker).sharedbuf)

func (c *checker) sharedbuf() {
	buffers := c.buffers()
	if len(buffers) == 0 || slices.ContainsFunc(c.Pkg.Files, func(f *source.File) bool { return concurrent(f.Syntax.Doc) }) {
		return
	}
	for _, fn := range c.reached() {
		for _, buf := range buffers {
			c.filled(fn, buf)
		}
	}
}

// buffers lists the package-level variables that may serve as buffers.
func (c *checker) buffers() []*types.Var {
	var out []*types.Var
	for _, name := range c.Pkg.Types.Scope().Names() {
		v, ok := c.Pkg.Types.Scope().Lookup(name).(*types.Var)
		if !ok || !stdlib.TypeOf(v.Type()).Buffer && !isBasics(v.Type()) {
			continue
		}
		def, ok := c.Pkg.Def(v)
		if f := c.Pkg.FileOf(def.Node()); !ok || f == nil || f.IsTest() {
			continue
		}
		spec := def.Parent().Node().(*ast.ValueSpec)
		if !concurrent(def.Parent().Parent().Node().(*ast.GenDecl).Doc, spec.Doc, spec.Comment) {
			out = append(out, v)
		}
	}
	return out
}

// isBasics reports whether t is a slice or array of a basic type.
func isBasics(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Slice:
		return source.IsA[*types.Basic](t.Elem())
	case *types.Array:
		return source.IsA[*types.Basic](t.Elem())
	}
	return false
}

// concurrent reports whether one of the comments mentions concurrency, so that the author has thought of it.
func concurrent(docs ...*ast.CommentGroup) bool {
	for _, doc := range docs {
		text := strings.ToLower(doc.Text())
		for _, word := range []string{"concurren", "goroutine", "thread", "parallel", "race"} {
			if strings.Contains(text, word) {
				return true
			}
		}
	}
	return false
}

// filled reports the first write to buf in the function, if buf is used after the write, or the write returns its
// memory.
func (c *checker) filled(fn running, buf *types.Var) {
	for _, use := range c.Pkg.UsesIn(fn.node, buf) {
		in, ok := source.EnclosingFunc(use)
		if !ok || !c.fills(use) {
			continue
		}
		g, used := c.Graph(in.Node()), false
		if g == nil {
			continue
		}
		g.After(use.Node(), func(n ast.Node) bool {
			used = used || slices.ContainsFunc(c.Pkg.UsesIn(n, buf), func(other inspector.Cursor) bool { return !c.fills(other) })
			return !used
		})
		if used || c.yields(use, buf) {
			message := fmt.Sprintf("%s is shared: %s, and may overwrite here what another goroutine is using", buf.Name(), fn.why)
			c.report(rule.Finding{At: use.Node(), Message: message}, nil, "")
			return
		}
	}
}

// fills reports whether the use overwrites elements of the buffer, and is not a mere counter.
func (c *checker) fills(use inspector.Cursor) bool {
	if use = source.Parens(use); use.ParentEdgeKind() == edge.IndexExpr_X {
		s, ok := source.Parens(use.Parent()).Parent().Node().(*ast.AssignStmt)
		return ok && s.Tok == token.ASSIGN && retain.UseOf(c.Pkg, use)&retain.Writes != 0
	}
	return retain.UseOf(c.Pkg, use)&(retain.Writes|retain.Clears) != 0
}

// yields reports whether the call that writes to buf also returns its memory: b := strconv.AppendInt(buf[:0], …).
func (c *checker) yields(use inspector.Cursor, buf *types.Var) bool {
	for call := range use.Enclosing((*ast.CallExpr)(nil)) {
		return source.Parens(call).ParentEdgeKind() != edge.ExprStmt_X && retain.SharesMemory(c.Pkg, call.Node().(ast.Expr), buf)
	}
	return false
}

// A running function is a declared function, or a function literal, that may run in several goroutines at once.
type running struct {
	node ast.Node
	why  string // why it may, as a clause
}

// reached returns the functions that the roots call, directly or not, without passing a function that locks or whose
// author has thought of concurrency.
func (c *checker) reached() []running {
	var out []running
	seen := make(map[ast.Node]bool)
	for queue := c.roots(); len(queue) > 0; queue = queue[1:] {
		fn := queue[0]
		decl, isDecl := fn.node.(*ast.FuncDecl)
		if seen[fn.node] || c.locks(fn.node) || isDecl && concurrent(decl.Doc) {
			continue
		}
		seen[fn.node] = true
		out = append(out, fn)
		for call := range source.Nodes[*ast.CallExpr](fn.node) {
			if callee := c.declaration(call); callee != nil {
				queue = append(queue, running{callee, fn.why})
			}
		}
	}
	return out
}

// declaration returns the declaration of the called function; nil if it is not of this package.
func (c *checker) declaration(call *ast.CallExpr) *ast.FuncDecl {
	decl := c.Pkg.FuncDecl(typeutil.StaticCallee(c.info, call))
	if decl == nil || decl.Body == nil {
		return nil
	}
	return decl
}

// roots lists the functions that may run in several goroutines by what they are: public functions, handlers, and
// functions started by go statements in loops.
func (c *checker) roots() []running {
	var roots []running
	for _, f := range c.Pkg.Files {
		for cur := range f.Cursor.Preorder((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil), (*ast.GoStmt)(nil)) {
			switch n := cur.Node().(type) {
			case *ast.FuncDecl:
				fn, ok := c.info.Defs[n.Name].(*types.Func)
				switch {
				case !ok || n.Body == nil || f.IsTest():
				case isHandler(fn.Signature()):
					roots = append(roots, running{n, n.Name.Name + " handles requests, each in a goroutine of its own"})
				case c.isPublic(fn):
					roots = append(roots, running{n, "any goroutine may call " + stdlib.FuncName(fn)})
				}
			case *ast.FuncLit:
				if isHandler(c.info.TypeOf(n).(*types.Signature)) {
					roots = append(roots, running{n, "the function handles requests, each in a goroutine of its own"})
				}
			case *ast.GoStmt:
				if !source.InLoop(cur) {
					continue // the buffer may belong to the one goroutine
				}
				if lit, ok := ast.Unparen(n.Call.Fun).(*ast.FuncLit); ok {
					roots = append(roots, running{lit, "the function is started in several goroutines"})
				} else if decl := c.declaration(n.Call); decl != nil {
					roots = append(roots, running{decl, "the function is started in several goroutines"})
				}
			}
		}
	}
	return roots
}

// isHandler reports whether sig is the signature of an HTTP handler.
func isHandler(sig *types.Signature) bool {
	p := sig.Params()
	return p.Len() == 2 && source.IsNamed(p.At(0).Type(), "net/http", "ResponseWriter") && source.IsNamed(p.At(1).Type(), "net/http", "Request")
}

// isPublic reports whether other packages can call fn, and fn is not in a command: there, package main knows how many
// goroutines there are.
func (c *checker) isPublic(fn *types.Func) bool {
	path := c.Pkg.Types.Path()
	if c.Pkg.Types.Name() == "main" || strings.HasPrefix(path, "cmd/") || strings.Contains(path, "/cmd/") {
		return false
	}
	typ, _, isMethod := strings.Cut(stdlib.FuncName(fn), ".")
	return fn.Exported() && (!isMethod || token.IsExported(typ))
}

// locks reports whether something in n may keep two goroutines from running at once.
func (c *checker) locks(n ast.Node) bool {
	return source.Any(n, func(call *ast.CallExpr) bool {
		name := source.CalleeName(call)
		return stdlib.Of(source.Func(c.info, call)).Once || slices.Contains([]string{"Lock", "RLock", "TryLock", "CompareAndSwap", "Do", "lock"}, name)
	})
}
