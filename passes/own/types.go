package own

import (
	"go/ast"
	"go/types"
	"slices"
)

// The packages of the pair and of the code were type-checked separately, so that no object or type of one is identical
// to any of the other. Objects are the same here if they are declared in the same place.

// same reports whether p and s are the same object: of a package, of the language, or a field or method of a type.
func same(p, s types.Object) bool {
	if p == s {
		return true
	}
	if p == nil || s == nil || p.Name() != s.Name() {
		return false
	}
	switch p := p.(type) {
	case *types.Func:
		s, ok := s.(*types.Func)
		return ok && p.Origin().FullName() == s.Origin().FullName() && isGlobal(p) && isGlobal(s)
	case *types.Var:
		s, ok := s.(*types.Var)
		if !ok || p.IsField() != s.IsField() {
			return false
		}
		return p.IsField() && (p.Exported() || samePackage(p, s)) || isGlobal(p) && isGlobal(s) && samePackage(p, s)
	case *types.Builtin, *types.Nil:
		return s.Parent() == types.Universe || s.Pkg() == types.Unsafe && p.Pkg() == types.Unsafe
	case *types.TypeName, *types.Const:
		return p.Parent() == s.Parent() || isGlobal(p) && isGlobal(s) && samePackage(p, s)
	}
	return false
}

func samePackage(p, s types.Object) bool {
	return p.Pkg() != nil && s.Pkg() != nil && p.Pkg().Path() == s.Pkg().Path()
}

// isGlobal reports whether obj is declared outside of functions, or is a method.
func isGlobal(obj types.Object) bool {
	if fn, ok := obj.(*types.Func); ok && fn.Signature().Recv() != nil {
		return true
	}
	return obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope()
}

// typeArgs has the types of the code that the type parameters of the pair stand for.
type typeArgs map[*types.TypeParam]types.Type

// unify reports whether the type p of the pair is the type s of the code. It enters the type arguments that this
// needs.
func (a typeArgs) unify(p, s types.Type) bool {
	if p == nil || s == nil {
		return p == s
	}
	p, s = types.Unalias(p), types.Unalias(s)
	switch p := p.(type) {
	case *types.TypeParam:
		return a.bind(p, s)
	case *types.Basic:
		return types.Identical(p, s)
	case *types.Named:
		s, ok := s.(*types.Named)
		return ok && same(p.Obj(), s.Obj()) && a.all(p.TypeArgs(), s.TypeArgs())
	case *types.Pointer:
		s, ok := s.(*types.Pointer)
		return ok && a.unify(p.Elem(), s.Elem())
	case *types.Slice:
		s, ok := s.(*types.Slice)
		return ok && a.unify(p.Elem(), s.Elem())
	case *types.Array:
		s, ok := s.(*types.Array)
		return ok && p.Len() == s.Len() && a.unify(p.Elem(), s.Elem())
	case *types.Map:
		s, ok := s.(*types.Map)
		return ok && a.unify(p.Key(), s.Key()) && a.unify(p.Elem(), s.Elem())
	case *types.Chan:
		s, ok := s.(*types.Chan)
		return ok && p.Dir() == s.Dir() && a.unify(p.Elem(), s.Elem())
	case *types.Tuple:
		s, ok := s.(*types.Tuple)
		return ok && a.variables(slices.Collect(p.Variables()), slices.Collect(s.Variables()))
	case *types.Signature:
		s, ok := s.(*types.Signature)
		return ok && p.Variadic() == s.Variadic() && p.TypeParams().Len()+s.TypeParams().Len() == 0 && a.unify(p.Params(), s.Params()) && a.unify(p.Results(), s.Results())
	case *types.Struct:
		s, ok := s.(*types.Struct)
		return ok && a.fields(p, s)
	case *types.Interface:
		s, ok := s.(*types.Interface)
		return ok && p.IsMethodSet() && s.IsMethodSet() && p.NumMethods() == s.NumMethods() && a.implements(s, p)
	}
	return false
}

// bind makes the type parameter p stand for s. It returns false if s does not satisfy the constraint of p.
func (a typeArgs) bind(p *types.TypeParam, s types.Type) bool {
	if t, ok := a[p]; ok {
		return types.Identical(t, s)
	}
	if isUntyped(s) || !a.satisfies(s, p.Constraint().Underlying().(*types.Interface)) {
		return false
	}
	a[p] = s
	return true
}

// satisfies reports whether s is in the type set of a constraint.
func (a typeArgs) satisfies(s types.Type, constraint *types.Interface) bool {
	if constraint.IsComparable() && !types.Comparable(s) || !a.implements(s, constraint) {
		return false
	}
	for t := range constraint.EmbeddedTypes() {
		switch t := types.Unalias(t).(type) {
		case *types.Union:
			if !slices.ContainsFunc(slices.Collect(t.Terms()), func(term *types.Term) bool { return a.inTerm(s, term) }) {
				return false
			}
		default:
			if inner, ok := t.Underlying().(*types.Interface); !ok && !a.inTerm(s, types.NewTerm(false, t)) || ok && !a.satisfies(s, inner) {
				return false
			}
		}
	}
	return true
}

func (a typeArgs) inTerm(s types.Type, term *types.Term) bool {
	if inner, ok := term.Type().Underlying().(*types.Interface); ok {
		return a.satisfies(s, inner)
	}
	if term.Tilde() {
		s = s.Underlying()
	}
	return a.unify(term.Type(), s)
}

func (a typeArgs) all(p, s *types.TypeList) bool {
	if p.Len() != s.Len() {
		return false
	}
	for i := range p.Len() {
		if !a.unify(p.At(i), s.At(i)) {
			return false
		}
	}
	return true
}

func (a typeArgs) variables(p, s []*types.Var) bool {
	return slices.EqualFunc(p, s, func(p, s *types.Var) bool { return a.unify(p.Type(), s.Type()) })
}

func (a typeArgs) fields(p, s *types.Struct) bool {
	for i := range p.NumFields() {
		if i >= s.NumFields() || !same(p.Field(i), s.Field(i)) || p.Field(i).Embedded() != s.Field(i).Embedded() || p.Tag(i) != s.Tag(i) {
			return false
		}
	}
	return p.NumFields() == s.NumFields() && a.variables(slices.Collect(p.Fields()), slices.Collect(s.Fields()))
}

// implements reports whether s has the methods of the interface p.
func (a typeArgs) implements(s types.Type, p *types.Interface) bool {
	for m := range p.Methods() {
		obj, _, _ := types.LookupFieldOrMethod(s, false, m.Pkg(), m.Name()) // a method that s has itself, not only *s
		fn, ok := obj.(*types.Func)
		if !ok || !a.unify(m.Type(), fn.Type()) {
			return false
		}
	}
	return true
}

// takes reports whether a value of type s, of the code, may be passed where the pair has type p.
func (a typeArgs) takes(p, s types.Type) bool {
	if a.unify(p, s) {
		return true
	}
	if iface, ok := p.Underlying().(*types.Interface); ok {
		_, isParam := types.Unalias(p).(*types.TypeParam)
		return !isParam && !isUntyped(s) && a.implements(s, iface)
	}
	return isNamed(p) != isNamed(s) && a.unify(p.Underlying(), s.Underlying())
}

// isInterface reports whether t is an interface, and not a type parameter.
func isInterface(t types.Type) bool {
	_, isParam := types.Unalias(t).(*types.TypeParam)
	return types.IsInterface(t) && !isParam
}

func isUntyped(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Info()&types.IsUntyped != 0
}

// isNamed reports whether t is a named type, so that it is not assignable to another named type.
func isNamed(t types.Type) bool {
	switch types.Unalias(t).(type) {
	case *types.Basic, *types.Named, *types.TypeParam:
		return true
	}
	return false
}

// objectOf returns the identifier and object of a name, qualified or not; nil for any other expression.
func objectOf(info *types.Info, e ast.Expr) (*ast.Ident, types.Object) {
	switch e := e.(type) {
	case *ast.Ident:
		return e, info.ObjectOf(e)
	case *ast.SelectorExpr:
		if info.Selections[e] == nil {
			return e.Sel, info.ObjectOf(e.Sel)
		}
	}
	return nil, nil
}
