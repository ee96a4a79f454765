package flow

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// Leaves reports whether n may end the block around it, other than with an error.
func Leaves(info *types.Info, n ast.Node) bool {
	found := false
	ast.Inspect(n, func(m ast.Node) bool {
		switch m := m.(type) {
		case *ast.FuncLit:
			return false
		case *ast.IfStmt:
			return !OnError(info, m)
		case *ast.ReturnStmt:
			found = found || !Fails(info, m)
		case *ast.BranchStmt:
			found = found || Leaving(n, m)
		}
		return !found
	})
	return found
}

// Quits reports whether n may end the block around it: by a return, a jump out of it, or the call of a
// function that never returns.
func Quits(info *types.Info, n ast.Node) bool {
	return source.AnyOwn(n, func(m ast.Node) bool {
		switch m := m.(type) {
		case *ast.BranchStmt:
			return Leaving(n, m)
		case *ast.CallExpr:
			return neverReturns(info, m)
		}
		_, isReturn := m.(*ast.ReturnStmt)
		return isReturn
	})
}

// OnError reports whether stmt is if err != nil { … } without else.
func OnError(info *types.Info, stmt *ast.IfStmt) bool {
	cmp, ok := ast.Unparen(stmt.Cond).(*ast.BinaryExpr)
	return ok && cmp.Op == token.NEQ && stmt.Else == nil && info.Types[cmp.Y].IsNil() && types.Identical(info.TypeOf(cmp.X), source.ErrorType)
}

// MakesError reports whether fn returns a new error, as its name says: errors.New, Errorf,
// badStringError. The error of other functions may be nil.
func MakesError(fn *types.Func) bool {
	results := fn.Signature().Results()
	if results.Len() != 1 || !source.IsError(results.At(0).Type()) {
		return false
	}
	return fn.Pkg() != nil && fn.Pkg().Name() == "errors" || strings.Contains(strings.ToLower(fn.Name()), "err")
}

// Fails reports whether stmt is return …, err, where err is a variable or made by the return.
func Fails(info *types.Info, stmt *ast.ReturnStmt) bool {
	if len(stmt.Results) == 0 {
		return false
	}
	e := stmt.Results[len(stmt.Results)-1]
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && !source.IsConversion(info, call) {
		fn := source.Func(info, call)
		return fn != nil && MakesError(fn)
	}
	last := info.Types[e]
	return !last.IsNil() && source.IsError(last.Type)
}

// IsError reports whether the error at cur is not nil, as far as is seen: it is made there or by an assignment in front,
// is a variable of a package, or a condition has found so.
func IsError(pkg *source.Package, cur inspector.Cursor) bool {
	var obj types.Object
	switch e := ast.Unparen(cur.Node().(ast.Expr)).(type) {
	case *ast.CallExpr:
		return givesError(pkg, cur, e)
	case *ast.CompositeLit:
		return true
	case *ast.UnaryExpr:
		return e.Op == token.AND
	case *ast.Ident:
		if v, isLocal := pkg.LocalVar(e); isLocal {
			return nonNil(pkg, v, cur, IsError)
		}
		obj = pkg.Info.Uses[e]
	case *ast.SelectorExpr:
		obj = pkg.Info.Uses[e.Sel]
	}
	return obj != nil && obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope() || foundError(pkg, cur)
}

// givesError is [IsError] for a call at cur. A function that is given an error, as errors.Wrap is, may return nil for nil,
// as a conversion does; Unwrap for any error, and Err of a scanner at the end of its input.
func givesError(pkg *source.Package, cur inspector.Cursor, call *ast.CallExpr) bool {
	isGiven := source.IsConversion(pkg.Info, call)
	if isGiven && !types.IsInterface(pkg.Info.TypeOf(call)) {
		return true
	}
	if !isGiven {
		fn := source.Func(pkg.Info, call)
		if fn == nil || !MakesError(fn) || fn.Name() == "Unwrap" || fn.Name() == "Err" && fn.Pkg().Path() != "context" {
			return false
		}
		for v := range fn.Signature().Params().Variables() {
			list, isList := v.Type().(*types.Slice)
			isGiven = isGiven || types.Identical(v.Type(), source.ErrorType) || isList && types.Identical(list.Elem(), source.ErrorType)
		}
	}
	return !isGiven || slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		at, ok := cur.FindNode(arg)
		return ok && types.AssignableTo(pkg.Info.TypeOf(arg), source.ErrorType) && IsError(pkg, at)
	})
}

// foundError reports whether the field at cur is the one of an if x.err != nil around it.
func foundError(pkg *source.Package, cur inspector.Cursor) bool {
	e := cur.Node().(ast.Expr)
	for c := range cur.Enclosing((*ast.IfStmt)(nil)) {
		found := c.Node().(*ast.IfStmt)
		if OnError(pkg.Info, found) && types.ExprString(ast.Unparen(found.Cond).(*ast.BinaryExpr).X) == types.ExprString(e) {
			return true
		}
	}
	return false
}

// Leaving reports whether the break or continue inside n leaves n.
func Leaving(n ast.Node, b *ast.BranchStmt) bool {
	stays := b.Tok == token.FALLTHROUGH
	for m := range ast.Preorder(n) {
		if !source.Contains(m, b) {
			continue
		}
		switch m := m.(type) {
		case *ast.LabeledStmt:
			stays = stays || b.Label != nil && b.Label.Name == m.Label.Name
		case *ast.ForStmt, *ast.RangeStmt:
			stays = stays || b.Label == nil
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			stays = stays || b.Label == nil && b.Tok == token.BREAK
		}
	}
	return !stays
}
