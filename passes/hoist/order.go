package hoist

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// order returns the class that follows from the order of initialization.
//
// The language initializes a package-level variable before those whose initializers
// refer to it, be it through functions. It does not see references through methods that are
// called by way of an interface, here or in another package: an initializer that calls
// one of these may run before that of the new variable.
func (h *hoister) order(decl *ast.FuncDecl) rule.Class {
	hidden := h.Pkg.Once(hiddenKey{}, func() any {
		nodes, _ := effect.Initializers(h.Pkg, h.Pass.Files)
		return slices.ContainsFunc(nodes, h.hides)
	}).(bool)
	if !hidden {
		return rule.Safe
	}
	return rule.Review(rule.Order.Caveat("an initializer might run " + decl.Name.Name + " before the variable is set"))
}

type hiddenKey struct{}

// hides reports whether n, an initializer of a package-level variable or a function that an
// initializer refers to, may run code that it does not name.
func (h *hoister) hides(n ast.Node) bool {
	hidden := false
	for m := range ast.Preorder(n) {
		switch m := m.(type) {
		case *ast.CallExpr:
			hidden = hidden || h.mayCallBack(m)
		case *ast.SelectorExpr:
			sel := h.Info.Selections[m]
			hidden = hidden || sel != nil && sel.Kind() == types.MethodVal && types.IsInterface(sel.Recv())
		case *ast.RangeStmt:
			_, isCall := ast.Unparen(m.X).(*ast.CallExpr)
			hidden = hidden || source.IsA[*types.Signature](source.Core(h.Info.TypeOf(m.X))) && !isCall // a function value
		}
	}
	return hidden
}

// mayCallBack reports whether the call may run a method of the package without
// naming it: the callee is unknown, or gets a value with methods of the package.
func (h *hoister) mayCallBack(call *ast.CallExpr) bool {
	if h.Info.Types[call.Fun].IsType() || h.Info.Types[call.Fun].IsBuiltin() {
		return false
	}
	if _, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		return false // hides looks at its body
	}
	fn := source.Func(h.Info, call)
	if fn == nil {
		return true // a function value
	}
	recv := fn.Signature().Recv()
	if recv != nil && types.IsInterface(recv.Type()) {
		return true
	}
	if fn.Pkg() == h.Pkg.Types || fn.Pkg() != nil && fn.Pkg().Path() == "reflect" {
		return false // Initializers has its body; reflect only looks at types
	}
	if x := source.Receiver(h.Info, call); x != nil && h.carries(h.Info.TypeOf(x), 0) {
		return true
	}
	for _, arg := range call.Args {
		if tv := h.Info.Types[arg]; !tv.IsNil() && !tv.IsType() && h.carries(tv.Type, 0) {
			return true
		}
	}
	return false
}

// carries reports whether a value of type t may have, or hold a value that has, methods of the
// package. Beyond a few levels it says yes.
func (h *hoister) carries(t types.Type, depth int) bool {
	if named, ok := types.Unalias(t).(*types.Named); ok && !types.IsInterface(t) {
		own := named.Obj().Pkg() == h.Pkg.Types
		if !own && named.TypeArgs().Len() == 0 {
			return false // of another package: what it holds was given to it by another call
		}
		if own && named.NumMethods() > 0 {
			return true
		}
	}
	if depth > 4 {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic, *types.Signature:
		return false // functions are named where they are given away
	case *types.Pointer:
		return h.carries(u.Elem(), depth+1)
	case *types.Slice:
		return h.carries(u.Elem(), depth+1)
	case *types.Array:
		return h.carries(u.Elem(), depth+1)
	case *types.Map:
		return h.carries(u.Key(), depth+1) || h.carries(u.Elem(), depth+1)
	case *types.Struct:
		return typefact.AnyField(u, func(t types.Type) bool { return h.carries(t, depth+1) })
	}
	return true // interfaces, channels, type parameters, tuples
}
