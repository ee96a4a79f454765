package split

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/source"
)

// live returns the uses of the parts that the rewrite has to deal with, and edits for the others. These stand in
// comparisons of the number of parts that always have the same result, as there is at least one part, and are removed; or
// in a branch that leaves the parts behind (see [splitter.again]).
//
//	if len(v) == 0 { … }     if len(v) > 0 { x = v[0] }     len(v) < 1 || x     len(v) > 0 && x
//	--------------------     --------------------------     ---------------     ---------------
//	                         x = v[0]                       x                   x
func (p *splitter) live(s site, d source.Decl) (uses []inspector.Cursor, edits []source.TextEdit) {
	all := p.Pkg.Uses(d.Var)
	uses = slices.Clone(all)
	for _, use := range all {
		gone, ok := p.idle(source.Parens(use), d.Var)
		if !ok {
			var edit source.TextEdit
			edit, ok = p.again(s, d, source.Parens(use))
			gone = []source.TextEdit{edit}
		}
		meets := func(e source.TextEdit) bool {
			return slices.ContainsFunc(edits, func(before source.TextEdit) bool { return e.Pos < before.End && before.Pos < e.End })
		}
		if !ok || slices.ContainsFunc(gone, meets) {
			continue // it stays, or goes with what is removed already
		}
		edits = append(edits, gone...)
		uses = slices.DeleteFunc(uses, func(u inspector.Cursor) bool {
			return slices.ContainsFunc(gone, func(e source.TextEdit) bool { return e.Pos <= u.Node().Pos() && u.Node().End() <= e.End })
		})
	}
	return uses, edits
}

// settled returns the comparison around len(v), with v at cur, and whether it is never or always true, as there is
// at least one part.
func (p *splitter) settled(cur inspector.Cursor, v *types.Var) (cmp inspector.Cursor, never, always bool) {
	if !p.Pkg.Asks(cur, "len") {
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

// idle returns the edits that remove the comparison around len(v), with v at cur. ok is false if the comparison is not
// settled, or if other code would have to change, too.
func (p *splitter) idle(cur inspector.Cursor, v *types.Var) (edits []source.TextEdit, ok bool) {
	cmp, never, always := p.settled(cur, v)
	if !never && !always {
		return nil, false
	}
	switch parent := cmp.Parent().Node().(type) {
	case *ast.IfStmt:
		if _, _, inList := source.StmtList(cmp.Parent()); !inList || cmp.ParentEdgeKind() != edge.IfStmt_Cond || parent.Init != nil || parent.Else != nil {
			return nil, false
		}
		switch {
		case always:
			edits = p.unwrapped(cmp.Parent())
		case !p.Pkg.Needs(parent):
			edits = append(edits, p.Remove(parent))
		}
	case *ast.BinaryExpr:
		switch {
		case !(never && parent.Op == token.LOR || always && parent.Op == token.LAND):
		case cmp.ParentEdgeKind() == edge.BinaryExpr_X:
			edits = append(edits, source.Replace(parent.Pos(), parent.Y.Pos(), ""))
		default:
			edits = append(edits, source.Replace(parent.X.End(), parent.End(), ""))
		}
	}
	for _, e := range edits {
		if p.HasComment(e.Pos, e.End) {
			return nil, false
		}
	}
	return edits, len(edits) > 0
}

// unwrapped returns the edits that leave the statements of an if statement that always runs. If they return, so must the
// only statement behind them, which goes; nil if they declare something.
//
//	if len(v) > 0 {
//	        return v[0]
//	}
//	return ""
//	-------------------
//	return v[0]
func (p *splitter) unwrapped(cur inspector.Cursor) []source.TextEdit {
	branch := cur.Node().(*ast.IfStmt)
	list := branch.Body.List
	declares := func(s ast.Stmt) bool {
		switch s := s.(type) {
		case *ast.AssignStmt:
			return s.Tok == token.DEFINE
		case *ast.DeclStmt, *ast.LabeledStmt:
			return true
		}
		return false
	}
	if len(list) == 0 || slices.ContainsFunc(list, declares) {
		return nil
	}
	end := branch.End()
	if flow.Ends(p.Info, branch.Body) {
		around, i, _ := source.StmtList(cur)
		_, returns := list[len(list)-1].(*ast.ReturnStmt)
		if next, ok := around[len(around)-1].(*ast.ReturnStmt); !ok || !returns || i != len(around)-2 || p.Pkg.Needs(next) {
			return nil
		}
		end = around[i+1].End()
	}
	return []source.TextEdit{source.Replace(branch.Pos(), p.BodyStart(branch.Body), ""), source.Replace(list[len(list)-1].End(), end, "")}
}
