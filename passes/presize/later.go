package presize

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/size"
	"github.com/unheap/unheap/passes/internal/source"
)

// later offers to grow the slice that d declares in front of each loop whose elements are counted, where what
// happens to the slice before that is not: it may have elements already, or may have been given away. It reports
// whether it does.
//
//	list := []string{name()}
//	list = append(list, options()...)
//	                                            list = slices.Grow(list, len(args))
//	for _, arg := range args {           =>     for _, arg := range args {
//		list = append(list, quote(arg))             list = append(list, quote(arg))
//	}                                           }
func (p *presizer) later(d source.Decl) bool {
	if p.captured(d.Var) || p.Pkg.Asked(d.Var, "cap") || p.givenRoom(d.Var) || !p.ownMemory(d) {
		return false
	}
	said := p.Said()
	var loops []inspector.Cursor
	for _, use := range p.Pkg.Uses(d.Var) {
		loop, ok := outermost(use, d.Var.Pos())
		if !ok || use.ParentEdgeKind() != edge.AssignStmt_Lhs || slices.Contains(loops, loop) {
			continue
		}
		if slices.ContainsFunc(loops, func(other inspector.Cursor) bool { return !inBranches(other, loop) }) {
			return false // a call in front of each of several loops is more than they are worth
		}
		loops = append(loops, loop)
	}
	for _, loop := range loops {
		p.growLater(d, loop)
	}
	return p.Said() > said
}

// inBranches reports whether a and b stand in different branches of one statement.
func inBranches(a, b inspector.Cursor) bool {
	for c := range a.Enclosing() {
		if source.Contains(c.Node(), b.Node()) {
			_, isBlock := c.Node().(*ast.BlockStmt)
			return !isBlock || c.ParentEdgeKind() == edge.SwitchStmt_Body || c.ParentEdgeKind() == edge.TypeSwitchStmt_Body || c.ParentEdgeKind() == edge.SelectStmt_Body
		}
	}
	return false
}

// outermost returns the outermost of the loops around the use that begin behind pos, as a statement of a list.
func outermost(use inspector.Cursor, pos token.Pos) (loop inspector.Cursor, ok bool) {
	for l := range source.Loops(use) {
		if l.Node().Pos() > pos {
			loop, ok = l, true
		}
	}
	return loop, ok
}

// ownMemory reports whether the slice begins with memory of its own, or none, and is only appended to and set to nil.
func (p *presizer) ownMemory(d source.Decl) bool {
	for _, w := range p.Pkg.Writes(d.Var) {
		s, ok := source.Parens(w).Parent().Node().(*ast.AssignStmt)
		if !ok || len(s.Lhs) != 1 || len(s.Rhs) != 1 || !p.Pkg.Is(s.Lhs[0], d.Var) {
			return false
		}
		if _, _, appends := p.Pkg.Appended(s); !appends && !p.Info.Types[s.Rhs[0]].IsNil() {
			return false
		}
	}
	switch v := ast.Unparen(d.Value).(type) {
	case nil, *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		of, _ := p.cloned(v)
		isNil, _ := p.emptySlice(v)
		return isNil || of != nil || source.IsBuiltin(p.Info, v, "make") && len(v.Args) == 2
	}
	return p.Info.Types[d.Value].IsNil()
}

// growLater offers to grow the slice in front of the loop.
func (p *presizer) growLater(d source.Decl, loop inspector.Cursor) {
	at, leaf, name := loop.Node().(ast.Stmt), p.adding(d), d.Var.Name()
	if _, _, inList := source.StmtList(loop); !inList || p.leafUses(at, d.Var, leaf)+p.looks(at, d.Var, true) != p.Pkg.Mentions(at, d.Var) {
		return
	}
	c, ok := size.Of(p.File, []ast.Stmt{at}, at.Pos(), true, leaf)
	if !ok || !p.worthwhile(d.Var, c) || c.Loose && p.few(d.Var, c.Leaves) {
		return
	}
	fix := rule.Finding{
		At:      c.Leaves[0],
		Message: name + " grows by append although it is known how much the loop appends",
		Title:   "Grow " + name + " once, by " + c.String(),
		Class:   p.sliceClass(d.Var, c).And(p.begunBefore(d, at)),
	}
	if !p.whole(at, name, d.Var.Type(), &fix) {
		if !c.Sure && !p.nilBlind(d.Var) && p.mayBeNil(d) {
			fix.Class = fix.Class.And(rule.Review(nilBecomesEmpty))
		}
		lines, n, renamed := c.Lines(p.fresh(at.Pos()))
		grow, edits, ok := p.Grow(at.Pos(), name, d.Var.Type(), n)
		if !ok || len(n) > longLength || len(grow) > 1 || len(lines) > 0 || len(renamed) > 0 || !p.Universe(at.Pos(), "len") {
			return // the call alone is worth it, statements besides are not
		}
		fix.Edits = append(edits, p.Before(at, grow...))
	}
	p.Report(fix)
}

// begunBefore returns the class of growing a slice that may share its array when the loop begins: it is review if a
// use in front of its end may have given the slice away.
func (p *presizer) begunBefore(d source.Decl, loop ast.Stmt) rule.Class {
	k := &retain.Checker{Pkg: p.Pkg, Var: d.Var, Kind: retain.EmptySlice, Drops: true}
	for _, use := range p.Pkg.Uses(d.Var) {
		if use.Node().Pos() < loop.End() && !k.Lets(use) && !isReturned(use) {
			return rule.Review(rule.Sharing.Caveat("what is appended to " + d.Var.Name() + " may no longer be written into an array that it shares"))
		}
	}
	return rule.Safe
}

// mayBeNil reports whether the slice is declared nil, set to nil, or a copy of one that may be nil.
func (p *presizer) mayBeNil(d source.Decl) bool {
	isNil := func(value ast.Expr) bool {
		is, _ := p.emptySlice(value)
		of, _ := p.cloned(value)
		return is || of != nil || p.Info.Types[value].IsNil()
	}
	return isNil(d.Value) || slices.ContainsFunc(p.Pkg.Writes(d.Var), func(w inspector.Cursor) bool {
		return isNil(source.Parens(w).Parent().Node().(*ast.AssignStmt).Rhs[0])
	})
}
