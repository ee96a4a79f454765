package retain

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// appender reports whether the call is one of a function of the package that appends to its first
// argument and returns the result, and retains nothing else of it.
//
//	func appendName(b []byte, name string) []byte {
//		b = append(b, '"')
//		return append(b, name...)
//	}
func (k *Checker) appender(call *ast.CallExpr) bool {
	if source.IsConversion(k.Pkg.Info, call) || source.IsBuiltin(k.Pkg.Info, call) || len(call.Args) == 0 {
		return false
	}
	fn, p := source.Parameter(k.Pkg.Info, call, 0)
	if p == nil || fn.Pkg() != k.Pkg.Types || k.Pkg.FuncBody(fn) == nil || !source.IsA[*types.Slice](p.Type()) {
		return false
	}
	results := fn.Signature().Results()
	if results.Len() != 1 || results.At(0).Name() != "" || !types.Identical(results.At(0).Type(), p.Type()) || k.Pkg.Captured(p) {
		return false
	}
	return k.ask(question{v: p, kind: EmptySlice, inside: k.inside, appends: true})
}

// appendsTo reports whether the only result of the function is always the variable, a parameter, with or without
// appended elements, and nothing else of it is retained.
func (k *Checker) appendsTo() bool {
	def, _ := k.Pkg.Def(k.Var)
	fn, _ := source.EnclosingFunc(def)
	returns := 0
	lets := k.Pkg.Every(k.Var, func(use inspector.Cursor) bool {
		if returned(use, k.appends) {
			returns++
			return true
		}
		return k.Lets(use)
	})
	return lets && returns == returnsOf(source.Body(fn.Node()))
}

// returned reports whether the slice at a use is a result of the function, as it is or through
// calls for which appends holds.
func returned(use inspector.Cursor, appends func(*ast.CallExpr) bool) bool {
	for cur := source.Parens(use); ; cur = source.Parens(cur.Parent()) {
		switch kind, i := cur.ParentEdge(); kind {
		case edge.ReturnStmt_Results:
			return true
		case edge.CallExpr_Args:
			if i != 0 || !appends(cur.Parent().Node().(*ast.CallExpr)) {
				return false
			}
		default:
			return false
		}
	}
}

// returnsOf counts the return statements of a body. The count is negative if there is a goto.
func returnsOf(body *ast.BlockStmt) (n int) {
	ast.Inspect(body, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			n++
		case *ast.BranchStmt:
			if node.Tok == token.GOTO {
				n = -1 << 20
			}
		}
		return true
	})
	return n
}
