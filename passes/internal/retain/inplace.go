package retain

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// runsBefore reports whether the statement or function literal at cur runs before the function around it returns: it is
// called where it stands, given to a function that only calls it, in a local variable that is only called, or deferred,
// if that may be.
//
//	slices.SortFunc(list, func(a, b T) int {…})    try(func() error {…})    func() {…}()    defer func() {…}()
func runsBefore(pkg *source.Package, cur inspector.Cursor, deferred bool, depth int) bool {
	in := func(call inspector.Cursor) bool { return !isGo(call) && (deferred || !isGoOrDefer(call)) }
	if _, isLit := cur.Node().(*ast.FuncLit); !isLit {
		_, isDefer := cur.Node().(*ast.DeferStmt)
		return isDefer && deferred
	}
	if kind, i := source.Parens(cur).ParentEdge(); kind == edge.CallExpr_Fun || kind == edge.CallExpr_Args {
		call := source.Parens(cur).Parent()
		return in(call) && (kind == edge.CallExpr_Fun || callsOnly(pkg, call.Node().(*ast.CallExpr), i, 0))
	}
	v, _, ok := pkg.Holder(cur)
	return ok && depth < maxCalls && v.Kind() == types.LocalVar && pkg.Every(v, func(use inspector.Cursor) bool {
		for lit := range use.Enclosing((*ast.FuncLit)(nil)) {
			if lit.Node() != cur.Node() && lit.Node().Pos() > v.Pos() && !runsBefore(pkg, lit, deferred, depth+1) {
				return false
			}
		}
		return isSet(use) || isNilTest(pkg.Info, use) || use.ParentEdgeKind() == edge.CallExpr_Fun && in(use.Parent())
	})
}

// callsOnly reports whether the callee does nothing with its argument i, a function, but to call it
// before it returns, or to pass it on to a function that does the same.
func callsOnly(pkg *source.Package, call *ast.CallExpr, i, depth int) bool {
	if stdlib.Of(source.Func(pkg.Info, call)).Calls {
		return true
	}
	fn, param := operand(pkg, call, i)
	if param == nil || fn.Pkg() != pkg.Types || pkg.FuncBody(fn) == nil || depth == maxCalls || pkg.InLiteral(param) {
		return false
	}
	return pkg.Every(param, func(use inspector.Cursor) bool {
		use = source.Parens(use)
		switch kind, i := use.ParentEdge(); kind {
		case edge.CallExpr_Fun:
			return !isGo(use.Parent())
		case edge.CallExpr_Args:
			return !isGoOrDefer(use.Parent()) && !source.IsConversion(pkg.Info, use.Parent().Node().(*ast.CallExpr)) && callsOnly(pkg, use.Parent().Node().(*ast.CallExpr), i, depth+1)
		}
		return isNilTest(pkg.Info, use)
	})
}

// isNilTest reports whether the value at cur is compared with nil.
func isNilTest(info *types.Info, cur inspector.Cursor) bool {
	e, ok := cur.Parent().Node().(*ast.BinaryExpr)
	return ok && (info.Types[e.X].IsNil() || info.Types[e.Y].IsNil())
}

func isGo(call inspector.Cursor) bool {
	return source.Parens(call).ParentEdgeKind() == edge.GoStmt_Call
}

func isGoOrDefer(call inspector.Cursor) bool {
	return isGo(call) || source.Parens(call).ParentEdgeKind() == edge.DeferStmt_Call
}
