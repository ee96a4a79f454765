package mechanism

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/unheap/unheap/internal/record"
)

// cloneRemedy returns the remedy for a copy, which depends on whether it is needed at all: the original can be handed
// out only if neither is modified afterwards. A returned slice may also be appended to one of the caller's; a map may
// not.
func (f *facts) cloneRemedy() string {
	switch record.WithoutTypeArguments(f.site.Callee) {
	case "maps.Clone", "net/http.Header.Clone":
		return "copy it only where one of the two changes while the other is in use"
	case "strings.Clone":
		return "clone only a small part of a large text, and what is in bytes that change"
	case "slices.Concat", "slices.Repeat":
		return "append to a slice with room that exists, where there is one"
	}
	call, path := f.src.call(f.site.Pos)
	if call == nil {
		return ""
	}
	const only = "nothing where the original or the copy changes while both are in use; elsewhere hand on the original"
	switch {
	case f.detaches(path):
		return "the original is used for something else: copies that are kept equally long can be cut from one larger array"
	case f.src.isResult(path):
		return only + ", or append to a slice of the caller"
	}
	return only
}

// detaches reports whether the call at the start of a path copies a slice and replaces it by the copy: x =
// append([]T(nil), x...).
func (f *facts) detaches(path []ast.Node) bool {
	call := path[0].(*ast.CallExpr)
	assign, ok := path[1].(*ast.AssignStmt)
	return ok && len(assign.Lhs) == 1 && slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		return types.ExprString(arg) == types.ExprString(assign.Lhs[0])
	})
}

// isResult reports whether the enclosing function returns, unchanged, the expression at the start of a path or the
// variable that it is assigned to.
func (s source) isResult(path []ast.Node) bool {
	e, ok := path[0].(ast.Expr)
	if !ok || len(path) < 2 {
		return false
	}
	if ret, ok := path[1].(*ast.ReturnStmt); ok {
		return slices.Contains(ret.Results, e)
	}
	v := s.variable(path[:2])
	return v != nil && returned(function(path), func(e ast.Expr) bool { return s.isVariable(e, v) })
}
