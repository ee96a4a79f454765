package retain

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// large judges a use of a variable that is an array or struct, or points to one: parts of it may be
// read and written, and functions of the package that retain nothing may borrow its address.
func (k *Checker) large(use inspector.Cursor) bool {
	cur := source.Parens(use)
	if source.IsA[*types.Pointer](k.Var.Type()) {
		return k.Points(cur)
	}
	return k.part(cur, true)
}

// Points judges an expression of pointer type at cur like a use of a pointer that is a [Large].
func (k *Checker) Points(cur inspector.Cursor) bool {
	cur = source.Parens(cur)
	switch cur.ParentEdgeKind() {
	case edge.StarExpr_X:
		return k.part(source.Parens(cur.Parent()), false) // *p may be set, and copied
	case edge.BinaryExpr_X, edge.BinaryExpr_Y:
		return true // compared
	case edge.CallExpr_Args:
		return k.pointerPassed(cur)
	}
	return k.part(cur, true)
}

// part judges what happens at cur to the variable, or to a part of it. whole says that the
// expression is the variable itself, whose type a fix changes from T to *T, or is a pointer.
func (k *Checker) part(cur inspector.Cursor, whole bool) bool {
	parent := source.Parens(cur.Parent())
	array := source.IsA[*types.Array](deref(k.Pkg.Info.TypeOf(cur.Node().(ast.Expr))))
	switch cur.ParentEdgeKind() {
	case edge.SelectorExpr_X:
		sel := k.Pkg.Info.Selections[cur.Parent().Node().(*ast.SelectorExpr)]
		if sel != nil && sel.Kind() == types.FieldVal {
			return k.part(parent, false)
		}
		return sel != nil && (!whole && isHandle(sel.Recv()) || k.called(parent, sel))
	case edge.IndexExpr_X:
		return !array || k.part(parent, false)
	case edge.SliceExpr_X:
		borrower := &Checker{Pkg: k.Pkg, Var: k.Var, Kind: borrowed, depth: k.depth}
		ok := !array || borrower.slice(parent)
		k.Doubted, k.Escapes = k.Doubted || borrower.Doubted, k.Escapes || borrower.Escapes
		return ok
	case edge.UnaryExpr_X:
		if cur.Parent().Node().(*ast.UnaryExpr).Op == token.AND {
			return parent.ParentEdgeKind() == edge.CallExpr_Args && k.pointerPassed(parent)
		}
	case edge.RangeStmt_X:
		v := cur.Parent().Node().(*ast.RangeStmt).Value
		return !whole || array && (v == nil || source.IsBlank(v)) // a range over *T makes no copy
	case edge.CallExpr_Args:
		return !whole || source.IsBuiltin(k.Pkg.Info, cur.Parent().Node().(*ast.CallExpr), "len", "cap")
	case edge.ReturnStmt_Results:
		return !whole || k.dropped
	}
	return !whole // a copy of a part, or a new value for it
}

// isHandle reports whether methods of a field of type t are called on a copy of the field.
func isHandle(t types.Type) bool { return types.IsInterface(t) || source.IsA[*types.Pointer](t) }

// deref returns T for *T, and other types as they are.
func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// called judges x.M at cur for a part x of the variable.
func (k *Checker) called(cur inspector.Cursor, sel *types.Selection) bool {
	fn, ok := sel.Obj().(*types.Func)
	if !ok || cur.ParentEdgeKind() != edge.CallExpr_Fun || len(sel.Index()) > 1 || types.IsInterface(sel.Recv()) {
		return false
	}
	recv := fn.Origin().Signature().Recv()
	return !source.IsA[*types.Pointer](recv.Type()) || k.leaves(source.Parens(cur.Parent()), fn.Origin(), recv)
}

// pointerPassed judges f(…, p, …) at p.
func (k *Checker) pointerPassed(cur inspector.Cursor) bool {
	_, i := cur.ParentEdge()
	call := cur.Parent().Node().(*ast.CallExpr)
	if source.IsBuiltin(k.Pkg.Info, call, "len", "cap") {
		return true
	}
	fn, v := operand(k.Pkg, call, i)
	return v != nil && k.leaves(source.Parens(cur.Parent()), fn, v)
}

// leaves reports whether the call of fn, a function of the package, retains nothing of its
// parameter v, a pointer. fn may return v if the result is not used.
func (k *Checker) leaves(call inspector.Cursor, fn *types.Func, v *types.Var) bool {
	if k.Pkg.FuncBody(fn) == nil || k.depth > maxCalls || !source.IsA[*types.Pointer](v.Type()) {
		return false
	}
	inner := &Checker{Pkg: k.Pkg, Var: v, Kind: Large, depth: k.depth + 1}
	results := fn.Signature().Results()
	inner.dropped = call.ParentEdgeKind() == edge.ExprStmt_X && results.Len() > 0 && results.At(0).Name() == ""
	ok := inner.All()
	k.Doubted, k.Escapes = k.Doubted || inner.Doubted, k.Escapes || inner.Escapes
	return ok
}
