package coldaddr

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A visit is a loop that calls each element of a list, or something else in each iteration, with the
// address of a variable, as loops over options and hooks do.
type visit struct {
	loop    inspector.Cursor
	list    ast.Expr // what the loop ranges over
	stmt    ast.Stmt // the loop, or its label
	v       *types.Var
	pointer bool               // v is a pointer to the object, rather than the object
	made    *ast.UnaryExpr     // the &T{…} that v is declared with, if it is a pointer
	uses    []inspector.Cursor // of v, in the loop
	others  []inspector.Cursor // of v, elsewhere
}

// empty copies a variable for a loop that hands out its address, so that it is on the heap only if
// the list has elements.
//
//	                                  o := options{n: 1}
//	                                  if len(opts) > 0 {
//	o := options{n: 1}                        with := o // only this copy is on the heap
//	for _, opt := range opts {                for _, opt := range opts {
//		opt(&o)               =>                  opt(&with)
//	}                                         }
//	                                          o = with
//	                                  }
func (s *copier) empty(cur inspector.Cursor) {
	loop, ok := s.Pkg.AsRange(cur.Node())
	if !ok {
		return
	}
	list, body := ast.Unparen(loop.X), s.Pkg.Iteration(cur.Node())
	stmt := cur
	for stmt.ParentEdgeKind() == edge.LabeledStmt_Stmt {
		stmt = stmt.Parent()
	}
	if _, _, inList := source.StmtList(stmt); !inList || !s.mayBeEmpty(list) || s.measured(cur, list) || s.Jumps(cur.Node().Pos()) {
		return
	}
	seen := make(map[*types.Var]bool)
	for id := range source.Idents(body) {
		v, ok := s.Pkg.LocalVar(id)
		if !ok || seen[v] || v.Pos() >= cur.Node().Pos() {
			continue
		}
		seen[v] = true
		if vis, ok := s.visit(cur, v); ok && s.ends(stmt.Node()) && s.alike(vis) {
			vis.list, vis.stmt = list, stmt.Node().(ast.Stmt)
			s.onlyWith(vis)
			return // one variable for each loop
		}
	}
}

// mayBeEmpty reports whether the list of a loop is a slice or map whose length can be asked for in front of
// the loop: it is a variable, or a field of one.
func (s *copier) mayBeEmpty(list ast.Expr) bool {
	t := source.Core(s.Info.TypeOf(list))
	return source.IsPath(list) && effect.Pure(s.Info, list) && (source.IsA[*types.Slice](t) || source.IsA[*types.Map](t)) && s.Universe(list.Pos(), "len")
}

// measured reports whether a condition around the loop at cur asks for the length of its list.
func (s *copier) measured(cur inspector.Cursor, list ast.Expr) bool {
	length := "len(" + s.Text(list) + ")"
	for c := range cur.Enclosing((*ast.IfStmt)(nil)) {
		if strings.Contains(s.Text(c.Node().(*ast.IfStmt).Cond), length) {
			return true
		}
	}
	return false
}

// ends requires that no break, continue or goto in the loop goes to a label outside of it, past the
// assignment that the rewrite puts behind the loop.
func (s *copier) ends(loop ast.Node) bool {
	for branch := range source.Nodes[*ast.BranchStmt](loop) {
		label := s.Info.Uses[branch.Label]
		if branch.Label != nil && (label == nil || label.Pos() < loop.Pos() || loop.End() <= label.Pos()) {
			return s.Refuse(branch, "the loop is left for a label outside of it")
		}
	}
	return true
}

// visit sorts the uses of v. ok is true if one in the loop hands out the address of v.
func (s *copier) visit(loop inspector.Cursor, v *types.Var) (vis visit, ok bool) {
	vis = visit{loop: loop, v: v}
	if v.Kind() != types.LocalVar && v.Kind() != types.ParamVar || s.Pkg.InLiteral(v) {
		return vis, false
	}
	if _, vis.pointer = v.Type().(*types.Pointer); vis.pointer && !s.fresh(&vis) {
		return vis, false
	}
	for _, use := range s.Pkg.Uses(v) {
		if !source.Contains(s.Pkg.Iteration(loop.Node()), use.Node()) {
			vis.others = append(vis.others, use)
			continue
		}
		vis.uses = append(vis.uses, use)
		ok = ok || s.handsOut(vis, use)
	}
	return vis, ok
}

// fresh reports whether the variable is declared as &T{…} and never assigned again, and notes the expression.
func (s *copier) fresh(vis *visit) bool {
	d, ok := s.DeclOf(vis.v)
	if !ok || d.Type != nil || len(s.Pkg.Writes(vis.v)) > 0 {
		return false
	}
	vis.made, ok = ast.Unparen(d.Value).(*ast.UnaryExpr)
	if !ok {
		return false
	}
	_, isLit := ast.Unparen(vis.made.X).(*ast.CompositeLit)
	return isLit && vis.made.Op == token.AND
}

// handsOut reports whether the use gives the address to a function value, or a method of an interface.
func (s *copier) handsOut(vis visit, use inspector.Cursor) bool {
	cur := source.Parens(use)
	if !vis.pointer {
		if cur.ParentEdgeKind() != edge.UnaryExpr_X || cur.Parent().Node().(*ast.UnaryExpr).Op != token.AND {
			return false
		}
		cur = source.Parens(cur.Parent())
	}
	call := source.ArgumentOf(cur)
	if call == nil || source.IsConversion(s.Info, call) || source.IsBuiltin(s.Info, call) || source.RunsLater(cur.Parent()) {
		return false
	}
	fn := source.Func(s.Info, call)
	return fn == nil || fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type())
}

// alike requires that the variable can be copied for the loop, that its address escapes nowhere else, and
// that something uses it behind the loop: the copy would be for nothing otherwise.
func (s *copier) alike(vis visit) bool {
	t := vis.v.Type()
	if vis.pointer {
		t = t.(*types.Pointer).Elem()
	}
	def, ok := s.Pkg.Def(vis.v)
	if !ok || !source.IsA[*types.Struct](t) || !s.duplicable(t) || source.LoopSince(vis.loop.Parent(), def.Node().Pos()) {
		return false
	}
	if !slices.ContainsFunc(vis.others, func(use inspector.Cursor) bool { return use.Node().Pos() > vis.loop.Node().End() }) {
		return s.Refuse(vis.loop.Node(), "nothing uses "+vis.v.Name()+" behind the loop")
	}
	for _, use := range vis.uses {
		if !s.handsOut(vis, use) && !s.reads(vis, use) {
			return s.Refuse(use.Node(), "the address of "+vis.v.Name()+" may be retained beyond the loop")
		}
	}
	for _, use := range vis.others {
		if !s.reads(vis, use) {
			return s.Refuse(use.Node(), "the address of "+vis.v.Name()+" escapes here, too")
		}
	}
	return true
}

// reads reports whether a use only reads or writes the object, or passes its address to a function of the
// package that does not retain it.
func (s *copier) reads(vis visit, use inspector.Cursor) bool {
	if !vis.pointer {
		return !s.Pkg.Addressed(use) || s.borrowed(vis.v, use)
	}
	cur := source.Parens(use)
	switch cur.ParentEdgeKind() {
	case edge.SelectorExpr_X, edge.CallExpr_Args, edge.StarExpr_X:
		return s.borrowed(vis.v, use)
	}
	return false
}

// onlyWith reports the variable, and writes the copy.
func (s *copier) onlyWith(vis visit) {
	def, _ := s.Pkg.Def(vis.v)
	name, list := vis.v.Name(), s.Text(vis.list)
	with := s.Fresh(vis.stmt.Pos(), "with")
	indent := s.Indent(vis.stmt.Pos())
	edits := []source.TextEdit{
		source.Insert(vis.stmt.Pos(), fmt.Sprintf("if len(%s) > 0 {\n%s\t%s := %s // only this copy is on the heap\n%s\t", list, indent, with, name, indent)),
		source.Insert(vis.stmt.End(), fmt.Sprintf("\n%s\t%s = %s\n%s}", indent, name, with, indent)),
	}
	for _, use := range vis.uses {
		edits = append(edits, s.valued(vis, use, with)...)
	}
	if vis.pointer {
		edits = append(edits, source.Replace(vis.made.Pos(), vis.made.X.Pos(), ""))
		for _, use := range vis.others {
			edits = append(edits, s.valued(vis, use, name)...)
		}
	}
	s.Report(rule.Finding{
		At:      def.Node(),
		Message: fmt.Sprintf("%s is on the heap each time, since a loop over %s hands out its address", name, list),
		Title:   "copy " + name + " if " + list + " has elements",
		Class:   rule.Review(rule.Pointee.Caveat("who keeps the address of " + name + " from the loop over " + list + " does not see what becomes of " + name)),
		Edits:   edits,
	})
}

// valued returns the edit that makes a use of the variable one of the object called name.
//
//	p.f    f(p)     *p
//	---    -----    --
//	v.f    f(&v)    v
func (s *copier) valued(vis visit, use inspector.Cursor, name string) []source.TextEdit {
	if !vis.pointer {
		return []source.TextEdit{source.ReplaceNode(use.Node(), name)}
	}
	cur := source.Parens(use)
	switch cur.ParentEdgeKind() {
	case edge.StarExpr_X:
		return []source.TextEdit{source.ReplaceNode(cur.Parent().Node(), name)}
	case edge.CallExpr_Args:
		return []source.TextEdit{source.ReplaceNode(cur.Node(), "&"+name)}
	}
	return []source.TextEdit{source.ReplaceNode(use.Node(), name)}
}
