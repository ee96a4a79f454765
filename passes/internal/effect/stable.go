package effect

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// Pure reports whether evaluating each of the expressions changes nothing and costs little:
// no calls but conversions and the builtins that only look, no receives, no function
// literals. They may still panic (see [Total]) and may read variables that others write.
func Pure(info *types.Info, exprs ...ast.Expr) bool {
	w := walker{info: info}
	all(&w, exprs...)
	return w.pure()
}

func (w *walker) pure() bool { return !w.Works && !w.Literals && len(w.Calls) == 0 }

// Total reports whether e is [Pure] and cannot panic: it has no dereference, index into a slice or
// string, division or assertion.
func Total(info *types.Info, e ast.Expr) bool {
	w := walker{info: info}
	w.expr(e)
	return w.pure() && !w.Panics && !w.Follows
}

// StableBetween reports whether e has one value from start to end: it consists of constants and of
// local variables that nothing captures, or nothing sets again, and nothing writes there, without dereferences, indexing
// or calls other than conversions and len. The length of a string or slice variable is stable then,
// that of a map if nothing there can change any map. Elements, what is made of them, as string(b),
// and the length of a channel are not stable.
func StableBetween(pkg *source.Package, e ast.Expr, start, end token.Pos) bool {
	w := walker{pkg: pkg, info: pkg.Info, Summary: Summary{Vars: make(map[*types.Var]bool)}}
	w.expr(e)
	if !w.pure() || w.Panics || w.Follows || w.Reads || w.mapLen && changes(pkg, start, end, Maps, func(types.Type, *types.Var, *types.Var) bool { return true }) {
		return false
	}
	for v := range w.Vars {
		if pkg.WrittenIn(v, start, end) || len(pkg.Writes(v)) > 0 && pkg.Captured(v) {
			return false
		}
	}
	return true
}

// Ordered reports whether the operands have the same values as parts of one expression and when
// they are evaluated one after the other. The language orders calls and receives, but not the
// reading of a variable beside them: p.name + p.rename() may read the name last.
func Ordered(pkg *source.Package, operands ...ast.Expr) bool {
	if Pure(pkg.Info, operands...) || !slices.ContainsFunc(operands, func(e ast.Expr) bool { return isUnordered(pkg, e) }) {
		return true
	}
	s := Of(pkg, operands...)
	return s.Quiet() && !s.Prints // a panic may come before the output, or after it
}

// Sequenced reports whether the arguments of a call may be evaluated one after the other, or as
// operands of a sum: no argument in front of one that may change memory reads what may be changed,
// unless by a call. An argument behind that one is read after it in each of these forms.
func Sequenced(pkg *source.Package, args ...ast.Expr) bool {
	for i, e := range args {
		if isUnordered(pkg, e) && !Of(pkg, args[i:]...).Quiet() {
			return false
		}
	}
	return true
}

// isUnordered reports whether e reads what a call beside it may change, and is no call itself.
func isUnordered(pkg *source.Package, e ast.Expr) bool {
	return !Steady(pkg, e) && !isOrdered(pkg.Info, e)
}

// isOrdered reports whether e is a call or a receive.
func isOrdered(info *types.Info, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return !source.IsConversion(info, e) && !source.IsBuiltin(info, e, looking...)
	case *ast.UnaryExpr:
		return e.Op == token.ARROW
	}
	return false
}

// Steady reports whether nothing that runs beside e can change its value: e consists of constants
// and of local variables that only their names reach, and reads no memory behind them.
func Steady(pkg *source.Package, e ast.Expr) bool {
	return pkg.Info.Types[e].Value != nil || StableBetween(pkg, e, e.Pos(), e.End())
}

// Undisturbed reports whether the operands, which are part of the expression at cur, may be
// evaluated before the rest of the statement that [Lift] found: they change nothing, or nothing
// that the rest reads.
func Undisturbed(f *source.File, cur inspector.Cursor, stmt ast.Stmt, operands ...ast.Expr) bool {
	if Pure(f.Pkg.Info, operands...) {
		return true
	}
	assign, isAssign := stmt.(*ast.AssignStmt)
	if isAssign {
		for _, target := range assign.Lhs {
			if !steadyTarget(f.Pkg, target) {
				return false
			}
		}
	}
	for _, e := range others(cur, stmt) {
		if !inert(f.Pkg, e) && !(isAssign && slices.Contains(assign.Lhs, e)) {
			return false
		}
	}
	return true
}

// inert reports whether e reads no variable that other code can change.
func inert(pkg *source.Package, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		return true
	case *ast.Ident:
		_, isVar := pkg.Info.ObjectOf(e).(*types.Var)
		return !isVar || pkg.Info.Defs[e] != nil || Steady(pkg, e)
	case *ast.SelectorExpr:
		if sel := pkg.Info.Selections[e]; sel == nil {
			_, isVar := pkg.Info.Uses[e.Sel].(*types.Var) // of another package
			return !isVar
		} else if sel.Kind() == types.MethodVal {
			return Steady(pkg, e.X)
		}
	}
	return pkg.Info.Types[e].IsType() || Steady(pkg, e)
}

// steadyTarget reports whether nothing can change which memory e, the target of an assignment,
// means once its operands are evaluated.
func steadyTarget(pkg *source.Package, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return inert(pkg, e.X)
	case *ast.StarExpr:
		return inert(pkg, e.X)
	case *ast.IndexExpr:
		return inert(pkg, e.X) && inert(pkg, e.Index)
	}
	return false
}

// Unfolds reports whether the call at cur may become an expression that reads the operands itself.
// The language orders calls and receives, with the arguments of a call, but not the reading of a
// variable beside them. So the operands must be calls or [Steady], or nothing that the statement
// evaluates beside cur may change memory. behind says that the call reads memory behind the
// operands, too: the elements of slices.
//
//	fmt.Sprint(global) + change()      global + change()
func Unfolds(pkg *source.Package, cur inspector.Cursor, behind bool, operands ...ast.Expr) bool {
	if !behind && !slices.ContainsFunc(operands, func(e ast.Expr) bool { return isUnordered(pkg, e) }) {
		return true
	}
	given := false // c is an argument of a call: what stands behind the call runs later
	for c := cur; ; c = c.Parent() {
		switch parent := c.Parent().Node().(type) {
		case *ast.BinaryExpr:
			if parent.Op == token.LAND || parent.Op == token.LOR {
				continue // one side runs after the other
			}
		case *ast.FuncLit:
			return true
		case ast.Expr, *ast.ValueSpec, *ast.AssignStmt, *ast.ReturnStmt, *ast.ExprStmt, *ast.SendStmt, *ast.IncDecStmt, *ast.GoStmt, *ast.DeferStmt:
		default:
			return true
		}
		for sibling := range c.Parent().Children() {
			later := sibling.Node().Pos() > c.Node().Pos()
			if sibling != c && !(later && given) && !Of(pkg, sibling.Node()).Quiet() {
				return false
			}
		}
		e, isExpr := c.Parent().Node().(ast.Expr)
		given = given || isExpr && isOrdered(pkg.Info, e)
	}
}
