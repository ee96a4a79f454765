package presize

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// captured reports whether the slice v can be reached other than by its name in the
// function that declares it. The comparison that sort.Slice is given with v does not
// count, if it only reads elements: it runs while v is sorted, and sees no capacity.
func (p *presizer) captured(v *types.Var) bool {
	if !p.Pkg.Captured(v) {
		return false
	}
	for _, use := range p.Pkg.Uses(v) {
		if p.Pkg.Addressed(use) {
			return true
		}
		for lit := range use.Enclosing((*ast.FuncLit)(nil)) {
			if n := lit.Node(); n.Pos() <= v.Pos() && v.Pos() < n.End() {
				break // the one that declares it
			}
			if source.Parens(use).ParentEdgeKind() != edge.IndexExpr_X || !p.Pkg.Looked(use) || !p.compares(lit, v) {
				return true
			}
		}
	}
	return false
}

// compares reports whether the literal at lit is less in a statement sort.Slice(v, less).
func (p *presizer) compares(lit inspector.Cursor, v *types.Var) bool {
	kind, i := lit.ParentEdge()
	if kind != edge.CallExpr_Args || i != 1 {
		return false
	}
	call, ok := source.CallTo(p.Info, lit.Parent().Node().(*ast.CallExpr), "sort", "Slice", "SliceStable")
	return ok && p.Pkg.Is(call.Args[0], v) && source.Parens(lit.Parent()).ParentEdgeKind() == edge.ExprStmt_X
}
