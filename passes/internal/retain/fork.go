package retain

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// ForksCaveat is what may differ after a fix that changes the capacity of a slice that [Forks].
const ForksCaveat = "what is appended to it and kept under another name may share its array, or no longer do so"

// Forks reports whether the capacity of v may decide whether one change shows in another slice: a
// result of appending to v, or to a part of it, goes to another variable, twice or in front of
// another append; or it goes to a function that may change its elements, while v is used again.
func Forks(pkg *source.Package, v *types.Var) bool {
	once, uses := false, pkg.Uses(v)
	for i, use := range uses {
		appended, kept, changed := appendedTo(pkg, use, v)
		last := i == len(uses)-1 && v.Kind() != types.ResultVar && !source.LoopSince(use, v.Pos())
		if changed && !last || appended && once {
			return true
		}
		if kept {
			if source.LoopSince(use, v.Pos()) {
				return true
			}
			once = true
		}
	}
	return false
}

// appendedTo reports whether the use of v appends to it, and whether the result gets another name
// and is not returned at once, or goes to a function that may change its elements.
func appendedTo(pkg *source.Package, use inspector.Cursor, v *types.Var) (appended, kept, changed bool) {
	cur := source.Parens(use)
	for {
		kind, i := cur.ParentEdge()
		switch {
		case kind == edge.SliceExpr_X:
		case kind == edge.CallExpr_Args && i == 0 && (&Checker{Pkg: pkg, Var: v, Kind: EmptySlice}).appends(cur.Parent().Node().(*ast.CallExpr)):
			appended = true
		case kind == edge.AssignStmt_Rhs:
			s := cur.Parent().Node().(*ast.AssignStmt)
			return appended, appended && !(len(s.Lhs) == len(s.Rhs) && pkg.Is(s.Lhs[i], v)), false
		case kind == edge.CallExpr_Args:
			return appended, appended, appended && changes(pkg, cur.Parent().Node().(*ast.CallExpr), i)
		default:
			return appended, appended && kind != edge.ReturnStmt_Results, false
		}
		cur = source.Parens(cur.Parent())
	}
}

// changes reports whether a call may change the elements of its argument i, a slice.
func changes(pkg *source.Package, call *ast.CallExpr, i int) bool {
	if source.IsConversion(pkg.Info, call) {
		return false
	}
	if source.IsBuiltin(pkg.Info, call) {
		return i == 0 && source.IsBuiltin(pkg.Info, call, "copy", "clear")
	}
	known := stdlib.Of(source.Func(pkg.Info, call))
	return !known.Known() && !known.Copying || known.Writes.Has(i) || known.Fills.Has(i)
}
