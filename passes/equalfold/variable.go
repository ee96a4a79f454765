package equalfold

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/source"
)

// variable rewrites all comparisons of a variable that is only compared.
//
//	lower := strings.ToLower(s)        term := strings.ToLower(f())
//	return lower == "yes"              return term == "dumb"
//	------------------------------     -------------------------------------
//	                                   term := f()
//	return strings.EqualFold(s, "yes") return strings.EqualFold(term, "dumb")
func (p *folder) variable(d source.Decl) {
	call, ok := source.CallTo(p.Info, d.Value, "strings", "ToLower", "ToUpper")
	if !ok || !d.Typed() || len(p.Pkg.Writes(d.Var)) > 0 || p.Pkg.Captured(d.Var) || p.Jumps(d.Stmt.Pos()) || d.HasComment() {
		return
	}
	uses := p.Pkg.Uses(d.Var)
	goes := p.goes(d, call.Args[0])
	if !goes && saysCase(d.Var.Name()) {
		return
	}
	var all change
	var first *site
	p.through = d
	for _, use := range uses {
		s, ok := p.compared(use)
		if !ok {
			if first != nil {
				p.Refuse(use.Node(), d.Var.Name()+" is used by more than comparisons with constants")
			}
			return
		}
		if !goes {
			s.x = use.Node().(ast.Expr)
		}
		c, ok := p.change(s)
		if !ok {
			return
		}
		if first == nil {
			first = s
		}
		all.class, all.edits = all.class.And(c.class), append(all.edits, c.edits...)
	}
	if first == nil {
		return
	}
	if goes {
		all.edits = append(all.edits, d.Remove())
	} else {
		all.edits = append(all.edits, source.ReplaceNode(d.Value, p.Text(call.Args[0])))
	}
	p.report(first, all)
}

// compared returns the comparison of the variable at use.
func (p *folder) compared(use inspector.Cursor) (*site, bool) {
	use = source.Parens(use)
	switch use.ParentEdgeKind() {
	case edge.BinaryExpr_X, edge.BinaryExpr_Y, edge.CallExpr_Args, edge.SwitchStmt_Tag:
		s, ok := p.recognise(use.Parent())
		return s, ok && s.other == nil
	}
	return nil, false
}

// goes reports whether what is mapped can be written wherever the variable is used.
func (p *folder) goes(d source.Decl, x ast.Expr) bool {
	if !source.IsPath(x) || !effect.Total(p.Info, x) {
		return false
	}
	for _, use := range p.Pkg.Uses(d.Var) {
		if !p.Visible(x, use.Node().Pos()) || !effect.StableBetween(p.Pkg, x, d.Stmt.End(), use.Node().Pos()) || source.LoopSince(use, d.Var.Pos()) {
			return false
		}
	}
	return true
}

// saysCase reports whether the name of a variable promises that what it has is of one case.
func saysCase(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "low") || strings.Contains(name, "up") || strings.Contains(name, "fold") || strings.HasPrefix(name, "lc") || strings.HasPrefix(name, "uc")
}
