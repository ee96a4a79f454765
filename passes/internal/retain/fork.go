package retain

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// ForksCaveat is what a fix may differ in that changes the capacity of a slice that [Forks].
const ForksCaveat = "what is appended to it and kept under another name may share its array, or no longer do so"

// Forks reports whether something is appended to v, or to a part of it, and assigned
// to anything else, more than once, or before v itself is appended to again. Whether one
// of them overwrites the other depends on the capacity.
func Forks(pkg *source.Package, v *types.Var) bool {
	once := false
	for _, use := range pkg.Uses(v) {
		appended, kept := appendedTo(pkg, use, v)
		if appended && once {
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

// appendedTo reports whether the use of v is one that appends to it, and whether the
// result gets another name than v and does not leave the function at once.
func appendedTo(pkg *source.Package, use inspector.Cursor, v *types.Var) (appended, kept bool) {
	cur := source.Parens(use)
	for {
		kind, i := cur.ParentEdge()
		switch {
		case kind == edge.SliceExpr_X:
		case kind == edge.CallExpr_Args && i == 0 && source.IsBuiltin(pkg.Info, cur.Parent().Node().(*ast.CallExpr), "append"):
			appended = true
		case kind == edge.AssignStmt_Rhs:
			s := cur.Parent().Node().(*ast.AssignStmt)
			return appended, appended && !(len(s.Lhs) == len(s.Rhs) && pkg.Is(s.Lhs[i], v))
		default:
			return appended, appended && kind != edge.ReturnStmt_Results
		}
		cur = source.Parens(cur.Parent())
	}
}
