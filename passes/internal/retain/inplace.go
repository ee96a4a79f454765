package retain

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// runsInPlace reports whether the function literal at lit runs only during the call that it is an
// argument of, or is called where it stands: neither in a goroutine nor deferred.
//
//	slices.SortFunc(list, func(a, b T) int {…})    try(func() error {…})    func() {…}()
func runsInPlace(pkg *source.Package, lit inspector.Cursor) bool {
	cur := source.Parens(lit)
	kind, i := cur.ParentEdge()
	if kind != edge.CallExpr_Fun && kind != edge.CallExpr_Args || isGoOrDefer(cur.Parent()) {
		return false
	}
	call := cur.Parent().Node().(*ast.CallExpr)
	return kind == edge.CallExpr_Fun || callsOnly(pkg, call, i, 0)
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
