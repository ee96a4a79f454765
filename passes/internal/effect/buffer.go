package effect

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// Private reports whether v holds a buffer that is lost if the function panics: a
// local variable, not a pointer, that is empty to begin with and of which only methods are
// called, in no function literal, or whose address goes to functions that only read or write, as those of fmt. Writing
// half of something to it before a panic cannot be seen.
func Private(pkg *source.Package, v *types.Var) bool {
	if _, isPtr := v.Type().Underlying().(*types.Pointer); isPtr || v.Kind() != types.LocalVar || pkg.InLiteral(v) || !empties(pkg, v) {
		return false
	}
	for _, cur := range pkg.Uses(v) {
		cur = source.Parens(cur)
		switch parent := cur.Parent().Node().(type) {
		case *ast.SelectorExpr:
			fn := source.Parens(cur.Parent())
			if fn.ParentEdgeKind() != edge.CallExpr_Fun {
				return false // a method value
			}
			if kind := source.Parens(fn.Parent()).ParentEdgeKind(); kind == edge.DeferStmt_Call || kind == edge.GoStmt_Call {
				return false // may pass on what was written before the panic
			}
		case *ast.UnaryExpr:
			if parent.Op != token.AND || !lent(pkg, source.Parens(cur.Parent())) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// empties reports whether the declaration of v gives it its zero value: another one may
// share the memory of what it is a copy of.
func empties(pkg *source.Package, v *types.Var) bool {
	def, ok := pkg.Def(v)
	if !ok {
		return false
	}
	var values []ast.Expr
	_, i := def.ParentEdge()
	switch parent := def.Parent().Node().(type) {
	case *ast.ValueSpec:
		values = parent.Values
	case *ast.AssignStmt:
		values = parent.Rhs
	}
	if len(values) == 0 {
		return def.ParentEdgeKind() == edge.ValueSpec_Names
	}
	if i >= len(values) {
		return false
	}
	lit, ok := ast.Unparen(values[i]).(*ast.CompositeLit)
	return ok && len(lit.Elts) == 0
}

// lent reports whether the pointer at cur goes to a function that uses it as a reader or
// writer, and forgets it.
func lent(pkg *source.Package, cur inspector.Cursor) bool {
	kind, i := cur.ParentEdge()
	if kind != edge.CallExpr_Args {
		return false
	}
	fn, ok := typeutil.Callee(pkg.Info, cur.Parent().Node().(*ast.CallExpr)).(*types.Func)
	return ok && stdlib.Of(fn).Lends.Has(i)
}

// Closed reports whether nobody has a part of the memory of the buffer v, of package bytes
// or strings: it is a local variable, not a pointer, and its bytes are only copied, to and from it.
func Closed(pkg *source.Package, v *types.Var) bool {
	if !stdlib.TypeOf(v.Type()).Memory || !Private(pkg, v) {
		return false
	}
	for _, use := range pkg.Uses(v) {
		use = source.Parens(use)
		if use.ParentEdgeKind() != edge.SelectorExpr_X {
			continue // &v, which only writes
		}
		fn, ok := pkg.Info.Uses[use.Parent().Node().(*ast.SelectorExpr).Sel].(*types.Func)
		if known := stdlib.Of(fn); !ok || known.Part != 0 || !known.Quiet && !known.Copying && known.Writes&stdlib.Receiver == 0 {
			return false
		}
	}
	return true
}
