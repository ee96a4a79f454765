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

// Private reports whether v holds a buffer that is lost if the function panics, so that nobody can
// see what was written to it before: v is a local variable, declared with memory of its own, and
// mentioned in no function literal that may run later. It is only the receiver of calls, and an
// argument of functions that only read or write, as those of fmt.
func Private(pkg *source.Package, v *types.Var) bool {
	if v.Kind() != types.LocalVar || pkg.InLiteral(v) || !owns(pkg, v) {
		return false
	}
	return pkg.Every(v, func(cur inspector.Cursor) bool {
		switch parent := cur.Parent().Node().(type) {
		case *ast.SelectorExpr:
			fn := source.Parens(cur.Parent())
			// A method value may be called by others, a deferred call may run after a panic.
			return fn.ParentEdgeKind() == edge.CallExpr_Fun && !source.RunsLater(fn.Parent())
		case *ast.UnaryExpr:
			return parent.Op == token.AND && borrowed(pkg, source.Parens(cur.Parent()))
		case *ast.CallExpr:
			return source.IsA[*types.Pointer](v.Type()) && borrowed(pkg, cur)
		}
		return false
	})
}

// owns reports whether the declaration of v gives it a buffer whose memory nothing else has: the
// zero value, a pointer to one, or a copy of a string.
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

// borrowed reports whether the pointer at cur is an argument of a function that uses it as a reader
// or writer, and does not retain it.
func borrowed(pkg *source.Package, cur inspector.Cursor) bool {
	kind, i := cur.ParentEdge()
	if kind != edge.CallExpr_Args {
		return false
	}
	return stdlib.Of(source.Func(pkg.Info, cur.Parent().Node().(*ast.CallExpr))).Lends.Has(i)
}

// Closed reports whether nothing else has a part of the memory of v, a buffer of package bytes or
// strings: v is [Private], and bytes are only copied to the buffer and from it.
func Closed(pkg *source.Package, v *types.Var) bool {
	if !stdlib.TypeOf(v.Type()).Memory || !Private(pkg, v) {
		return false
	}
	return pkg.Every(v, func(use inspector.Cursor) bool {
		if use.ParentEdgeKind() != edge.SelectorExpr_X {
			return true // borrowed
		}
		fn, _ := pkg.Info.Uses[use.Parent().Node().(*ast.SelectorExpr).Sel].(*types.Func)
		known := stdlib.Of(fn)
		return known.Part == 0 && (known.Quiet || known.Copying || known.Writes&stdlib.Receiver != 0)
	})
}
