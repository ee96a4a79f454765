package retain

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/source"
)

// collectors are functions of the library whose purpose is to retain an argument.
var collectors = []string{
	"(*sync.Pool).Put", "(*sync.Map).Store", "(*sync.Map).LoadOrStore", "(*sync.Map).Swap", "container/heap.Push",
	"(*sync/atomic.Value).Store", "(*sync/atomic.Value).Swap", "(*sync/atomic.Pointer[T]).Store", "(*sync/atomic.Pointer[T]).Swap",
	"(*sync/atomic.Pointer[T]).CompareAndSwap",
}

// retained reports whether the pointer at cur, an argument or the receiver of a call, is seen to be
// retained: by a function of the package, by one of its methods that may stand behind an interface,
// or by a collector.
func retained(pkg *source.Package, cur inspector.Cursor, depth int) bool {
	cur = source.Parens(cur)
	kind, i := cur.ParentEdge()
	if kind == edge.SelectorExpr_X {
		fun := source.Parens(cur.Parent())
		if fun.ParentEdgeKind() != edge.CallExpr_Fun {
			return false
		}
		fn := source.Func(pkg.Info, fun.Parent().Node().(*ast.CallExpr))
		return fn != nil && fn.Signature().Recv() != nil && retains(pkg, fn.Origin().Signature().Recv(), depth)
	}
	if kind != edge.CallExpr_Args {
		return false
	}
	call := cur.Parent().Node().(*ast.CallExpr)
	fn := source.Func(pkg.Info, call)
	if fn == nil || call.Ellipsis.IsValid() {
		return false
	}
	fn = fn.Origin()
	if slices.Contains(collectors, fn.FullName()) {
		return true
	}
	return slices.ContainsFunc(effect.Implementations(pkg, fn), func(fn *types.Func) bool {
		params := fn.Signature().Params()
		return i < params.Len() && !(fn.Signature().Variadic() && i == params.Len()-1) && retains(pkg, params.At(i), depth)
	})
}

// retains reports whether the function that declares the pointer v stores it, gives it to a
// goroutine, or passes it on to a function that does.
func retains(pkg *source.Package, v *types.Var, depth int) bool {
	return depth <= maxCalls && slices.ContainsFunc(pkg.Uses(v), func(use inspector.Cursor) bool {
		use = source.Parens(use)
		for use.ParentEdgeKind() == edge.TypeAssertExpr_X {
			use = source.Parens(use.Parent())
		}
		return started(use) || Stored(pkg, use) || retained(pkg, use, depth+1)
	})
}

// started reports whether the value at cur is an argument, or the receiver, of what a go statement calls.
func started(cur inspector.Cursor) bool {
	as := edge.CallExpr_Args
	if cur.ParentEdgeKind() == edge.SelectorExpr_X {
		cur, as = source.Parens(cur.Parent()), edge.CallExpr_Fun
	}
	return cur.ParentEdgeKind() == as && source.Parens(cur.Parent()).ParentEdgeKind() == edge.GoStmt_Call
}

// Kept reports whether the pointer at cur, or a method value of it, is seen to be retained: stored, also as a part
// of a literal, given to a goroutine or to an interface of another package, or passed to a function that stores it.
func Kept(pkg *source.Package, cur inspector.Cursor) bool {
	if sel, ok := cur.Parent().Node().(*ast.SelectorExpr); ok && cur.Parent().ParentEdgeKind() != edge.CallExpr_Fun {
		if pkg.Info.Selections[sel] == nil || pkg.Info.Selections[sel].Kind() != types.MethodVal {
			return false
		}
		cur = source.Parens(cur.Parent())
	}
	for kind := cur.ParentEdgeKind(); kind == edge.KeyValueExpr_Value || kind == edge.CompositeLit_Elts || kind == edge.UnaryExpr_X; kind = cur.ParentEdgeKind() {
		cur = source.Parens(cur.Parent())
	}
	return started(cur) || Stored(pkg, cur) || retained(pkg, cur, 0) || hidden(pkg, cur)
}

// sparing are the packages of the library of which functions leave an object in an interface on the stack.
var sparing = []string{"encoding/binary", "reflect", "runtime"}

// hidden reports whether a call passes the pointer at cur for a parameter of another package that is an interface:
// the compiler assumes that the called function, which calls methods of the object or reflects on it, keeps the
// object. Functions New… do not count, which make something of the object and may be inlined.
func hidden(pkg *source.Package, cur inspector.Cursor) bool {
	call := source.ArgumentOf(cur)
	if call == nil {
		return false
	}
	fn := source.Func(pkg.Info, call)
	if fn == nil || fn.Pkg() == pkg.Types || slices.Contains(sparing, fn.Pkg().Path()) || strings.HasPrefix(fn.Name(), "New") {
		return false
	}
	_, i := cur.ParentEdge()
	t := source.ParamType(pkg.Info.TypeOf(call.Fun).Underlying().(*types.Signature), i, call.Ellipsis.IsValid())
	return t != nil && types.IsInterface(t)
}
