package block

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

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
// The container is declared before front, where the block is made, and lives for as long as it.
func (b *blocker) local(group map[ast.Stmt]maker, front token.Pos) bool {
	for _, m := range group {
		if m.nested || retain.Holds(m.elem) || !typefact.Sized(m.elem) {
			return false
		}
		if v, ok := b.Pkg.LocalVar(m.target); ok && m.object == m.value {
			if !m.declares || !b.pointer(v, front) || !b.alwaysPut(m, v, front) {
				return false
			}
			continue
		}
		if !b.container(m.target, front) {
			return false
		}
	}
	return true
}

// pointer reports whether v, a local variable that points to an object, is only used to
// read, write and pass it without being retained, and to put it into a container declared before front.
func (b *blocker) pointer(v *types.Var, front token.Pos) bool {
	k := &retain.Checker{Pkg: b.Pkg, Var: v, Kind: retain.Large, Aliases: true}
	stays := b.Pkg.Every(v, func(use inspector.Cursor) bool { return b.put(use, front) || k.Lets(use) })
	return stays && !b.Pkg.Captured(v) && !k.Doubted
}

// alwaysPut reports whether each object that the maker gives the variable v is put into a container, by a statement of
// the same list, which nothing in front of it skips.
func (b *blocker) alwaysPut(m maker, v *types.Var, front token.Pos) bool {
	list, i, _ := source.StmtList(m.cur)
	for _, s := range list[i+1:] {
		if _, isAssign := s.(*ast.AssignStmt); isAssign && slices.ContainsFunc(b.Pkg.UsesIn(s, v), func(use inspector.Cursor) bool { return b.put(use, front) }) {
			return true
		}
		if source.Has[*ast.BranchStmt](s) {
			return false
		}
	}
	return false
}

// put reports whether the pointer at cur goes into a container declared before front: c[k] = p, and
// c = append(c, p).
func (b *blocker) put(cur inspector.Cursor, front token.Pos) bool {
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
	return len(s.Lhs) == 1 && len(s.Rhs) == 1 && s.Tok == token.ASSIGN && b.container(s.Lhs[0], front)
}

// container reports whether target, c or c[k], belongs to a local slice or map, declared before front, that
// does not leave the function, and neither do its elements, and that drops none of them.
func (b *blocker) container(target ast.Expr, front token.Pos) bool {
	if index, ok := ast.Unparen(target).(*ast.IndexExpr); ok {
		target = index.X
	}
	c, ok := b.Pkg.LocalVar(target)
	if !ok || c.Kind() != types.LocalVar || b.Pkg.Captured(c) || c.Pos() > front {
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
		return source.IsBuiltin(b.Info, call, "len", "cap")
	}
	return false
}

// appended reports whether e is append(c, x), with one element.
func (b *blocker) appended(e ast.Expr, c *types.Var) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && source.IsBuiltin(b.Info, call, "append") && len(call.Args) == 2 && !call.Ellipsis.IsValid() && b.Pkg.Is(call.Args[0], c)
}

// element judges c[k] at cur: an object that is stored there is judged elsewhere, and must not replace another one; one
// that is read must not be retained.
func (b *blocker) element(cur inspector.Cursor, c *types.Var) bool {
	k := &retain.Checker{Pkg: b.Pkg, Var: c, Kind: retain.Large, Aliases: true}
	if cur.ParentEdgeKind() == edge.AssignStmt_Lhs {
		return b.setOnce(cur, c)
	}
	return k.Points(cur) && !k.Doubted
}

// setOnce reports whether c[k] at cur, which is set there, has not been set before: nothing else sets c or an element, and k
// counts the iterations of the only loop since the declaration of c.
func (b *blocker) setOnce(cur inspector.Cursor, c *types.Var) bool {
	for _, use := range b.Pkg.Uses(c) {
		use = source.Parens(use)
		if use.ParentEdgeKind() == edge.IndexExpr_X {
			use = source.Parens(use.Parent())
		}
		if use != cur && use.ParentEdgeKind() == edge.AssignStmt_Lhs {
			return false
		}
	}
	loops := 0
	for loop := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if loop.Node().Pos() < c.Pos() {
			break
		}
		if loops++; !b.Pkg.Counts(loop.Node(), cur.Node().(*ast.IndexExpr).Index) {
			return false
		}
	}
	return loops == 1
}

// read reports whether the variable that id declares, for an element of a container, does not
// let the element escape. Any other container may get it, too: this one has it for as long.
func (b *blocker) read(id *ast.Ident) bool {
	v, ok := b.Info.Defs[id].(*types.Var)
	return id.Name == "_" || ok && b.pointer(v, v.Parent().End())
}
