package presize

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// captured reports whether the slice v can be reached other than by its name in the
// function that declares it. A function literal that only looks at the elements of v does not
// count if it is made after v has been filled, or is the comparison of a call of sort.Slice with v.
func (p *presizer) captured(v *types.Var) bool {
	if !p.Pkg.Captured(v) {
		return false
	}
	last := v.Pos()
	for _, w := range p.Pkg.Writes(v) {
		last = w.Node().Pos()
	}
	for _, use := range p.Pkg.Uses(v) {
		if p.Pkg.Addressed(use) {
			return true
		}
		for lit := range use.Enclosing((*ast.FuncLit)(nil)) {
			if n := lit.Node(); n.Pos() <= v.Pos() && v.Pos() < n.End() {
				break // the literal declares v
			}
			filled := last < lit.Node().Pos() && !source.LoopSince(lit, v.Pos())
			if !p.Pkg.Looked(use) || !filled && !p.compares(lit, v) {
				return true
			}
		}
	}
	return false
}

// compares reports whether the function literal at lit is less in a statement sort.Slice(v, less).
func (p *presizer) compares(lit inspector.Cursor, v *types.Var) bool {
	kind, i := lit.ParentEdge()
	if kind != edge.CallExpr_Args || i != 1 {
		return false
	}
	call, ok := source.CallTo(p.Info, lit.Parent().Node().(*ast.CallExpr), "sort", "Slice", "SliceStable")
	return ok && p.Pkg.Is(call.Args[0], v) && source.Parens(lit.Parent()).ParentEdgeKind() == edge.ExprStmt_X
}
