package verbs

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// method returns the piece of an operand whose method fmt would call: Error, or String if there is no Error.
func method(f *source.File, arg ast.Expr, verb string, t types.Type) (Piece, bool) {
	// fmt prints the value in a reflect.Value, and does not call its String.
	if _, isParam := types.Unalias(t).(*types.TypeParam); isParam || verb == "x" || source.IsNamed(t, "reflect", "Value") {
		return Piece{}, false
	}
	if mayBeNil(t) {
		cur, ok := f.Cursor.FindNode(arg)
		if !ok || !flow.NonNil(f.Pkg, cur) {
			return Piece{}, false // fmt prints <nil>
		}
	}
	name := "String"
	if hasMethod(t, "Error") {
		name = "Error"
	}
	fn, _, _ := types.LookupFieldOrMethod(t, false, f.Pkg.Types, name)
	m, ok := fn.(*types.Func)
	if !ok || m.Signature().Params().Len() > 0 || m.Signature().Results().Len() != 1 || !source.IsString(m.Signature().Results().At(0).Type()) {
		return Piece{}, false
	}
	k := text
	if verb == "q" {
		k = quoted
	}
	return Piece{Arg: arg, file: f, verb: verb, kind: k, method: name}, true
}

// mayBeNil reports whether an operand of type t may be nil, so that fmt prints <nil> instead of calling its method.
func mayBeNil(t types.Type) bool {
	_, isPointer := types.Unalias(t).(*types.Pointer)
	return isPointer || types.IsInterface(t)
}

// Dynamic reports whether the piece calls a method of an interface whose dynamic value may have another method that
// fmt would prefer.
func (p Piece) Dynamic() bool {
	return p.Arg != nil && p.method != "" && types.IsInterface(p.file.Pkg.Info.TypeOf(p.Arg))
}

// Catches reports whether the piece calls a method that may do more than return a text, and may
// panic: fmt would recover from the panic.
func (p Piece) Catches() bool {
	fn, _ := p.Method()
	return p.method != "" && !stdlib.Of(fn).Quiet
}

// Method returns the method that the piece calls, nil if it calls none. declared: the type of the operand itself declares
// it, and is no interface.
func (p Piece) Method() (fn *types.Func, declared bool) {
	if p.method == "" {
		return nil, false
	}
	t := p.file.Pkg.Info.TypeOf(p.Arg)
	m, path, _ := types.LookupFieldOrMethod(t, false, p.file.Pkg.Types, p.method)
	fn, _ = m.(*types.Func)
	return fn, len(path) == 1 && !types.IsInterface(t)
}

// isFormatter reports whether a value of type t may be a fmt.Formatter: it has a method Format of
// two parameters (time.Time's has one).
func isFormatter(t types.Type) bool {
	m := types.NewMethodSet(t).Lookup(nil, "Format") // an exported name needs no package
	return m != nil && m.Obj().(*types.Func).Signature().Params().Len() == 2
}

// hasMethod reports whether a value of type t has one of the methods.
func hasMethod(t types.Type, names ...string) bool {
	set := types.NewMethodSet(t)
	return slices.ContainsFunc(names, func(name string) bool { return set.Lookup(nil, name) != nil })
}

// receiver returns the call of the piece's method on x, or x if the piece calls none.
func (p Piece) receiver(x string) string {
	if p.method == "" {
		return x
	}
	switch ast.Unparen(p.Arg).(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.CallExpr, *ast.IndexExpr:
	default:
		if p.name == "" {
			x = "(" + x + ")"
		}
	}
	return x + "." + p.method + "()"
}
