package flow

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
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
	return has(n, func(m ast.Node) bool {
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

// has reports whether n, function literals in it aside, contains a node for which is holds.
func has(n ast.Node, is func(ast.Node) bool) bool {
	found := false
	ast.Inspect(n, func(m ast.Node) bool {
		_, isLit := m.(*ast.FuncLit)
		found = found || m != nil && !isLit && is(m)
		return !found && !isLit
	})
	return found
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
	if results.Len() != 1 || !types.Implements(results.At(0).Type(), source.ErrorType.Underlying().(*types.Interface)) {
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
	return !last.IsNil() && types.Implements(last.Type, source.ErrorType.Underlying().(*types.Interface))
}

// IsError reports whether the error at cur is surely not nil: it is made there or by an assignment in front, is a variable of a
// package, or a condition has found so.
func IsError(pkg *source.Package, cur inspector.Cursor) bool {
	var obj types.Object
	switch e := ast.Unparen(cur.Node().(ast.Expr)).(type) {
	case *ast.CallExpr:
		fn := source.Func(pkg.Info, e)
		asks := fn != nil && fn.Name() == "Err" && fn.Pkg().Path() != "context" // of a scanner: nil, if it is at the end
		return source.IsConversion(pkg.Info, e) || fn != nil && MakesError(fn) && !asks
	case *ast.CompositeLit, *ast.UnaryExpr:
		return true
	case *ast.Ident:
		obj = pkg.Info.Uses[e]
	case *ast.SelectorExpr:
		obj = pkg.Info.Uses[e.Sel]
	}
	global := obj != nil && obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope()
	return global || NonNil(pkg, cur) || setToError(pkg, cur) || foundError(pkg, cur)
}

// setToError reports whether a statement in front of the one at cur gives the variable there an error, as its last value.
//
//	err = fmt.Errorf(…)
//	… err …
func setToError(pkg *source.Package, cur inspector.Cursor) bool {
	v, isLocal := pkg.LocalVar(cur.Node().(ast.Expr))
	for c := range cur.Enclosing() {
		for prev, ok := c.PrevSibling(); ok && isLocal; prev, ok = prev.PrevSibling() {
			set, isSet := prev.Node().(*ast.AssignStmt)
			if !isSet || pkg.WrittenIn(v, set.End(), cur.Node().Pos()) {
				continue
			}
			if i := slices.IndexFunc(set.Lhs, func(to ast.Expr) bool { return pkg.Is(to, v) }); i >= 0 {
				return len(set.Lhs) == len(set.Rhs) && IsError(pkg, prev.ChildAt(edge.AssignStmt_Rhs, i))
			}
		}
	}
	return false
}

// foundError reports whether the expression at cur, a field also, is the one of an if err != nil around it.
func foundError(pkg *source.Package, cur inspector.Cursor) bool {
	e := cur.Node().(ast.Expr)
	v, isLocal := pkg.LocalVar(e)
	for c := range cur.Enclosing((*ast.IfStmt)(nil)) {
		found := c.Node().(*ast.IfStmt)
		if OnError(pkg.Info, found) && types.ExprString(ast.Unparen(found.Cond).(*ast.BinaryExpr).X) == types.ExprString(e) {
			return !isLocal || !pkg.WrittenIn(v, found.Body.Pos(), e.Pos())
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
