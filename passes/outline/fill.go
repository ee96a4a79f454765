package outline

import (
	"go/ast"
	"go/types"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/source"
)

// fill splits a function that returns &T{…} or &v in some places, and nil or something
// else in others: what it returns, it writes to memory of the caller's.
//
//	func find(s string) (*T, error) {          func find(s string) (*T, error) {
//		if s == "" {                               return initFind(new(T), s)
//			return nil, errEmpty               }
//		}
//		…                                  =>  func initFind(t *T, s string) (*T, error) {
//		return &T{name: s}, nil                    …
//	}                                                  *t = T{name: s}
//	                                                   return t, nil
//	                                           }
func (s *outliner) fill(t *inline.Func) {
	i, typ, ok := s.pointerResult(t)
	if !ok {
		return
	}
	made, objects := s.madeAt(t, i)
	if len(made) == 0 || !s.repeatable(t, made[0].Results[i], "") {
		return
	}
	elem := s.Info.TypeOf(typ)
	params := t.Decl.Type.Params
	if s.huge(elem) || t.File.HasComment(params.Pos(), params.End()) || !t.File.Universe(t.Decl.Body.Lbrace+1, "new") || !t.File.Visible(typ, t.Decl.Body.Lbrace+1) {
		return
	}
	name := s.objectName(t, i, elem)
	edits := []source.TextEdit{s.split(t, name, typ)}
	for j, ret := range made {
		e, ok := filled(t, ret, objects[j], i, name)
		if !ok {
			return
		}
		edits = append(edits, e)
	}
	s.reportSplit(t, made[0].Results[i], edits...)
}

// objectName returns the name for the object that the caller gives: that of the result i, if
// it has one, or the initial of its type.
func (s *outliner) objectName(t *inline.Func, i int, elem types.Type) string {
	if name := t.Obj.Signature().Results().At(i).Name(); name != "" && name != "_" && !source.NamesIn(t.Decl.Body)[name] {
		return name
	}
	base := strings.ToLower(initial(elem))
	if source.NamesIn(t.Decl)[base] {
		base = "out"
	}
	return s.Fresh(t.Decl.Body.Lbrace+1, base)
}

// initial is the first letter of the name of a type, t if it has none.
func initial(t types.Type) string {
	if named, ok := types.Unalias(t).(*types.Named); ok {
		name := named.Obj().Name()
		_, n := utf8.DecodeRuneInString(name)
		return name[:n]
	}
	return "t"
}

// pointerResult returns the index of the only result of a type *T, where T is a struct,
// and T as it is written.
func (s *outliner) pointerResult(t *inline.Func) (index int, typ ast.Expr, ok bool) {
	if t.Decl.Type.Results == nil {
		return 0, nil, false
	}
	index = -1
	at := 0
	for _, field := range t.Decl.Type.Results.List {
		n := max(len(field.Names), 1)
		at += n
		star, ok := field.Type.(*ast.StarExpr)
		if !ok || !source.IsA[*types.Struct](s.Info.TypeOf(star.X)) {
			continue
		}
		if index >= 0 || n > 1 {
			return 0, nil, false
		}
		index, typ = at-1, star.X
	}
	return index, typ, index >= 0
}

// madeAt returns the statements that return an object of their own as the result i, and the
// objects.
func (s *outliner) madeAt(t *inline.Func, i int) (made []*ast.ReturnStmt, objects []pointee) {
	for _, ret := range t.Returns() {
		if len(ret.Results) <= i {
			continue // return f(), with several results
		}
		p, ok := s.pointee(ret.Results[i])
		if ok && (p.literal() || s.copyable(s.Info.TypeOf(ret.Results[i]).Underlying().(*types.Pointer).Elem())) {
			made, objects = append(made, ret), append(objects, p)
		}
	}
	return made, objects
}

// copyable reports whether values of type t are small, and may be copied.
func (s *outliner) copyable(t types.Type) bool {
	size, ok := s.Pkg.Sizeof(t)
	return ok && size <= inline.MaxValue && !typefact.NoCopy(t)
}

// filled returns the edit of one return.
//
//	return &T{a: 1}, nil
//	--------------------
//	*t = T{a: 1}
//	return t, nil
func filled(t *inline.Func, ret *ast.ReturnStmt, object pointee, i int, name string) (analysis.TextEdit, bool) {
	f, value := t.File, object.value
	if f.HasComment(ret.Pos(), value.Pos()) || f.HasComment(value.End(), ret.End()) {
		return analysis.TextEdit{}, false
	}
	var results []string
	for j, r := range ret.Results {
		if j == i {
			results = append(results, name)
			continue
		}
		if !later(f.Pkg, r, value) {
			return analysis.TextEdit{}, false // it might come first
		}
		results = append(results, f.Text(r))
	}
	return source.ReplaceNode(ret, "*"+name+" = "+object.text(f)+"\n"+f.Indent(ret.Pos())+"return "+strings.Join(results, ", ")), true
}

// later reports whether it does not matter if r is evaluated after value instead of
// beside it: neither sees the other, and one of them cannot panic.
func later(pkg *source.Package, r, value ast.Expr) bool {
	info := pkg.Info
	return effect.Pure(info, r) && (effect.Total(info, r) || effect.Total(info, value)) && (effect.Pure(info, value) || effect.Steady(pkg, r))
}
