package effect

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// DeepBytes is by how much the frame of a function may grow that calls itself. A stack ends
// at 1 GB, or 250 MB on a 32-bit processor, where the heap does not.
const DeepBytes = 128

// Room returns the size in bytes of a buffer on the stack, for a text at cur that usually
// has need bytes: a power of two, at least 32, and not more than [DeepBytes] where the
// function is [Recursive].
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

// Recursive reports whether the function around cur may come to call itself, as far as the
// package shows: through functions that it mentions, methods that have the name of one that
// it calls of an interface, or, in a function literal, variables that hold functions.
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

// callsVariable reports whether the literal calls a function variable from around it.
func callsVariable(pkg *source.Package, lit *ast.FuncLit) bool {
	for n := range ast.Preorder(lit.Body) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		id, _ := ast.Unparen(call.Fun).(*ast.Ident)
		if v, ok := pkg.Info.Uses[id].(*types.Var); ok && v.Pos() < lit.Pos() {
			return true
		}
	}
	return false
}

type recursiveKey struct{}

// recursive returns the functions of the package that are [Recursive].
func recursive(pkg *source.Package) map[*types.Func]bool {
	return pkg.Once(recursiveKey{}, func() any {
		methods := make(map[string][]*types.Func)
		for fn := range declared(pkg) {
			if fn.Signature().Recv() != nil {
				methods[fn.Name()] = append(methods[fn.Name()], fn)
			}
		}
		callees := make(map[*types.Func][]*types.Func)
		for fn, body := range declared(pkg) {
			for _, callee := range Mentions(pkg, body) {
				callees[fn] = append(callees[fn], callee)
				if recv := callee.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
					callees[fn] = append(callees[fn], methods[callee.Name()]...)
				}
			}
		}
		all := make(map[*types.Func]bool)
		for fn := range callees {
			all[fn] = reaches(callees, fn)
		}
		return all
	}).(map[*types.Func]bool)
}

// reaches reports whether a way leads from fn back to it.
func reaches(callees map[*types.Func][]*types.Func, fn *types.Func) bool {
	seen := make(map[*types.Func]bool)
	spread(fn, callees, func(callee, _ *types.Func) bool {
		first := !seen[callee]
		seen[callee] = true
		return first && !seen[fn]
	})
	return seen[fn]
}
