package size

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/source"
)

// plain reports whether the statements change nothing but variables of the function, and go on to
// the next one without waiting.
func (c *counter) plain(stmts []ast.Stmt) bool {
	for _, s := range stmts {
		switch s.(type) {
		case *ast.AssignStmt, *ast.DeclStmt, *ast.IncDecStmt, *ast.ExprStmt:
		default:
			return false
		}
	}
	s := effect.Of(c.pkg, stmts...)
	return s.Writes&^effect.Behind == 0 && !s.Panics && !s.MayWait()
}

// guards reports whether what stands behind the statements may be for them to allow: they may wait for
// others, or leave.
func (c *counter) guards(stmts []ast.Stmt) bool {
	return effect.Of(c.pkg, stmts...).MayWait() || slices.ContainsFunc(stmts, func(s ast.Stmt) bool { return flow.Quits(c.pkg.Info, s) })
}

// mayWait reports whether the statements may take a lock or wait for another goroutine. If nothing of
// consequence stands between the count and the first of them, its range is evaluated with the count.
func (c *counter) mayWait(stmts []ast.Stmt, idle bool) bool {
	if loop, ok := stmts[0].(*ast.RangeStmt); ok && idle {
		return effect.Of(c.pkg, append([]ast.Stmt{loop.Body}, stmts[1:]...)...).MayWait()
	}
	return effect.Of(c.pkg, stmts...).MayWait()
}

// quiet reports whether the body changes nothing but variables of the function, and memory behind
// slices that grow, so that a bound keeps its value.
func (c *counter) quiet(body ast.Stmt) bool {
	s := effect.Of(c.pkg, body)
	return s.Writes&^effect.Behind == 0 && !s.MayWait()
}

// ends reports whether the body may panic, or wait, before the number of iterations is reached:
// code that reads its input element by element panics at the end. A nil pointer does not count: it
// ends the loop at once.
func (c *counter) ends(body ast.Stmt) bool {
	s := effect.Of(c.pkg, body)
	return s.Panics || s.MayWait()
}

// mayStop reports whether a statement may leave, go on early, panic or wait.
func (c *counter) mayStop(s ast.Stmt) bool {
	return source.Has[*ast.ReturnStmt](s) || source.Has[*ast.BranchStmt](s) || c.ends(s)
}

// shared reports whether e, or its length, is read from memory that others may have: anything but
// local variables.
func (c *counter) shared(e ast.Expr) bool {
	if source.IsA[*types.Map](source.Core(c.pkg.Info.TypeOf(e))) {
		return true
	}
	for n := range ast.Preorder(e) {
		switch n := n.(type) {
		case *ast.IndexExpr, *ast.StarExpr:
			return true
		case *ast.SelectorExpr:
			if sel := c.pkg.Info.Selections[n]; sel != nil && sel.Indirect() {
				return true
			}
		case *ast.Ident:
			v, isVar := c.pkg.Info.Uses[n].(*types.Var)
			if isVar && !v.IsField() && !c.ownOrOuter(n) {
				return true
			}
		}
	}
	return false
}

// ownOrOuter reports whether the identifier is a local variable that only its name reaches, and no
// variable of a loop: a counting loop would read the elements early.
func (c *counter) ownOrOuter(id *ast.Ident) bool {
	v, ok := c.pkg.LocalVar(id)
	return ok && !c.pkg.Captured(v) && !slices.Contains(c.vars, types.Object(v))
}
