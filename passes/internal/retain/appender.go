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
	fn, p := operand(k.Pkg, call, 0)
	if p == nil || fn.Pkg() != k.Pkg.Types || k.Pkg.FuncBody(fn) == nil || !source.IsA[*types.Slice](p.Type()) {
		return false
	}
	if k.appenders == nil {
		k.appenders = make(map[*types.Func]bool)
	}
	is, known := k.appenders[fn]
	if known {
		return is // true in a recursive call, too: then the rest of fn decides
	}
	k.appenders[fn] = true
	if !k.appendsTo(fn, p) {
		clear(k.appenders) // later entries may rest on this one
		k.appenders[fn] = false
		return false
	}
	return true
}

// appendsTo reports whether the only result of fn is always its parameter p, with or without
// appended elements, and nothing else of p is retained.
func (k *Checker) appendsTo(fn *types.Func, p *types.Var) bool {
	results := fn.Signature().Results()
	if k.depth > maxCalls || results.Len() != 1 || results.At(0).Name() != "" || !types.Identical(results.At(0).Type(), p.Type()) || k.Pkg.Captured(p) {
		return false
	}
	inner := &Checker{Pkg: k.Pkg, Var: p, Kind: EmptySlice, inside: k.inside, depth: k.depth + 1, appenders: k.appenders}
	returns := 0
	lets := k.Pkg.Every(p, func(use inspector.Cursor) bool {
		if returned(use, inner.appends) {
			returns++
			return true
		}
		return inner.Lets(use)
	})
	k.Doubted, k.Escapes = k.Doubted || inner.Doubted, k.Escapes || inner.Escapes
	return lets && returns == returnsOf(k.Pkg.FuncBody(fn))
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
