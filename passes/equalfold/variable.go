package equalfold

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/source"
)

// declared rewrites the comparisons of a variable, or makes its text in stack memory.
func (p *folder) declared(d source.Decl) {
	if !p.variable(d, p.Pkg.Uses(d.Var)) && !p.held(d) {
		p.refuseAll()
	}
}

// inFront makes the text of a variable that is declared in an if or switch in stack memory.
func (p *folder) inFront(cur inspector.Cursor) {
	if kind := cur.ParentEdgeKind(); kind != edge.IfStmt_Init && kind != edge.SwitchStmt_Init {
		return
	}
	if s, ok := cur.Node().(*ast.AssignStmt); ok {
		if v, ok := p.Pkg.LocalVar(s.Lhs[0]); ok {
			if d, ok := p.DeclOf(v); ok && d.Stmt == s {
				p.held(d)
			}
		}
	}
}

// variable rewrites all comparisons of a variable that is only compared.
//
//	lower := strings.ToLower(s)        term := strings.ToLower(f())
//	return lower == "yes"              return term == "dumb"
//	------------------------------     -------------------------------------
//	                                   term := f()
//	return strings.EqualFold(s, "yes") return strings.EqualFold(term, "dumb")
func (p *folder) variable(d source.Decl, uses []inspector.Cursor) bool {
	call, ok := source.CallTo(p.Info, d.Value, "strings", "ToLower", "ToUpper")
	if !ok || !types.Identical(d.Var.Type(), types.Typ[types.String]) || p.Pkg.Captured(d.Var) || p.Jumps(d.Stmt.Pos()) || d.HasComment() {
		return false
	}
	for _, w := range p.Pkg.Writes(d.Var) {
		if w.Node().Pos() > d.Stmt.End() {
			return false
		}
	}
	goes := p.goes(d, call.Args[0], uses)
	if !goes && saysCase(d.Var.Name()) {
		return false
	}
	var all change
	var first *site
	p.through = d
	for _, use := range uses {
		s, ok := p.compared(use)
		if !ok {
			if first != nil {
				p.refuse(use.Node(), d.Var.Name()+" is used by more than comparisons with constants")
			}
			return false
		}
		if !goes {
			s.x = use.Node().(ast.Expr)
		}
		c, ok := p.change(s)
		if !ok {
			return false
		}
		if first == nil {
			first = s
		}
		all.class, all.edits = all.class.And(c.class), append(all.edits, c.edits...)
	}
	if first == nil {
		return false
	}
	if goes {
		all.edits = append(all.edits, p.without(d))
	} else {
		all.edits = append(all.edits, source.ReplaceNode(d.Value, p.Text(call.Args[0])))
	}
	p.report(first, all)
	return true
}

// assigned rewrites the comparisons of a variable that is assigned the mapping of its own text.
//
//	s = strings.ToLower(s)     s = strings.ToLower(strings.TrimSpace(s))
//	return s == "on"           return s == "on"
//	----------------------     -----------------------------------------
//	                           s = strings.TrimSpace(s)
//	return strings.EqualFold(s, "on")
func (p *folder) assigned(cur inspector.Cursor) {
	s, isAssign := cur.Node().(*ast.AssignStmt)
	list, i, inList := source.StmtList(cur)
	if !isAssign || !inList || s.Tok != token.ASSIGN || len(s.Lhs) != 1 || len(s.Rhs) != 1 {
		return
	}
	v, ok := p.Pkg.LocalVar(s.Lhs[0])
	if !ok || v.Kind() == types.ResultVar || p.Pkg.Mentions(s.Rhs[0], v) == 0 || source.LoopSince(cur, v.Pos()) {
		return
	}
	var uses []inspector.Cursor
	for _, use := range p.Pkg.Uses(v) {
		at := use.Node().Pos()
		switch {
		case at < s.End():
		case slices.ContainsFunc(list[i+1:], func(next ast.Stmt) bool { return source.Contains(next, use.Node()) }):
			uses = append(uses, use)
		default:
			return // the use may come without the assignment
		}
	}
	if !p.variable(source.Decl{File: p.File, Var: v, Name: ast.Unparen(s.Lhs[0]).(*ast.Ident), Stmt: s, Cur: cur, Value: s.Rhs[0], Rest: list[i+1:]}, uses) {
		p.refuseAll()
	}
}

// without returns the edit that removes the assignment, or the declaration, of the variable.
func (p *folder) without(d source.Decl) source.TextEdit {
	if s, ok := d.Stmt.(*ast.AssignStmt); ok && s.Tok == token.ASSIGN {
		return p.Remove(s)
	}
	return d.Remove()
}

// compared recognises the comparison of the variable at use, with a constant.
func (p *folder) compared(use inspector.Cursor) (*site, bool) {
	use = source.Parens(use)
	switch use.ParentEdgeKind() {
	case edge.BinaryExpr_X, edge.BinaryExpr_Y, edge.CallExpr_Args, edge.SwitchStmt_Tag:
		s, ok := p.recognise(use.Parent())
		return s, ok && s.other == nil
	}
	return nil, false
}

// goes reports whether x, the operand of the mapping, can be written wherever the variable is used.
func (p *folder) goes(d source.Decl, x ast.Expr, uses []inspector.Cursor) bool {
	if !source.IsPath(x) || !effect.Total(p.Info, x) {
		return false
	}
	for _, use := range uses {
		if !p.Visible(x, use.Node().Pos()) || !effect.StableBetween(p.Pkg, x, d.Stmt.End(), use.Node().Pos()) || source.LoopSince(use, d.Var.Pos()) {
			return false
		}
	}
	return true
}

// saysCase reports whether the name of a variable promises that its text is in one case.
func saysCase(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "low") || strings.Contains(name, "up") || strings.Contains(name, "fold") || strings.HasPrefix(name, "lc") || strings.HasPrefix(name, "uc")
}
