package effect

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// DeepBytes is how many bytes the frame of a recursive function may grow by. A stack may have 1 GB,
// or 250 MB on a 32-bit processor, less than the heap.
const DeepBytes = 128

// Room returns the size in bytes of a buffer on the stack, for a text at cur that usually has need
// bytes: a power of two, at least 32, and at most [DeepBytes] in a function that is [Recursive].
func Room(pkg *source.Package, cur inspector.Cursor, need int) int {
	size := 32
	for size < need {
		size *= 2
	}
	if size > DeepBytes && Recursive(pkg, cur) {
		return DeepBytes
	}
	return size
}

// Recursive reports whether the function around cur may call itself, as far as the package shows:
// through functions that it mentions, methods that implement one that it calls on an interface,
// or, in a function literal, variables that hold functions.
func Recursive(pkg *source.Package, cur inspector.Cursor) bool {
	for fn := range cur.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch fn := fn.Node().(type) {
		case *ast.FuncLit:
			if callsVariable(pkg, fn) {
				return true
			}
		case *ast.FuncDecl:
			obj, ok := pkg.Info.Defs[fn.Name].(*types.Func)
			return ok && recursive(pkg)[obj]
		}
	}
	return false
}

// callsVariable reports whether the literal calls a function variable that is declared before it.
func callsVariable(pkg *source.Package, lit *ast.FuncLit) bool {
	return source.Any(lit.Body, func(call *ast.CallExpr) bool {
		id, _ := ast.Unparen(call.Fun).(*ast.Ident)
		v, ok := pkg.Info.Uses[id].(*types.Var)
		return ok && v.Pos() < lit.Pos()
	})
}

type recursiveKey struct{}

// recursive returns the functions of the package that are [Recursive].
func recursive(pkg *source.Package) map[*types.Func]bool {
	return pkg.Once(recursiveKey{}, func() any {
		callees := make(map[*types.Func][]*types.Func)
		for fn, body := range declared(pkg) {
			for _, callee := range Mentions(pkg, body) {
				callees[fn] = append(callees[fn], Implementations(pkg, callee)...)
			}
		}
		all := make(map[*types.Func]bool)
		for fn := range callees {
			all[fn] = reaches(callees, fn)
		}
		return all
	}).(map[*types.Func]bool)
}

// reaches reports whether a path leads from fn back to fn.
func reaches(callees map[*types.Func][]*types.Func, fn *types.Func) bool {
	seen := make(map[*types.Func]bool)
	spread(fn, callees, func(callee, _ *types.Func) bool {
		first := !seen[callee]
		seen[callee] = true
		return first && !seen[fn]
	})
	return seen[fn]
}

type implementationsKey struct{ fn *types.Func }

// Implementations returns the methods of the package that fn may be if it is a method of an interface, otherwise fn. A
// generic type counts as an implementation of each interface, and each type as one of a generic interface, if it has a
// method of the name: an instance may be one. Types that are declared in functions are left out.
func Implementations(pkg *source.Package, fn *types.Func) []*types.Func {
	recv := fn.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) {
		return []*types.Func{fn}
	}
	return pkg.Once(implementationsKey{fn}, func() any {
		var all []*types.Func
		of := recv.Type().Underlying().(*types.Interface)
		for _, name := range pkg.Types.Scope().Names() {
			t, isType := pkg.Types.Scope().Lookup(name).(*types.TypeName)
			if !isType || types.IsInterface(t.Type()) {
				continue
			}
			pointer := types.NewPointer(t.Type())
			obj, _, _ := types.LookupFieldOrMethod(pointer, true, pkg.Types, fn.Name())
			m, isFunc := obj.(*types.Func)
			if isFunc && (isGeneric(recv.Type()) || isGeneric(t.Type()) || types.Implements(pointer, of)) {
				all = append(all, m.Origin())
			}
		}
		return all
	}).([]*types.Func)
}

// isGeneric reports whether t is a type with type parameters, or an instance of one.
func isGeneric(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.TypeParams().Len() > 0
}
