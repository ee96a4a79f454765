package valuefield

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// place returns the edits of a place that sets the field. A U that is zero is there already.
//
//	&T{f: new(U), n: 1}    &T{f: &U{a: 1}}    x.f = &U{}    f: newU()    f: NewU()
//	-------------------    ---------------    ----------    ---------    ----------
//	&T{n: 1}               &T{f: U{a: 1}}                   f: newU()    f: *NewU()
func (f *field) place(s set) []source.TextEdit {
	file := f.Pkg.FileOf(s.value)
	switch stmt, isStmt := s.at.Node().(*ast.AssignStmt); {
	case s.made != nil && f.kept(s.made):
		return []source.TextEdit{source.Insert(s.value.Pos(), "*")}
	case s.made != nil:
		return nil // the function returns a U
	case s.call != nil && commented(file, s.at):
		return []source.TextEdit{source.ReplaceNode(s.value, f.library(s)+"{}")}
	case !s.zero, s.typ != nil && commented(file, s.at):
		return []source.TextEdit{value(file, s.value, s.fresh)}
	case isStmt:
		return []source.TextEdit{file.Remove(stmt)}
	}
	lit := s.at.Parent().Node().(*ast.CompositeLit)
	return []source.TextEdit{file.RemoveElement(lit, slices.Index(lit.Elts, s.at.Node().(ast.Expr)))}
}

// library returns the type of the object as the function of the library is written that makes it: list.List for list.New.
func (f *field) library(s set) string {
	name := strings.TrimSuffix(f.Pkg.FileOf(s.value).Text(ast.Unparen(s.call.Fun)), source.Func(f.Info, s.call).Name())
	return name + types.Unalias(f.elem).(*types.Named).Obj().Name()
}

// commented reports whether a comment on its line says something of the statement, or element, at cur.
func commented(file *source.File, cur inspector.Cursor) bool {
	end := file.LineBelow(cur.Node().End())
	if _, isElement := cur.Node().(*ast.KeyValueExpr); isElement && cur.Parent().Node().End() <= end {
		return false // of the literal
	}
	return file.HasComment(cur.Node().End(), end)
}

// value writes the object itself.
//
//	&U{a: 1}    &v    new(U)
//	--------    --    ------
//	U{a: 1}     v     U{}
func value(file *source.File, e ast.Expr, made fresh) source.TextEdit {
	if made.typ == nil || made.lit != nil {
		address := ast.Unparen(e).(*ast.UnaryExpr)
		return source.Replace(address.Pos(), address.X.Pos(), "")
	}
	return source.ReplaceNode(e, file.Text(made.typ)+"{}")
}
