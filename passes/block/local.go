package block

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/source"
)

// local reports whether no object of the group outlives the function, and whether they
// are plain memory: nothing can then tell that they all live until the function ends.
//
// Each object is put into a slice or map that is a local variable, perhaps by way of a variable
// of its own; all uses of that container, and of the elements that are read from it, are looked at.
func (b *blocker) local(group map[ast.Stmt]maker) bool {
	for _, m := range group {
		if m.nested || retain.Holds(m.elem) || !typefact.Sized(m.elem) {
			return false
		}
		if v, ok := b.Pkg.LocalVar(m.target); ok && m.object == m.value {
			if !m.declares || !b.pointer(v) {
				return false
			}
			continue
		}
		if !b.container(m.target) {
			return false
		}
	}
	return true
}

// pointer reports whether v, a local variable that points to an object, is only used to
// read, write and pass it without being retained, and to put it into a container.
func (b *blocker) pointer(v *types.Var) bool {
	k := &retain.Checker{Pkg: b.Pkg, Var: v, Kind: retain.Large, Aliases: true}
	stays := b.Pkg.Every(v, func(use inspector.Cursor) bool { return b.put(use) || k.Lets(use) })
	return stays && !b.Pkg.Captured(v) && !k.Doubted
}

// put reports whether the pointer at cur goes into a container: c[k] = p, and
// c = append(c, p).
func (b *blocker) put(cur inspector.Cursor) bool {
	cur = source.Parens(cur)
	if kind, i := cur.ParentEdge(); kind == edge.CallExpr_Args && i > 0 {
		call := cur.Parent()
		if !source.IsBuiltin(b.Info, call.Node().(*ast.CallExpr), "append") {
			return false
		}
		cur = source.Parens(call)
	}
	if cur.ParentEdgeKind() != edge.AssignStmt_Rhs {
		return false
	}
	s := cur.Parent().Node().(*ast.AssignStmt)
	return len(s.Lhs) == 1 && len(s.Rhs) == 1 && s.Tok == token.ASSIGN && b.container(s.Lhs[0])
}

// container reports whether target, c or c[k], belongs to a local slice or map that
// does not leave the function, and neither do its elements.
func (b *blocker) container(target ast.Expr) bool {
	if index, ok := ast.Unparen(target).(*ast.IndexExpr); ok {
		target = index.X
	}
	c, ok := b.Pkg.LocalVar(target)
	if !ok || c.Kind() != types.LocalVar || b.Pkg.Captured(c) {
		return false
	}
	if known, ok := b.closed[c]; ok {
		return known
	}
	b.closed[c] = b.begins(c) // holds looks at other containers, which may lead back here
	b.closed[c] = b.Pkg.Every(c, func(use inspector.Cursor) bool { return b.holds(use, c) }) && b.closed[c]
	return b.closed[c]
}

// begins reports whether the container begins empty, with memory of its own or none.
func (b *blocker) begins(c *types.Var) bool {
	value, ok := b.Pkg.Initial(c)
	switch e := value.(type) {
	case nil:
		return ok
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.CallExpr:
		return source.IsBuiltin(b.Info, e, "make")
	}
	return false
}

// holds judges one use of the container c.
func (b *blocker) holds(use inspector.Cursor, c *types.Var) bool {
	for range use.Enclosing((*ast.GoStmt)(nil)) {
		return false // the goroutine may outlive the function
	}
	switch kind, i := use.ParentEdge(); kind {
	case edge.IndexExpr_X:
		return b.element(source.Parens(use.Parent()), c)
	case edge.RangeStmt_X:
		value, ok := use.Parent().Node().(*ast.RangeStmt).Value.(*ast.Ident)
		return !ok && use.Parent().Node().(*ast.RangeStmt).Value == nil || ok && b.read(value)
	case edge.AssignStmt_Lhs:
		s := use.Parent().Node().(*ast.AssignStmt)
		return len(s.Lhs) == 1 && len(s.Rhs) == 1 && b.appended(s.Rhs[0], c)
	case edge.CallExpr_Args:
		call := use.Parent().Node().(*ast.CallExpr)
		if source.IsBuiltin(b.Info, call, "append") {
			s, ok := source.Parens(use.Parent()).Parent().Node().(*ast.AssignStmt)
			return ok && i == 0 && len(s.Lhs) == 1 && b.appended(call, c) && b.Pkg.Is(s.Lhs[0], c)
		}
		return source.IsBuiltin(b.Info, call, "len", "cap", "delete", "clear")
	}
	return false
}

// appended reports whether e is append(c, x), with one element.
func (b *blocker) appended(e ast.Expr, c *types.Var) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && source.IsBuiltin(b.Info, call, "append") && len(call.Args) == 2 && !call.Ellipsis.IsValid() && b.Pkg.Is(call.Args[0], c)
}

// element judges c[k] at cur: an object that is stored there is judged elsewhere, one that is
// read must not be retained.
func (b *blocker) element(cur inspector.Cursor, c *types.Var) bool {
	k := &retain.Checker{Pkg: b.Pkg, Var: c, Kind: retain.Large, Aliases: true}
	return cur.ParentEdgeKind() == edge.AssignStmt_Lhs || k.Points(cur) && !k.Doubted
}

// read reports whether the variable that id declares, for an element of a container, does not
// let the element escape.
func (b *blocker) read(id *ast.Ident) bool {
	v, ok := b.Info.Defs[id].(*types.Var)
	return id.Name == "_" || ok && b.pointer(v)
}
