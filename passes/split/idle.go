package split

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// live returns the uses of the parts that the rewrite has to deal with, and edits for the others. These stand in
// comparisons of the number of parts that always have the same result, as there is at least one part, and are removed; or
// in a branch that leaves the parts behind (see [splitter.again]).
//
//	if len(v) == 0 { … }     len(v) < 1 || x     len(v) > 0 && x
//	--------------------     ---------------     ---------------
//	                         x                   x
func (p *splitter) live(s site, d source.Decl) (uses []inspector.Cursor, edits []source.TextEdit) {
	all := p.Pkg.Uses(d.Var)
	uses = slices.Clone(all)
	for _, use := range all {
		edit, ok := p.idle(source.Parens(use), d.Var)
		if !ok {
			edit, ok = p.again(s, d, source.Parens(use))
		}
		if !ok {
			continue
		}
		edits = append(edits, edit)
		uses = slices.DeleteFunc(uses, func(u inspector.Cursor) bool { return edit.Pos <= u.Node().Pos() && u.Node().End() <= edit.End })
	}
	return uses, edits
}

// settled returns the comparison around len(v), with v at cur, and whether it is never or always true, as there is
// at least one part.
func (p *splitter) settled(cur inspector.Cursor, v *types.Var) (cmp inspector.Cursor, never, always bool) {
	call := source.ArgumentOf(cur)
	if call == nil || !source.IsBuiltin(p.Info, call, "len") {
		return cmp, false, false
	}
	cmp = source.Parens(cur.Parent()).Parent()
	cond, ok := cmp.Node().(*ast.BinaryExpr)
	if !ok {
		return cmp, false, false
	}
	all := upTo(maxLength)
	return source.Parens(cmp), p.where(cond, v, true)&all == 0, p.where(cond, v, false)&all == 0
}

// idle returns the edit that removes the comparison around len(v), with v at cur. ok is false if the comparison is not
// settled, or if other code would have to change, too.
func (p *splitter) idle(cur inspector.Cursor, v *types.Var) (edit source.TextEdit, ok bool) {
	cmp, never, always := p.settled(cur, v)
	if !never && !always {
		return edit, false
	}
	switch parent := cmp.Parent().Node().(type) {
	case *ast.IfStmt:
		if _, _, inList := source.StmtList(cmp.Parent()); inList && never && cmp.ParentEdgeKind() == edge.IfStmt_Cond && parent.Init == nil && parent.Else == nil && !p.Pkg.Needs(parent) {
			edit = p.Remove(parent)
		}
	case *ast.BinaryExpr:
		switch {
		case !(never && parent.Op == token.LOR || always && parent.Op == token.LAND):
		case cmp.ParentEdgeKind() == edge.BinaryExpr_X:
			edit = source.Replace(parent.Pos(), parent.Y.Pos(), "")
		default:
			edit = source.Replace(parent.X.End(), parent.End(), "")
		}
	}
	return edit, edit.Pos.IsValid() && !p.HasComment(edit.Pos, edit.End)
}
