package presize

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// worthWaiting is the size in bytes of the smallest slice for which it pays to ask before each append
// whether it has been made.
const worthWaiting = 128

// waits makes a slice at its first element, if it is made with room and perhaps nothing is appended.
//
//	found := make([]T, 0, 64)            var found []T
//	for … {                              for … {
//		if ok {                 =>           if ok {
//			                                     if found == nil {
//			                                         found = make([]T, 0, 64)
//			                                     }
//			found = append(found, x)             found = append(found, x)
func (p *presizer) waits(d source.Decl) {
	call, ok := ast.Unparen(d.Value).(*ast.CallExpr)
	if !ok || !source.IsBuiltin(p.Info, call, "make") || len(call.Args) != 3 || d.Grouped() || d.HasComment() || p.captured(d.Var) || p.Pkg.Asked(d.Var, "cap") {
		return
	}
	n, isConst := source.IntConst(p.Info, call.Args[2])
	if zero, ok := source.IntConst(p.Info, call.Args[1]); !ok || zero != 0 || !isConst || n*p.unit(d.Var.Type().Underlying().(*types.Slice).Elem()) < worthWaiting || !source.InLoop(d.Cur) {
		return
	}
	appends, ok := p.onlyInBranches(d)
	if !ok || len(appends) != 1 || !p.Universe(appends[0].Pos(), "nil", "make") {
		return
	}
	name := d.Var.Name()
	for id := range p.Misread(call, appends[0].Pos()) {
		p.Refuse(d.Node(), id.Name+" means something else where "+name+" is needed")
		return
	}
	typ := p.Text(call.Args[0])
	if d.Type != nil {
		typ = p.Text(d.Type)
	}
	p.Report(rule.Finding{
		At:      d.Node(),
		Message: name + " is made although perhaps nothing is appended to it",
		Title:   "Make " + name + " when the first element comes",
		Class:   rule.Safe,
		Edits: append(d.Instead("var "+name+" "+typ),
			p.Before(appends[0], "if "+name+" == nil {", "\t"+name+" = "+p.Text(call), "}")),
	})
}

// onlyInBranches returns the statements that append to the slice. ok is false if the slice is on the stack, or
// some use can tell nil from empty, or a statement appends in each iteration.
func (p *presizer) onlyInBranches(d source.Decl) (appends []ast.Stmt, ok bool) {
	k := &retain.Checker{Pkg: p.Pkg, Var: d.Var, Kind: retain.EmptySlice}
	heap := false
	for _, use := range p.Pkg.Uses(d.Var) {
		use = source.Parens(use)
		if !k.Lets(use) || k.Escapes {
			heap = true
		}
		if !p.blindUse(use, d.Var) && !p.notEmpty(use, d) {
			return nil, false
		}
		if use.ParentEdgeKind() != edge.AssignStmt_Lhs {
			continue
		}
		s := use.Parent()
		if _, _, inList := source.StmtList(s); !inList || !p.skippable(s, d) {
			return nil, false
		}
		appends = append(appends, s.Node().(ast.Stmt))
	}
	return appends, heap
}

// notEmpty reports whether the use stands in an if statement with the condition len(v) > 0, or != 0.
func (p *presizer) notEmpty(use inspector.Cursor, d source.Decl) bool {
	for c := range use.Enclosing((*ast.IfStmt)(nil)) {
		n := c.Node().(*ast.IfStmt)
		if n.Pos() < d.Stmt.Pos() || !source.Contains(n.Body, use.Node()) {
			continue
		}
		cond, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr)
		if !ok || cond.Op != token.GTR && cond.Op != token.NEQ {
			continue
		}
		call, isCall := ast.Unparen(cond.X).(*ast.CallExpr)
		zero, isConst := source.IntConst(p.Info, cond.Y)
		if isCall && isConst && zero == 0 && source.IsBuiltin(p.Info, call, "len") && p.Pkg.Is(call.Args[0], d.Var) {
			return true
		}
	}
	return false
}

// skippable reports whether the statement stands in a branch, or behind a branch that leaves the
// iteration.
func (p *presizer) skippable(cur inspector.Cursor, d source.Decl) bool {
	for c := cur; c.Node().Pos() > d.Stmt.Pos(); c = c.Parent() {
		switch c.ParentEdgeKind() {
		case edge.IfStmt_Body, edge.IfStmt_Else, edge.CaseClause_Body:
			return true
		}
		list, i, ok := source.StmtList(c)
		if !ok || !source.InLoop(c) {
			continue
		}
		for _, s := range list[:i] {
			if branch, isIf := s.(*ast.IfStmt); isIf && s.Pos() > d.Stmt.Pos() && source.Has[*ast.BranchStmt](branch) {
				return true
			}
		}
	}
	return false
}
