package keep

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/edit"
)

// Honest reports whether a value of type t that is written to, or read from, may be
// lent a buffer. Its Write or Read must not keep the slice: io.Writer and io.Reader say
// so, and fmt, io.Copy and encoding/json rely on it with buffers of their own. It is
// still looked at where it can be: a method of the package must be seen to keep nothing,
// and behind an interface no type of the package may be seen to keep it.
func Honest(pkg *edit.Package, t types.Type) bool {
	if t == nil {
		return false
	}
	for _, name := range []string{"Write", "Read"} {
		obj, _, _ := types.LookupFieldOrMethod(t, true, pkg.Types, name)
		if fn, ok := obj.(*types.Func); ok && ioMethod(fn) && !lends(pkg, fn) {
			return false
		}
	}
	return true
}

// lends reports whether fn, a Write or Read method, may be given a slice that is used
// again.
func lends(pkg *edit.Package, fn *types.Func) bool {
	if types.IsInterface(fn.Signature().Recv().Type()) {
		return !anyKeeps(pkg)
	}
	return fn.Pkg() != pkg.Types || forgets(pkg, fn.Origin(), 0, 0)
}

// maxCalls is how many functions of the package a slice is followed into.
const maxCalls = 3

// forgets reports whether fn keeps nothing of its parameter i, a slice.
func forgets(pkg *edit.Package, fn *types.Func, i, depth int) bool {
	sig := fn.Signature()
	if !declared(pkg, fn) || depth > maxCalls || i >= sig.Params().Len() || sig.Variadic() && i == sig.Params().Len()-1 {
		return false
	}
	k := &Keeper{Pkg: pkg, Var: sig.Params().At(i), Kind: lent, depth: depth + 1}
	return k.All()
}

// declared reports whether the body of fn is in the package.
func declared(pkg *edit.Package, fn *types.Func) bool {
	def, ok := pkg.Def(fn)
	if !ok {
		return false
	}
	decl, ok := def.Parent().Node().(*ast.FuncDecl)
	return ok && decl.Body != nil
}

// calls judges f(…, s, …) for a function of the package.
func (k *Keeper) calls(call *ast.CallExpr, i int) bool {
	fn := typeutil.StaticCallee(k.Pkg.Info, call)
	return k.Kind == lent && fn != nil && fn.Pkg() == k.Pkg.Types && !call.Ellipsis.IsValid() &&
		forgets(k.Pkg, fn.Origin(), i, k.depth)
}

// shortened judges s = s[i:] of a slice that is lent, at either side.
func (k *Keeper) shortened(cur inspector.Cursor) bool {
	_, i := cur.ParentEdge()
	s, ok := cur.Parent().Node().(*ast.AssignStmt)
	if !ok || k.Kind != lent || s.Tok != token.ASSIGN || len(s.Lhs) != len(s.Rhs) {
		return false
	}
	part, ok := ast.Unparen(s.Rhs[i]).(*ast.SliceExpr)
	return ok && k.isVar(s.Lhs[i]) && k.isVar(part.X)
}

func (k *Keeper) isVar(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && k.Pkg.Info.Uses[id] == k.Var
}

// anyKeeps reports whether a Write or Read method of the package plainly keeps the
// slice that it is given.
func anyKeeps(pkg *edit.Package) bool {
	for _, obj := range pkg.Info.Defs {
		fn, ok := obj.(*types.Func)
		if !ok || fn.Name() != "Write" && fn.Name() != "Read" || !ioMethod(fn) {
			continue
		}
		for _, use := range pkg.Uses(fn.Signature().Params().At(0)) {
			if stored(pkg.Info, use) {
				return true
			}
		}
	}
	return false
}

// stored reports whether the slice at cur, or a part of it, is put where it outlives
// the call.
func stored(info *types.Info, cur inspector.Cursor) bool {
	cur = edit.Parens(cur)
	switch kind, i := cur.ParentEdge(); kind {
	case edge.SliceExpr_X:
		return stored(info, cur.Parent())
	case edge.SendStmt_Value, edge.CompositeLit_Elts, edge.KeyValueExpr_Value:
		return true
	case edge.CallExpr_Args:
		call := cur.Parent().Node().(*ast.CallExpr)
		return i > 0 && edit.IsBuiltin(info, call, "append") && !call.Ellipsis.IsValid()
	case edge.AssignStmt_Rhs:
		s := cur.Parent().Node().(*ast.AssignStmt)
		if len(s.Lhs) != len(s.Rhs) {
			return false
		}
		_, field := ast.Unparen(s.Lhs[i]).(*ast.SelectorExpr)
		_, element := ast.Unparen(s.Lhs[i]).(*ast.IndexExpr)
		return field || element
	}
	return false
}
