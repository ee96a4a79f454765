package effect

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// Private reports whether v holds a buffer that is lost if the function panics: a local
// variable that has memory of its own to begin with, and of which only methods are called, in
// no function literal that may run later, or which goes to functions that only read or write,
// as those of fmt. Writing half of something to it before a panic cannot be seen.
func Private(pkg *source.Package, v *types.Var) bool {
	if v.Kind() != types.LocalVar || pkg.InLiteral(v) || !owns(pkg, v) {
		return false
	}
	return pkg.Every(v, func(cur inspector.Cursor) bool {
		switch parent := cur.Parent().Node().(type) {
		case *ast.SelectorExpr:
			fn := source.Parens(cur.Parent())
			kind := source.Parens(fn.Parent()).ParentEdgeKind()
			// Not a method value, nor what may pass on what was written before the panic.
			return fn.ParentEdgeKind() == edge.CallExpr_Fun && kind != edge.DeferStmt_Call && kind != edge.GoStmt_Call
		case *ast.UnaryExpr:
			return parent.Op == token.AND && lent(pkg, source.Parens(cur.Parent()))
		case *ast.CallExpr:
			return source.IsA[*types.Pointer](v.Type()) && lent(pkg, cur)
		}
		return false
	})
}

// owns reports whether the declaration of v gives it a buffer that shares memory with no
// other: the zero value, a pointer to one, or a copy of a string.
func owns(pkg *source.Package, v *types.Var) bool {
	value, ok := pkg.Initial(v)
	isPointer := source.IsA[*types.Pointer](v.Type())
	if !ok || value == nil {
		return ok && !isPointer
	}
	if call, ok := source.CallTo(pkg.Info, value, "bytes", "NewBuffer", "NewBufferString"); ok {
		return source.IsString(pkg.Info.TypeOf(call.Args[0])) || pkg.Info.Types[call.Args[0]].IsNil()
	}
	lit, isLit := value.(*ast.CompositeLit)
	if isPointer {
		_, lit, isLit = source.NewOf(pkg.Info, value)
	}
	return isLit && (lit == nil || len(lit.Elts) == 0)
}

// lent reports whether the pointer at cur goes to a function that uses it as a reader or
// writer, and forgets it.
func lent(pkg *source.Package, cur inspector.Cursor) bool {
	kind, i := cur.ParentEdge()
	if kind != edge.CallExpr_Args {
		return false
	}
	return stdlib.Of(source.Func(pkg.Info, cur.Parent().Node().(*ast.CallExpr))).Lends.Has(i)
}

// Closed reports whether nobody has a part of the memory of the buffer v, of package bytes
// or strings: it is [Private], and its bytes are only copied, to and from it.
func Closed(pkg *source.Package, v *types.Var) bool {
	if !stdlib.TypeOf(v.Type()).Memory || !Private(pkg, v) {
		return false
	}
	return pkg.Every(v, func(use inspector.Cursor) bool {
		if use.ParentEdgeKind() != edge.SelectorExpr_X {
			return true // lent, to be written to
		}
		fn, _ := pkg.Info.Uses[use.Parent().Node().(*ast.SelectorExpr).Sel].(*types.Func)
		known := stdlib.Of(fn)
		return known.Part == 0 && (known.Quiet || known.Copying || known.Writes&stdlib.Receiver != 0)
	})
}
