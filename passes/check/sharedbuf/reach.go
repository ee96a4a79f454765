package sharedbuf

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// A reachedFunc is a declaration, or a function literal that is a root, which may
// run in several goroutines at once.
type reachedFunc struct {
	node ast.Node
	why  string // as a clause
}

// reach returns the functions that roots reach without passing a lock, in the
// order of discovery.
func (s *searcher) reach() []reachedFunc {
	decls := s.declarations()
	queue := s.roots(decls)
	var out []reachedFunc
	seen := make(map[ast.Node]bool)
	for len(queue) > 0 {
		fn := queue[0]
		queue = queue[1:]
		if seen[fn.node] || s.locks(fn.node) {
			continue
		}
		seen[fn.node] = true
		if decl, ok := fn.node.(*ast.FuncDecl); ok && concurrent(decl.Doc) {
			continue // known to its author
		}
		out = append(out, fn)
		for n := range ast.Preorder(fn.node) {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				continue
			}
			if callee := typeutil.StaticCallee(s.info, call); callee != nil && decls[callee.Origin()] != nil {
				queue = append(queue, reachedFunc{decls[callee.Origin()], fn.why})
			}
		}
	}
	return out
}

func (s *searcher) declarations() map[*types.Func]*ast.FuncDecl {
	decls := make(map[*types.Func]*ast.FuncDecl)
	for _, f := range s.files() {
		for _, d := range f.Syntax.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil {
				if fn, ok := s.info.Defs[fd.Name].(*types.Func); ok {
					decls[fn] = fd
				}
			}
		}
	}
	return decls
}

// roots lists the functions that may run in several goroutines because of what they
// are.
func (s *searcher) roots(decls map[*types.Func]*ast.FuncDecl) []reachedFunc {
	var roots []reachedFunc
	for _, f := range s.files() {
		for cur := range f.Cursor.Preorder((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil), (*ast.GoStmt)(nil)) {
			switch n := cur.Node().(type) {
			case *ast.FuncDecl:
				fn, ok := s.info.Defs[n.Name].(*types.Func)
				switch {
				case !ok || n.Body == nil:
				case handler(fn.Signature()):
					roots = append(roots, reachedFunc{n, n.Name.Name + " handles requests, each in a goroutine of its own"})
				case s.public(fn):
					roots = append(roots, reachedFunc{n, "any goroutine may call " + stdlib.FuncName(fn)})
				}
			case *ast.FuncLit:
				if handler(s.info.TypeOf(n).(*types.Signature)) {
					roots = append(roots, reachedFunc{n, "the function handles requests, each in a goroutine of its own"})
				}
			case *ast.GoStmt:
				if root := s.started(cur, n, decls); root != nil {
					roots = append(roots, reachedFunc{root, "the function is started in several goroutines"})
				}
			}
		}
	}
	slices.SortStableFunc(roots, func(a, b reachedFunc) int { return int(a.node.Pos() - b.node.Pos()) })
	return roots
}

// started returns the function that a go statement inside a loop starts. A single
// goroutine may own a buffer.
func (s *searcher) started(cur inspector.Cursor, g *ast.GoStmt, decls map[*types.Func]*ast.FuncDecl) ast.Node {
	if !source.InLoop(cur) {
		return nil
	}
	if lit, ok := ast.Unparen(g.Call.Fun).(*ast.FuncLit); ok {
		return lit
	}
	if fn := typeutil.StaticCallee(s.info, g.Call); fn != nil && decls[fn.Origin()] != nil {
		return decls[fn.Origin()]
	}
	return nil
}

// handler reports whether sig is that of an HTTP handler.
func handler(sig *types.Signature) bool {
	p := sig.Params()
	return p.Len() == 2 && source.IsNamed(p.At(0).Type(), "net/http", "ResponseWriter") && source.IsNamed(p.At(1).Type(), "net/http", "Request")
}

// public reports whether other packages can call fn.
func (s *searcher) public(fn *types.Func) bool {
	if s.pkg.Types.Name() == "main" || !fn.Exported() || commandInternal(s.pkg.Types.Path()) {
		return false
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return true
	}
	t := recv.Type()
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Exported()
}

// commandInternal reports whether path belongs to a command, whose own main
// package knows how many goroutines there are.
func commandInternal(path string) bool {
	return strings.HasPrefix(path, "cmd/") || strings.Contains(path, "/cmd/")
}

// locks reports whether something in n may keep two goroutines apart.
func (s *searcher) locks(n ast.Node) bool {
	for m := range ast.Preorder(n) {
		call, ok := m.(*ast.CallExpr)
		if !ok {
			continue
		}
		fn, ok := typeutil.Callee(s.info, call).(*types.Func)
		if !ok {
			continue
		}
		switch fn.Name() {
		case "Lock", "RLock", "TryLock", "CompareAndSwap", "Do", "lock":
			return true
		}
		if fn.Pkg() != nil && fn.Pkg().Path() == "sync" && strings.HasPrefix(fn.Name(), "Once") {
			return true
		}
	}
	return false
}
