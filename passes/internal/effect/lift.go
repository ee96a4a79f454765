package effect

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// Lift returns the statement before which the expression at cur may be evaluated
// instead of where it stands. That statement evaluates it always and exactly
// once; whatever it evaluates besides has no effect, so that the order does not
// show, and not both of them can panic.
//
//	        stmt(…, expr, …)
//	-----------
//	x := expr
//	        stmt(…, x, …)
func Lift(f *source.File, cur inspector.Cursor) (ast.Stmt, bool) {
	return LiftAs(f, cur, Total(f.Pkg.Info, cur.Node().(ast.Expr)))
}

// LiftAs is Lift for what is to stand at cur; total says that it cannot panic.
func LiftAs(f *source.File, cur inspector.Cursor, total bool) (ast.Stmt, bool) {
	info := f.Pkg.Info
	stmt, ok := source.EnclosingStmt(cur)
	if !ok || !onceInside(cur, stmt) {
		return nil, false
	}
	for _, e := range others(cur, stmt.Node().(ast.Stmt)) {
		if _, isLit := e.(*ast.FuncLit); isLit || info.Types[e].IsType() {
			continue // evaluating it runs nothing
		}
		if !Pure(info, e) || !total && !Total(info, e) && !isName(info, e) {
			return nil, false
		}
	}
	return stmt.Node().(ast.Stmt), true
}

// others lists the expressions that the statement evaluates once, and that are neither a
// part of the expression at cur nor hold it.
func others(cur inspector.Cursor, stmt ast.Stmt) []ast.Expr {
	var list []ast.Expr
	for _, root := range evaluated(stmt) {
		ast.Inspect(root, func(n ast.Node) bool {
			if n == nil || n == cur.Node() {
				return false
			}
			e, isExpr := n.(ast.Expr)
			if !isExpr || source.Contains(n, cur.Node()) {
				return true
			}
			list = append(list, e)
			return false
		})
	}
	return list
}

// isName reports whether e names a package, function or method: nothing happens.
func isName(info *types.Info, e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		id, ok := e.X.(*ast.Ident)
		_, isPkg := info.Uses[id].(*types.PkgName)
		return ok && isPkg
	}
	return false
}

// evaluated returns the parts of a statement that run once, and first, when it is
// reached, none if that cannot be said.
func evaluated(s ast.Stmt) []ast.Node {
	switch s := s.(type) {
	case *ast.AssignStmt, *ast.ReturnStmt, *ast.ExprStmt, *ast.DeclStmt, *ast.SendStmt:
		return []ast.Node{s}
	case *ast.IfStmt:
		if s.Init != nil {
			return evaluated(s.Init)
		}
		return []ast.Node{s.Cond}
	case *ast.SwitchStmt:
		if s.Init != nil {
			return evaluated(s.Init)
		}
		if s.Tag != nil {
			return []ast.Node{s.Tag}
		}
	case *ast.RangeStmt:
		return []ast.Node{s.X}
	}
	return nil
}

// onceInside reports whether reaching stmt evaluates the expression at cur once.
func onceInside(cur, stmt inspector.Cursor) bool {
	holds := func(part ast.Node) bool { return source.Contains(part, cur.Node()) }
	if !slices.ContainsFunc(evaluated(stmt.Node().(ast.Stmt)), holds) {
		return false // evaluated repeatedly, or only on one branch
	}
	for c := cur; c != stmt; c = c.Parent() {
		switch n := c.Parent().Node().(type) {
		case *ast.FuncLit:
			return false
		case *ast.BinaryExpr:
			if (n.Op == token.LAND || n.Op == token.LOR) && c.ParentEdgeKind() == edge.BinaryExpr_Y {
				return false
			}
		}
	}
	return true
}
