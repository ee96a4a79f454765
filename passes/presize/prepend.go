package presize

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// prepended appends where loops put elements in front of a slice, and reverses the slice behind the loops, where nothing sees
// it in between. It reports whether it does.
//
//	var path []T
//	for ; n != nil; n = n.up {               for ; n != nil; n = n.up {
//	        path = append([]T{n.t}, path...)         path = append(path, n.t)
//	}                                        }
//	                                         slices.Reverse(path)
func (p *presizer) prepended(d source.Decl) bool {
	isNil, empty := p.emptySlice(d.Value)
	if _, one := single(d.Value); !isNil && !empty && !one && !p.onlyRoom(d.Value) {
		return false
	}
	var around inspector.Cursor // the outermost loop
	var edits []source.TextEdit
	var calls []ast.Node
	later := 0
	for _, use := range p.Pkg.Uses(d.Var) {
		loop, looped := outermost(use, d.Stmt.Pos())
		if edits != nil && use.Node().Pos() > around.Node().End() {
			later++
			continue
		}
		if !looped || edits != nil && loop != around {
			return false
		}
		around = loop
		stmt, ok := source.EnclosingStmt(use)
		edit, call, isPrepend := p.prepend(stmt.Node(), d.Var)
		if !ok || !isPrepend {
			return false
		}
		if use.Node().Pos() == stmt.Node().Pos() { // the other use is the operand
			edits, calls = append(edits, edit), append(calls, call)
		}
	}
	if later == 0 || p.Pkg.Captured(d.Var) || p.Pkg.Asked(d.Var, "cap") || p.escapesTo(around) || strings.HasPrefix(strings.ToLower(d.Var.Name()), "revers") {
		return false
	}
	if _, _, inList := source.StmtList(around); !inList {
		return false
	}
	if !p.AtLeast(stdlib.Named("slices", "Reverse").Since) {
		return p.Refuse(d.Node(), "the file's Go version has no slices.Reverse")
	}
	loop := around.Node().(ast.Stmt)
	q, imports, ok := p.Import("slices", "Reverse", loop.Pos())
	if !ok || len(imports) > 0 && q != "slices." || !p.Universe(loop.Pos(), "append") {
		return false
	}
	for _, call := range calls {
		p.prepends[call] = true
	}
	name := d.Var.Name()
	p.Report(rule.Finding{
		At:      d.Node(),
		Message: name + " is copied for each element that is put in front of it",
		Title:   "Append to " + name + ", and reverse it behind the loop",
		Class:   p.forks(d.Var),
		Edits:   append(append(edits, p.Below(loop, q+"Reverse("+name+")")), imports...),
		Form:    "prepend",
	})
	return true
}

// onlyRoom reports whether a slice is made without elements, but with a capacity.
func (p *presizer) onlyRoom(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !source.IsBuiltin(p.Info, call, "make") || len(call.Args) != 3 {
		return false
	}
	n, isConst := source.IntConst(p.Info, call.Args[1])
	return isConst && n == 0
}

// single returns e if it is a literal with one element, and no key.
func single(e ast.Expr) (lit *ast.CompositeLit, ok bool) {
	lit, ok = ast.Unparen(e).(*ast.CompositeLit)
	if !ok || len(lit.Elts) != 1 {
		return nil, false
	}
	_, keyed := lit.Elts[0].(*ast.KeyValueExpr)
	return lit, !keyed
}

// outermost returns the outermost loop around a use that begins behind pos.
func outermost(use inspector.Cursor, pos token.Pos) (loop inspector.Cursor, ok bool) {
	for l := range source.Loops(use) {
		if l.Node().Pos() > pos {
			loop, ok = l, true
		}
	}
	return loop, ok
}

// prepend returns the edit that makes a statement append an element that it puts in front of v, and its call.
func (p *presizer) prepend(stmt ast.Node, v *types.Var) (edit source.TextEdit, call *ast.CallExpr, ok bool) {
	set, ok := stmt.(*ast.AssignStmt)
	if !ok || set.Tok != token.ASSIGN || len(set.Lhs) != 1 || len(set.Rhs) != 1 || !p.Pkg.Is(set.Lhs[0], v) || p.Pkg.Mentions(stmt, v) != 2 {
		return edit, nil, false
	}
	call, ok = ast.Unparen(set.Rhs[0]).(*ast.CallExpr)
	if !ok || !source.IsBuiltin(p.Info, call, "append") || !call.Ellipsis.IsValid() || len(call.Args) != 2 || !p.Pkg.Is(call.Args[1], v) || p.Commented(set) {
		return edit, nil, false // a comment may say that the element comes first
	}
	lit, ok := single(call.Args[0])
	if !ok {
		return edit, nil, false
	}
	text, ok := p.listed(lit)
	if _, written := lit.Elts[0].(*ast.CompositeLit); !ok || !written && strings.Contains(text, "\n") {
		return edit, nil, false
	}
	return source.Replace(call.Lparen+1, call.Rparen, v.Name()+", "+text), call, true
}

// escapesTo reports whether a branch in a loop leaves it for a label outside of it.
func (p *presizer) escapesTo(loop inspector.Cursor) bool {
	return source.Any(loop.Node(), func(b *ast.BranchStmt) bool {
		if b.Label == nil {
			return false
		}
		label := p.Info.ObjectOf(b.Label)
		return label == nil || label.Pos() < loop.Node().Pos() || label.Pos() > loop.Node().End()
	})
}
