package outline

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/source"
)

// A pointee is an object that a result points to, and that nobody else can reach:
//
//	&T{…}    &v    newT(…)
type pointee struct {
	result ast.Expr // without parentheses
	// value is T{…}, v or newT(…).
	value ast.Expr
}

// deref returns the edit that makes the result of a function the object itself.
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

// text is the object as it is written.
func (p pointee) text(f *source.File) string {
	if p.result == p.value {
		return "*" + f.Text(p.value)
	}
	return f.Text(p.value)
}

// literal reports whether the object is made where it stands, and need not be copied.
func (p pointee) literal() bool {
	_, ok := ast.Unparen(p.value).(*ast.CompositeLit)
	return ok
}

// pointee recognises the object that the result e of a function points to.
func (s *outliner) pointee(e ast.Expr) (pointee, bool) {
	e = ast.Unparen(e)
	switch e := e.(type) {
	case *ast.UnaryExpr:
		return pointee{e, e.X}, s.own(e)
	case *ast.CallExpr:
		return pointee{e, e}, s.makes(e, 0)
	}
	return pointee{}, false
}

// own reports whether u is &T{…}, or &v of a variable that nobody else can reach.
func (s *outliner) own(u *ast.UnaryExpr) bool {
	if _, lit, ok := s.newLiteral(u); ok {
		return lit != nil
	}
	v, ok := s.Pkg.LocalVar(u.X)
	if !ok || u.Op != token.AND || !isObject(v.Type()) || s.Pkg.InLiteral(v) {
		return false
	}
	return s.unshared(v, func(use inspector.Cursor) bool {
		returned := use.ParentEdgeKind() == edge.UnaryExpr_X && inline.IsReturned(s.Info, use.Parent())
		return returned || !s.Pkg.Addressed(use)
	})
}

// unshared reports whether nobody keeps the address of what v is, or points to, but for
// some uses that do not matter.
func (s *outliner) unshared(v *types.Var, but func(use inspector.Cursor) bool) bool {
	k := &retain.Checker{Pkg: s.Pkg, Var: v, Kind: retain.Large}
	return s.Pkg.Every(v, func(use inspector.Cursor) bool { return but(use) || k.Lets(use) }) && !k.Doubted
}

// makes reports whether the call is one of a function of the package that is inlined and
// always returns an object of its own, which may come from another such function.
func (s *outliner) makes(call *ast.CallExpr, depth int) bool {
	fn := source.Func(s.Info, call)
	if fn == nil || depth == maxChain || fn.Pkg() != s.Pkg.Types || fn.Signature().Results().Len() != 1 {
		return false
	}
	t, ok := inline.Declared(s.Pkg, fn.Origin())
	if !ok || t.Big() || inline.MayRecover(s.Info, t.Body()) || !source.IsA[*types.Pointer](s.Info.TypeOf(call)) {
		return false
	}
	for _, ret := range t.Returns() {
		if len(ret.Values) == 0 {
			return false
		}
		e := ast.Unparen(ret.Values[0])
		inner, isCall := e.(*ast.CallExpr)
		if !s.new(e) && !(isCall && s.makes(inner, depth+1)) {
			return false
		}
	}
	return true
}

// new reports whether the result e of a small function points to an object of its own, which
// begins as zero or a literal.
//
//	&T{…}    new(T)    var v T; …; &v    v := T{…}; …; &v    v := &T{…}; …; v
func (s *outliner) new(e ast.Expr) bool {
	if _, _, ok := s.newLiteral(e); ok {
		return true
	}
	if u, ok := e.(*ast.UnaryExpr); ok {
		v, isLocal := s.Pkg.LocalVar(u.X)
		if !isLocal {
			return false
		}
		value, ok := s.Pkg.Initial(v)
		_, isLit := value.(*ast.CompositeLit)
		return ok && (value == nil || isLit) && s.own(u)
	}
	value, ok := s.Pkg.Only(e)
	if !ok {
		return false
	}
	v, _ := s.Pkg.LocalVar(e)
	_, _, isNew := s.newLiteral(value)
	return isNew && !s.Pkg.InLiteral(v) && s.unshared(v, func(use inspector.Cursor) bool {
		return inline.IsReturned(s.Info, use)
	})
}
