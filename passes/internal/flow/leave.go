package flow

import (
	"go/ast"
	"go/token"
	"go/types"

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
			return !onError(info, m)
		case *ast.ReturnStmt:
			found = found || !fails(info, m)
		case *ast.BranchStmt:
			found = found || leaving(n, m)
		}
		return !found
	})
	return found
}

// onError recognises if err != nil { … } without else.
func onError(info *types.Info, stmt *ast.IfStmt) bool {
	cmp, ok := ast.Unparen(stmt.Cond).(*ast.BinaryExpr)
	return ok && cmp.Op == token.NEQ && stmt.Else == nil && info.Types[cmp.Y].IsNil() && types.Identical(info.TypeOf(cmp.X), source.ErrorType)
}

// fails recognises return …, err, where err is a variable or made for it; what another
// function returns may be nil.
func fails(info *types.Info, stmt *ast.ReturnStmt) bool {
	if len(stmt.Results) == 0 {
		return false
	}
	e := stmt.Results[len(stmt.Results)-1]
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && !source.IsConversion(info, call) {
		_, isNew := source.CallOf(info, call, "errors", "New")
		_, isErrorf := source.CallOf(info, call, "fmt", "Errorf")
		return isNew || isErrorf
	}
	last := info.Types[e]
	return !last.IsNil() && types.Implements(last.Type, source.ErrorType.Underlying().(*types.Interface))
}

// leaving reports whether the break or continue inside n leaves n.
func leaving(n ast.Node, b *ast.BranchStmt) bool {
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
