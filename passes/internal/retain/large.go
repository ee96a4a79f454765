package retain

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
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
	case edge.UnaryExpr_X:
		return false // &p: whoever has the address may read p later
	case edge.AssignStmt_Lhs:
		return k.asked != nil // p = q
	case edge.AssignStmt_Rhs, edge.ValueSpec_Values, edge.ReturnStmt_Results:
		return k.follows(cur, Large)
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
		return !array || k.as(borrowed, func(k *Checker) bool { return k.slice(parent) })
	case edge.UnaryExpr_X:
		if cur.Parent().Node().(*ast.UnaryExpr).Op == token.AND {
			return parent.ParentEdgeKind() == edge.CallExpr_Args && k.pointerPassed(parent) || k.follows(parent, Large)
		}
	case edge.RangeStmt_X:
		v := cur.Parent().Node().(*ast.RangeStmt).Value
		return !whole || array && (v == nil || source.IsBlank(v)) // a range over *T makes no copy
	case edge.CallExpr_Args:
		return !whole || source.IsBuiltin(k.Pkg.Info, cur.Parent().Node().(*ast.CallExpr), "len", "cap")
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
	switch known := stdlib.Of(fn); {
	case !source.IsA[*types.Pointer](recv.Type()):
		return true
	case known.Known() || known.Copying || known.Waits:
		return !MayReturn(fn.Signature(), recv.Type())
	}
	return k.Pkg.FuncBody(fn.Origin()) != nil && k.gives(cur.Parent(), []*types.Var{recv}, question{kind: Large})
}

// pointerPassed judges f(…, p, …) at p.
func (k *Checker) pointerPassed(cur inspector.Cursor) bool {
	_, i := cur.ParentEdge()
	call := cur.Parent().Node().(*ast.CallExpr)
	if source.IsBuiltin(k.Pkg.Info, call, "len", "cap") {
		return true
	}
	params := k.params(call, i)
	return !slices.ContainsFunc(params, func(v *types.Var) bool { return !source.IsA[*types.Pointer](v.Type()) }) &&
		k.gives(cur.Parent(), params, question{kind: Large})
}

// AlsoKept says what else stays in memory with a part of a struct of type t: what its fields, other than those of the parts, point
// to. It is empty if there is nothing.
func AlsoKept(t types.Type, parts ...string) string {
	var names []string
	for v := range source.Core(t).(*types.Struct).Fields() {
		if typefact.HasPointers(v.Type()) && !slices.ContainsFunc(parts, func(p string) bool { return strings.EqualFold(p, v.Name()) }) {
			names = append(names, v.Name())
		}
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return ", and what " + names[0] + " points to"
	case 2, 3:
		return ", and what " + strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " point to"
	}
	return ", and what it points to"
}
