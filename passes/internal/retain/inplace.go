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
func (k *Checker) runsBefore(cur inspector.Cursor, deferred bool) bool {
	if _, isLit := cur.Node().(*ast.FuncLit); !isLit {
		_, isDefer := cur.Node().(*ast.DeferStmt)
		return isDefer && deferred
	}
	if k.calls(source.Parens(cur), deferred) {
		return true
	}
	v, _, ok := k.Pkg.Holder(cur)
	return ok && v.Kind() == types.LocalVar && k.ask(question{v: v, kind: called, deferred: deferred})
}

// calls reports whether the function at cur is called, or given to a function that only calls it before it returns.
func (k *Checker) calls(cur inspector.Cursor, deferred bool) bool {
	kind, i := cur.ParentEdge()
	if kind != edge.CallExpr_Fun && kind != edge.CallExpr_Args || isGo(cur.Parent()) || !deferred && source.RunsLater(cur.Parent()) {
		return false
	}
	call := cur.Parent().Node().(*ast.CallExpr)
	return kind == edge.CallExpr_Fun || stdlib.Of(source.Func(k.Pkg.Info, call)).Calls ||
		k.gives(cur.Parent(), k.params(call, i), question{kind: called, deferred: true})
}

func isGo(call inspector.Cursor) bool {
	return source.Parens(call).ParentEdgeKind() == edge.GoStmt_Call
}
