package block

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/source"
)

// inline returns T{…} for a call of a function that does nothing but return
// &T{…} of its parameters.
//
//	newNode(name)      func newNode(s string) *node { return &node{name: s} }
//	-------------
//	node{name: name}
func (b *blocker) inline(call *ast.CallExpr) (text string, elem types.Type, ok bool) {
	fn, ok := typeutil.Callee(b.Info, call).(*types.Func)
	if !ok || fn.Pkg() != b.Pkg.Types || call.Ellipsis.IsValid() || fn.Signature().Variadic() ||
		fn.Signature().Recv() != nil || fn.Signature().TypeParams().Len() > 0 || len(call.Args) != fn.Signature().Params().Len() {
		return "", nil, false
	}
	maker, ok := inline.Declared(b.Pkg, fn)
	if !ok || len(maker.Decl.Body.List) != 1 || maker.Directive(false) {
		return "", nil, false
	}
	ret, ok := maker.Decl.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 || maker.File.HasComment(ret.Pos(), ret.End()) {
		return "", nil, false
	}
	args, ok := b.arguments(fn, call)
	if !ok {
		return "", nil, false
	}
	_, lit, ok := source.NewOf(b.Info, ret.Results[0])
	if !ok || lit == nil || !b.substitutable(lit, args, call) {
		return "", nil, false
	}
	return maker.File.Filled(lit, args, b.File), b.Info.TypeOf(lit), true
}

// arguments maps the parameters to the arguments. ok is false if an argument has side effects, or is
// converted to the type of the parameter.
func (b *blocker) arguments(fn *types.Func, call *ast.CallExpr) (args map[types.Object]ast.Expr, ok bool) {
	args = make(map[types.Object]ast.Expr)
	for i, arg := range call.Args {
		param := fn.Signature().Params().At(i)
		if !effect.Pure(b.Info, arg) || !types.Identical(b.Info.TypeOf(arg), param.Type()) {
			return nil, false
		}
		args[param] = arg
	}
	return args, true
}

// substitutable reports whether lit consists of parameters, and of constants that mean the same
// at the call, and whether each argument that is no constant is used exactly once.
func (b *blocker) substitutable(lit *ast.CompositeLit, args map[types.Object]ast.Expr, call *ast.CallExpr) bool {
	if !b.Visible(lit.Type, call.Pos()) {
		return false
	}
	used := make(map[types.Object]bool)
	if !b.elements(lit, args, used, call) {
		return false
	}
	for param, arg := range args {
		if !used[param] && b.Info.Types[arg].Value == nil {
			return false // the argument would not be evaluated, nor its variables be used
		}
	}
	return true
}

// elements reports that of the elements of lit, those of structs in it included, and notes the parameters.
func (b *blocker) elements(lit *ast.CompositeLit, args map[types.Object]ast.Expr, used map[types.Object]bool, call *ast.CallExpr) bool {
	for _, elt := range source.Elements(lit) {
		if inner, ok := elt.(*ast.CompositeLit); ok && inner.Type != nil && source.IsA[*types.Struct](b.Info.TypeOf(inner)) {
			if !b.Visible(inner.Type, call.Pos()) || !b.elements(inner, args, used, call) {
				return false
			}
			continue
		}
		id, isIdent := elt.(*ast.Ident)
		if arg := args[b.Info.Uses[id]]; isIdent && arg != nil {
			if used[b.Info.Uses[id]] {
				return false // the argument would be evaluated twice
			}
			used[b.Info.Uses[id]] = true
			continue
		}
		if b.Info.Types[elt].Value == nil || !b.Visible(elt, call.Pos()) {
			return false
		}
	}
	return true
}
