package outline

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/source"
)

// fill splits a function that returns &T{…} or &v in some places, and an error in others. The
// object is written to memory that the caller has made.
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
	made := s.madeAt(t, i)
	if at, ok := s.assigned(t, i); ok {
		made = slices.DeleteFunc(made, func(m making) bool { return m.stmt.Pos() > at.stmt.Pos() })
		made = append(made, at)
	}
	elem := s.Info.TypeOf(typ)
	if len(made) == 0 || !s.repeatable(t, made[0].object, "") || !s.movable(t, made[0].object, elem, types.NewPointer(elem)) {
		return
	}
	params := t.Decl.Type.Params
	size, _ := s.Pkg.Sizeof(elem)
	if size > maxObject || t.File.HasComment(params.Pos(), params.End()) || !t.File.Universe(t.Decl.Body.Lbrace+1, "new") || !t.File.Visible(typ, t.Decl.Body.Lbrace+1) {
		return
	}
	name := s.objectName(t, i, elem)
	edits := []source.TextEdit{s.split(t, name, "new("+t.File.Text(typ)+")", "*"+t.File.Text(typ))}
	for _, m := range made {
		e, ok := m.fill(name)
		if !ok {
			return
		}
		edits = append(edits, e...)
	}
	own := !slices.ContainsFunc(made, func(m making) bool { return m.in != nil })
	needs := func(ret ast.Stmt) bool {
		return slices.ContainsFunc(made, func(m making) bool {
			return m.stmt == ret || m.in != nil && source.Contains(m.in, ret) && m.stmt.Pos() < ret.Pos()
		})
	}
	if extra, ok := s.onlyFails(t, made[0].object, own, needs); ok {
		s.reportSplit(t, made[0].object, size, extra, edits...)
	}
}

// A making is a place that makes an object which the function returns. Of all makings of a
// function at most one runs in each call.
type making struct {
	stmt   ast.Stmt
	in     ast.Node // the node around stmt, if stmt is no return
	object ast.Expr // &T{…}, &v, new(T) or newT(…)
	// fill returns the edits that make the object in memory of that name, which is zero. ok is
	// false if a comment would be lost, or the order of evaluation change.
	fill func(name string) (edits []source.TextEdit, ok bool)
}

// objectName returns a name for the parameter that points to the object: the name of the i-th
// result, if it has one that the body does not use, or the initial of its type.
func (s *outliner) objectName(t *inline.Func, i int, elem types.Type) string {
	if name := t.Obj.Signature().Results().At(i).Name(); name != "" && name != "_" && !s.usesResults(t) && !source.NamesIn(t.Decl.Body)[name] {
		return name
	}
	base := strings.ToLower(initial(elem))
	if source.NamesIn(t.Decl)[base] {
		base = "out"
	}
	return s.Fresh(t.Decl.Body.Lbrace+1, base)
}

// initial is the first letter of the name of a type, "t" if it has no name.
func initial(t types.Type) string {
	name := "t"
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		name = t.Obj().Name()
	case *types.Basic:
		name = t.Name()
	}
	_, n := utf8.DecodeRuneInString(name)
	return name[:n]
}

// pointerResult returns the index of the only result of a type *T, where T is a struct, an array or a
// basic type, or of an interface that always holds one, and the expression T.
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
		if !ok || !retain.IsObject(s.Info.TypeOf(star.X)) {
			continue
		}
		if index >= 0 || n > 1 {
			return 0, nil, false
		}
		index, typ = at-1, star.X
	}
	if index < 0 {
		return s.heldResult(t)
	}
	return index, typ, true
}

// heldResult returns the index of a result that is an interface and always holds a new object &T{…}, and the expression T.
func (s *outliner) heldResult(t *inline.Func) (index int, typ ast.Expr, ok bool) {
	if index, _, ok = s.always(t); !ok {
		return 0, nil, false
	}
	for _, ret := range t.Returns() {
		if typ, _, ok = s.newLiteral(ret.Values[index]); ok {
			return index, typ, true
		}
	}
	return 0, nil, false
}

// madeAt lists the returns that make an object of their own for the i-th result.
func (s *outliner) madeAt(t *inline.Func, i int) (made []making) {
	for _, ret := range t.Returns() {
		if len(ret.Values) <= i {
			continue // return f(), with several results
		}
		result := ret.Values[i]
		if zero, ok := s.receives(result, 0); ok {
			made = append(made, making{ret.Stmt, nil, zero, replaces(zero)})
			continue
		}
		p, ok := s.pointee(result)
		if ok && (p.literal() || s.copyable(s.Info.TypeOf(result).Underlying().(*types.Pointer).Elem(), p.limit())) {
			made = append(made, making{ret.Stmt, nil, result, func(name string) ([]source.TextEdit, bool) {
				e, ok := filled(t, ret, p, i, name)
				return []source.TextEdit{e}, ok
			}})
		}
	}
	return made
}

// replaces returns the fill function that puts the name in the place of new(T), or &T{}.
func replaces(zero ast.Expr) func(string) ([]source.TextEdit, bool) {
	return func(name string) ([]source.TextEdit, bool) {
		return []source.TextEdit{source.ReplaceNode(zero, name)}, true
	}
}

// assigned recognises the only statement that sets the i-th result, or a variable that is
// returned, to a new zero object. The statement runs at most once.
//
//	r = new(T)    r := new(T).Set(x)
func (s *outliner) assigned(t *inline.Func, i int) (m making, ok bool) {
	body, found := t.File.Cursor.FindNode(t.Decl.Body)
	if !found || t.File.Jumps(t.Decl.Pos()) {
		return making{}, false
	}
	result := t.Results().At(i)
	for e := range body.Preorder((*ast.CallExpr)(nil), (*ast.UnaryExpr)(nil)) {
		zero, isZero := s.receives(e.Node().(ast.Expr), 0)
		v, stmt, isSet := s.Pkg.Holder(e)
		if !isZero || !isSet || v != result && !s.returned(t, v) {
			continue
		}
		if set, isAssign := stmt.Node().(*ast.AssignStmt); zero == e.Node() && !(isAssign && set.Tok == token.ASSIGN) {
			continue // a declaration, which is for constructor
		}
		if ok || !t.Once(stmt) {
			return making{}, false
		}
		m, ok = making{stmt.Node().(ast.Stmt), stmt.Parent().Node(), zero, replaces(zero)}, true
	}
	return m, ok
}

// maxChain is the number of method calls through which an object is followed.
const maxChain = 4

// receives returns the new(T), or &T{}, that is the value of e, directly or as the receiver of
// methods that return their receiver.
//
//	new(T)    new(T).Set(x)
func (s *outliner) receives(e ast.Expr, depth int) (zero ast.Expr, ok bool) {
	e = ast.Unparen(e)
	if _, lit, isNew := s.newLiteral(e); isNew {
		return e, lit == nil || len(lit.Elts) == 0
	}
	call, isCall := e.(*ast.CallExpr)
	if !isCall || depth == maxChain {
		return nil, false
	}
	recv := source.Receiver(s.Info, call)
	if recv == nil || !types.Identical(s.Info.TypeOf(recv), s.Info.TypeOf(call)) || !s.returnsReceiver(source.Func(s.Info, call), depth) {
		return nil, false
	}
	return s.receives(recv, depth+1)
}

// returnsReceiver reports whether fn is a method of the package that only returns its receiver.
func (s *outliner) returnsReceiver(fn *types.Func, depth int) bool {
	if fn == nil || depth == maxChain {
		return false
	}
	t, ok := inline.Declared(s.Pkg, fn.Origin())
	if !ok || len(t.Returns()) == 0 {
		return false
	}
	recv := t.Obj.Signature().Recv()
	return !slices.ContainsFunc(t.Returns(), func(ret inline.Return) bool {
		return len(ret.Values) != 1 || !s.returnsVar(ret.Values[0], recv, depth)
	})
}

// returnsVar reports whether e is v, or the call of a method on v that returns its receiver.
func (s *outliner) returnsVar(e ast.Expr, v *types.Var, depth int) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return s.Pkg.Is(e, v)
	}
	recv := source.Receiver(s.Info, call)
	return recv != nil && s.returnsVar(recv, v, depth) && s.returnsReceiver(source.Func(s.Info, call), depth+1)
}

// copyable reports whether values of type t have at most that many bytes, and may be copied.
func (s *outliner) copyable(t types.Type, limit int64) bool {
	size, ok := s.Pkg.Sizeof(t)
	return ok && size <= limit && !typefact.NoCopy(t)
}

// filled returns the edit that makes a return fill the object called name, its i-th result. ok is
// false if a comment would be lost, or if the other results cannot be evaluated after the object.
//
//	return &T{a: 1}, nil
//	--------------------
//	*t = T{a: 1}
//	return t, nil
func filled(t *inline.Func, ret inline.Return, object pointee, i int, name string) (edit analysis.TextEdit, ok bool) {
	f, value := t.File, object.value
	if f.HasComment(ret.Pos(), value.Pos()) || f.HasComment(value.End(), ret.End()) {
		return analysis.TextEdit{}, false
	}
	var results []string
	for j, r := range ret.Values {
		if j == i {
			results = append(results, name)
			continue
		}
		if !later(f.Pkg, r, value) {
			return analysis.TextEdit{}, false // r might have to be evaluated first
		}
		results = append(results, f.Text(r))
	}
	return source.ReplaceNode(ret, "*"+name+" = "+object.text(f)+"\n"+f.Indent(ret.Pos())+"return "+strings.Join(results, ", ")), true
}

// later reports whether r may be evaluated after value instead of beside it: neither changes
// what the other reads, and one of them cannot panic.
func later(pkg *source.Package, r, value ast.Expr) bool {
	info := pkg.Info
	return effect.Pure(info, r) && (effect.Total(info, r) || effect.Total(info, value)) && (effect.Pure(info, value) || effect.Steady(pkg, r))
}

// A pointee is an object that only a result points to:
//
//	&T{…}    &v    newT(…)
type pointee struct {
	result ast.Expr // &T{…}, &v or newT(…), without parentheses
	value  ast.Expr // T{…}, v or newT(…)
}

// deref returns the edit that returns the object instead of the pointer.
//
//	return &T{a: 1}    return newT(1)
//	---------------    --------------
//	return T{a: 1}     return *newT(1)
func (p pointee) deref() source.TextEdit {
	if p.result == p.value {
		return source.Insert(p.value.Pos(), "*")
	}
	return source.Replace(p.result.Pos(), p.value.Pos(), "")
}

// text returns the object as source text.
func (p pointee) text(f *source.File) string {
	if p.result == p.value {
		return "*" + f.Text(p.value)
	}
	return f.Text(p.value)
}

// maxCopied is the size in bytes up to which an object that a called function makes is copied to the memory of the
// caller. That is less work than to allocate, clear and collect as many bytes on the heap.
const maxCopied = 2 << 10

// limit is the size in bytes up to which the object is copied, which is less for a variable: that is copied once more.
func (p pointee) limit() int64 {
	if p.result == p.value {
		return maxCopied
	}
	return inline.MaxValue
}

// literal reports whether the object is a composite literal, which need not be copied.
func (p pointee) literal() bool {
	_, ok := ast.Unparen(p.value).(*ast.CompositeLit)
	return ok
}

// pointee recognises the object that the result e of a function points to.
func (s *outliner) pointee(e ast.Expr) (pointee, bool) {
	e = ast.Unparen(e)
	switch e := e.(type) {
	case *ast.UnaryExpr:
		return pointee{e, e.X}, retain.IsOwn(s.Pkg, e)
	case *ast.CallExpr:
		return pointee{e, e}, retain.Makes(s.Pkg, e)
	}
	return pointee{}, false
}
