package mechanism

import (
	"go/ast"
	"go/types"
)

// arrayRemedy is the remedy for a type that reflect makes: an array whose length is known at run time only.
const arrayRemedy = "make([]T, n) needs no reflection, where the type of the elements is known and no array is compared"

// knownRemedy is the remedy for what can be made by reflect only, unless its type is known after all.
const knownRemedy = "where the type is known make it without reflect"

// reflectRemedy returns the remedy for what reflect allocates. It depends on the source of the type, and on the use
// of the value.
func (f *facts) reflectRemedy() string {
	call, path := f.src.call(f.site.Pos)
	if call == nil || len(path) < 2 {
		return ""
	}
	switch f.site.Callee {
	case "reflect.New", "reflect.MakeSlice", "reflect.MakeMap", "reflect.MakeMapWithSize":
		switch {
		case f.setTo(path):
			return "nothing: what a value is set to must be somewhere"
		case f.site.Callee == "reflect.New" && len(call.Args) == 1:
			return f.reflectNewRemedy(call, path)
		}
		return knownRemedy
	case "reflect.ArrayOf":
		return arrayRemedy
	case "reflect.PtrTo", "reflect.PointerTo", "reflect.Value.Addr":
		return "nothing: reflect makes the type of a pointer once, and keeps it"
	case "reflect.Value.SetMapIndex":
		return "where the type of the map is known insert without reflect, and give it room when it is made"
	case "reflect.Value.Interface": // copies only addressable values
		return f.interfaceRemedy(path)
	}
	return ""
}

// reflectNewRemedy returns the remedy for reflect.New; empty for the general one, to take the address of the value
// whose type is used, which applies only if that value is not used beside the new one.
func (f *facts) reflectNewRemedy(call *ast.CallExpr, path []ast.Node) string {
	of, ok := f.definition(call.Args[0]).(*ast.CallExpr)
	if !ok {
		return knownRemedy
	}
	switch f.called(of) {
	case "reflect.ArrayOf":
		return arrayRemedy
	case "reflect.Value.Type":
		v := f.receiver(of)
		switch {
		case v == nil:
			return knownRemedy
		case !f.usedBeside(v, path):
			return "" // the new value can be v itself
		case looped(path) && !inside(v.Pos(), loopAround(path)) && f.since("go1.20"):
			return "make one before the loop, and SetZero it in each round, where nobody keeps it"
		}
	}
	return knownRemedy
}

// setTo reports whether another value is Set to the result of the call at the start of a path: to the result itself,
// to a variable that has it, or to the Addr of a variable that has its Elem.
func (f *facts) setTo(path []ast.Node) bool {
	sets := func(n ast.Node, is func(ast.Expr) bool) bool {
		call, ok := n.(*ast.CallExpr)
		return ok && f.called(call) == "reflect.Value.Set" && len(call.Args) == 1 && is(call.Args[0])
	}
	if sets(path[1], func(e ast.Expr) bool { return e == path[0] }) {
		return true
	}
	pointer := false
	if elem, ok := path[min(2, len(path)-1)].(*ast.CallExpr); ok && f.called(elem) == "reflect.Value.Elem" && elem.Fun == path[1] {
		path, pointer = path[2:], true
	}
	v := f.src.variable(path[:min(2, len(path))])
	is := func(e ast.Expr) bool {
		if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && pointer {
			return f.called(call) == "reflect.Value.Addr" && f.receiver(call) == v
		}
		return !pointer && f.src.isVariable(e, v)
	}
	return v != nil && exists(function(path), func(n ast.Node) bool { return sets(n, is) })
}

// definition returns the expression in the declaration of a local variable, and e itself if e is no such variable.
func (f *facts) definition(e ast.Expr) ast.Expr {
	v := f.src.used(e)
	for left, right := range assignments(function(f.path)) {
		if id, ok := left.(*ast.Ident); ok && v != nil && f.src.info.Defs[id] == v {
			return ast.Unparen(right)
		}
	}
	return ast.Unparen(e)
}

// receiver returns the variable on which a method is called; nil if the receiver is no variable.
func (f *facts) receiver(call *ast.CallExpr) types.Object {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	return f.src.used(sel.X)
}

// usedBeside reports whether a reflect.Value is still used after the call at the start of a path has made another one
// of its type: after the call or, if the call is in a loop, anywhere.
func (f *facts) usedBeside(v types.Object, path []ast.Node) bool {
	around, again, found := function(path), looped(path), false
	if around == nil {
		return true
	}
	ast.Inspect(around, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && f.receiver(call) == v && f.called(call) == "reflect.Value.Type" {
			return false
		}
		id, ok := n.(*ast.Ident)
		found = found || ok && f.src.info.Uses[id] == v && (again || id.Pos() > path[0].End())
		return !found
	})
	return found
}

// interfaceRemedy returns the remedy for the copy that Interface makes.
func (f *facts) interfaceRemedy(path []ast.Node) string {
	const pointer = "Addr().Interface() copies nothing, where a pointer to it will do"
	switch n := path[1].(type) {
	case *ast.ReturnStmt:
		return pointer
	case *ast.CallExpr:
		if n.Fun != path[0] {
			return "ask the reflect.Value itself (Kind, IsZero, Int, String), without Interface; " + pointer
		}
	case *ast.TypeAssertExpr:
		if n.Type != nil && !types.IsInterface(f.src.info.TypeOf(n.Type)) {
			return "assert Addr().Interface() to a pointer to the type, which copies nothing"
		}
	}
	return ""
}
