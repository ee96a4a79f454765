package retain

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// trusts notes that the memory of the variable is an operand, at cur, of a call of which it is not known whether that keeps
// it, and reports whether it may be: the call is made where it stands, is not seen to keep it, and returns nothing
// that may lead there.
func (k *Checker) trusts(cur inspector.Cursor) bool {
	call, isCall := source.Parens(cur).Parent().Node().(*ast.CallExpr)
	if !k.Trusting || !isCall || call.Ellipsis.IsValid() || source.IsBuiltin(k.Pkg.Info, call) || isGoOrDefer(source.Parens(cur).Parent()) || Kept(k.Pkg, cur) {
		return false
	}
	sig, ok := source.Core(k.Pkg.Info.TypeOf(call.Fun)).(*types.Signature)
	if !ok {
		return false
	}
	objects := []types.Type{k.typ()}
	_, list := k.Pkg.Info.TypeOf(cur.Node().(ast.Expr)).Underlying().(*types.Slice)
	switch _, i := source.Parens(cur).ParentEdge(); {
	case list && (k.Pkg.FuncBody(source.Func(k.Pkg.Info, call)) != nil || sig.Variadic() && i >= sig.Params().Len()-1 || toInterface(sig, i)):
		return false // which was looked at, and may look beyond the end, or puts the slice on the heap
	case k.Kind == Buffer, k.Kind == Stream:
		objects = append(objects, types.NewSlice(types.Typ[types.Byte])) // what it has read, or will write
	case k.Kind != EmptySlice && k.Kind != FullSlice:
		return false
	}
	if slices.ContainsFunc(objects, func(t types.Type) bool { return MayReturn(sig, t) }) {
		return false
	}
	if name := types.ExprString(call.Fun); !slices.Contains(k.trusted, name) {
		k.trusted = append(k.trusted, name)
	}
	fn := source.Func(k.Pkg.Info, call) // a function that is known may not let it escape
	k.Escapes = k.Escapes || fn == nil || fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type())
	return true
}

// trustCaveats are what a fix may differ in that lets calls have the memory of which nothing is known.
func (k *Checker) trustCaveats() (list []rule.Caveat) {
	for _, name := range k.trusted {
		list = append(list, rule.Sharing.Caveat(name+" must not keep "+k.Var.Name()+", which is used again"))
		if value, _ := k.Pkg.Initial(k.Var); value == nil && k.Kind == EmptySlice {
			list = append(list, rule.NilOrEmpty.Caveat(name+" may get an empty "+k.Var.Name()+" where it was nil"))
		}
	}
	return list
}

// MayReturn reports whether a result of a function may be a value of type t that it was given, or what that points to, or a
// part of it, or lead there, by its type. An error is taken for a text.
func MayReturn(sig *types.Signature, t types.Type) bool {
	object := t
	switch t := t.Underlying().(type) {
	case *types.Pointer:
		object = t.Elem()
	case *types.Slice:
		object = types.NewArray(t.Elem(), 0)
	}
	for result := range sig.Results().Variables() {
		if !types.Identical(result.Type(), source.ErrorType) && mayReach(result.Type(), object, make(map[types.Type]bool)) {
			return true
		}
	}
	return false
}

// mayReach reports whether what a value of type t leads to may be an object, or a part of it.
func mayReach(t, object types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Struct:
		for f := range u.Fields() {
			if mayReach(f.Type(), object, seen) {
				return true
			}
		}
		return false
	case *types.Array:
		return mayReach(u.Elem(), object, seen)
	case *types.Map:
		return mayReach(u.Key(), object, seen) || mayReach(u.Elem(), object, seen)
	case *types.Pointer:
		return hasPart(object, u.Elem()) || mayReach(u.Elem(), object, seen)
	case *types.Slice:
		return hasPart(object, types.NewArray(u.Elem(), 0)) || mayReach(u.Elem(), object, seen)
	}
	return true // an interface, a function, a channel, a type parameter
}

// hasPart reports whether a value of type t has one of the type part in it, of an array in any length.
func hasPart(t, part types.Type) bool {
	if types.Identical(t.Underlying(), part.Underlying()) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if hasPart(f.Type(), part) {
				return true
			}
		}
	case *types.Array:
		array, isArray := part.Underlying().(*types.Array)
		return isArray && types.Identical(u.Elem(), array.Elem()) || hasPart(u.Elem(), part)
	case *types.Interface:
		_, isParam := types.Unalias(t).(*types.TypeParam)
		return isParam
	}
	return false
}
