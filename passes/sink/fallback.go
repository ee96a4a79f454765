package sink

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A fallback is a value that the first statement with its variable may overwrite.
//
//	v := x
//	if cond {
//		v = y
//	}
type fallback struct {
	decl
	stmt *ast.IfStmt
	set  *ast.AssignStmt // v = y
}

// fallbacks makes values only where nothing overwrites them at once.
func (s *sinker) fallbacks() {
	for cur := range s.Cursor.Preorder((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		for d := range s.Decls(cur) {
			if f, ok := s.fallback(d); ok && s.replaceable(f) {
				s.prefer(f)
			}
		}
	}
}

// fallback recognises the declaration, and the statement that may overwrite it.
func (s *sinker) fallback(d source.Decl) (f fallback, ok bool) {
	if d.Value == nil {
		return f, false
	}
	i := slices.IndexFunc(d.Rest, func(stmt ast.Stmt) bool { return s.Pkg.Mentions(stmt, d.Var) > 0 })
	if i < 0 {
		return f, false
	}
	if f.stmt, ok = d.Rest[i].(*ast.IfStmt); !ok || f.stmt.Else != nil || len(f.stmt.Body.List) == 0 {
		return f, false
	}
	f.set, ok = f.stmt.Body.List[0].(*ast.AssignStmt)
	if !ok || f.set.Tok != token.ASSIGN || len(f.set.Lhs) != 1 || len(f.set.Rhs) != 1 || !s.Pkg.Is(f.set.Lhs[0], d.Var) {
		return f, false
	}
	head := s.Pkg.Mentions(f.stmt.Cond, d.Var) + s.Pkg.Mentions(f.set.Rhs[0], d.Var)
	if f.stmt.Init != nil {
		head += s.Pkg.Mentions(f.stmt.Init, d.Var)
	}
	f.decl = decl{Decl: d, val: effect.Of(s.Pkg, d.Value)}
	return f, head == 0 && f.val.Allocates && f.val.Movable() && s.lineOf(d.Node().End())-s.lineOf(d.Node().Pos()) < maxLines
}

// replaceable reports whether the value is the same where nothing has overwritten it.
func (s *sinker) replaceable(f fallback) bool {
	between := append(f.After(), f.stmt.Cond)
	if f.stmt.Init != nil {
		between = append(between, f.stmt.Init)
	}
	for _, stmt := range f.Rest[:slices.Index(f.Rest, ast.Stmt(f.stmt))] {
		between = append(between, stmt)
	}
	switch {
	case f.val.MayEnd() || f.val.Methods || f.val.Literals:
		return false
	case s.Jumps(f.Stmt.Pos()) || f.HasComment():
		return s.Refuse(f.Node(), "a goto, or a comment, is in the way")
	case !f.val.MayMove(s.Pkg, between...):
		return s.Refuse(f.Node(), "what "+f.Var.Name()+" is made of may change before it is needed")
	}
	for id := range s.Misread(f.Value, f.stmt.Body.Rbrace) {
		return s.Refuse(f.Node(), id.Name+" means something else where "+f.Var.Name()+" is needed")
	}
	return true
}

// prefer writes the value where it is not overwritten.
//
//	v := x                   v := x
//	if y != nil {            if cond {
//		v = y                    v = y
//	}                        }
//	--------------------------------------
//	v := y                   var v T
//	if v == nil {            if cond {
//		v = x                    v = y
//	}                        } else {
//	                                 v = x
//	                         }
func (s *sinker) prefer(f fallback) {
	name, value := f.Var.Name(), s.Text(f.Value)
	indent := s.Indent(f.stmt.Pos())
	var edits []source.TextEdit
	if s.isNil(f) {
		block := source.Replace(f.stmt.Cond.Pos(), f.stmt.End(), name+" == nil {\n"+indent+"\t"+name+" = "+value+"\n"+indent+"}")
		edits = []source.TextEdit{f.Set(s.Text(f.set.Rhs[0])), block}
	} else {
		typ, ok := s.TypeText(f.Var.Type(), f.Stmt.Pos())
		if f.Type != nil {
			typ, ok = s.Text(f.Type), true
		}
		if !ok {
			return
		}
		edits = append(f.Instead("var "+name+" "+typ), source.Insert(f.stmt.End(), " else {\n"+indent+"\t"+name+" = "+value+"\n"+indent+"}"))
	}
	s.Report(rule.Finding{
		At:      f.Node(),
		Message: name + " is made, and then overwritten",
		Title:   "Make " + name + " only where it is not overwritten",
		Class:   rule.Safe,
		Edits:   edits,
	})
}

// isNil recognises if y != nil { v = y }, next to the declaration, where y has the type of v.
func (s *sinker) isNil(f fallback) bool {
	cond, ok := ast.Unparen(f.stmt.Cond).(*ast.BinaryExpr)
	y := f.set.Rhs[0]
	if !ok || cond.Op != token.NEQ || !s.Info.Types[cond.Y].IsNil() || f.stmt.Init != nil || len(f.stmt.Body.List) != 1 || f.Rest[0] != f.stmt {
		return false
	}
	if f.Type != nil || !source.IsPath(y) || s.Text(cond.X) != s.Text(y) || !types.Identical(s.Info.TypeOf(y), f.Var.Type()) {
		return false
	}
	return len(f.After()) == 0 && !s.HasComment(f.stmt.Pos(), f.stmt.End()) && s.Universe(f.stmt.Pos(), "nil") && effect.Of(s.Pkg, y).Quiet()
}
