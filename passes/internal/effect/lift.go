package effect

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// Lift returns the statement before which the expression at cur may be evaluated instead. The
// statement always evaluates it, exactly once. What else the statement evaluates has no effect, so
// that the order does not show, and cannot panic if the expression can.
//
//	        stmt(…, expr, …)
//	-----------
//	x := expr
//	        stmt(…, x, …)
func Lift(f *source.File, cur inspector.Cursor) (ast.Stmt, bool) {
	return LiftAs(f, cur, Total(f.Pkg.Info, cur.Node().(ast.Expr)))
}

// LiftAs is [Lift] for an expression that is to replace the one at cur; total says that it cannot
// panic.
func LiftAs(f *source.File, cur inspector.Cursor, total bool) (ast.Stmt, bool) {
	info := f.Pkg.Info
	stmt, ok := source.EnclosingStmt(cur)
	if !ok || !onceInside(cur, stmt) {
		return nil, false
	}
	for _, e := range others(cur, stmt.Node().(ast.Stmt)) {
		if _, isLit := e.(*ast.FuncLit); isLit || info.Types[e].IsType() {
			continue
		}
		if !Pure(info, e) || !total && !Total(info, e) {
			return nil, false
		}
	}
	return stmt.Node().(ast.Stmt), true
}

// others lists the expressions that the statement evaluates once, and that neither contain the
// expression at cur nor lie in it.
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

// evaluated returns the parts of a statement that always run, once, and before its other parts.
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
