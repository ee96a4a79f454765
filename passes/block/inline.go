package block

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/source"
)

// inline returns T{…} for a call of a function that does nothing but return
// &T{…}, or new(T), of its parameters.
//
//	newNode(name)      func newNode(s string) *node { return &node{name: s} }
//	-------------
//	node{name: name}
func (b *blocker) inline(call *ast.CallExpr) (string, bool) {
	fn, ok := typeutil.Callee(b.info, call).(*types.Func)
	if !ok || fn.Pkg() != b.pkg.Types || call.Ellipsis.IsValid() || fn.Signature().Variadic() ||
		fn.Signature().Recv() != nil || fn.Signature().TypeParams().Len() > 0 || len(call.Args) != fn.Signature().Params().Len() {
		return "", false
	}
	file, decl := b.decl(fn)
	if decl == nil || decl.Body == nil || len(decl.Body.List) != 1 || pragma(decl) {
		return "", false
	}
	ret, ok := decl.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 || file.HasComment(ret.Pos(), ret.End()) {
		return "", false
	}
	args, ok := b.arguments(fn, call)
	if !ok {
		return "", false
	}
	lit := literal(ret.Results[0])
	if lit == nil || !b.substitutable(lit, args, call) {
		return "", false
	}
	return b.substitute(file, lit, args), true
}

// decl finds the declaration of fn in a file that can be read.
func (b *blocker) decl(fn *types.Func) (*source.File, *ast.FuncDecl) {
	cur, ok := b.pkg.Def(fn)
	if !ok {
		return nil, nil
	}
	for c := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		for _, f := range source.Of(b.pass.Pass).Files {
			if f.Syntax.FileStart <= c.Node().Pos() && c.Node().Pos() < f.Syntax.FileEnd {
				return f, c.Node().(*ast.FuncDecl)
			}
		}
	}
	return nil, nil
}

// pragma reports whether a directive such as //go:noinline says how the function
// is to be compiled.
func pragma(decl *ast.FuncDecl) bool {
	if decl.Doc == nil {
		return false
	}
	for _, c := range decl.Doc.List {
		if strings.HasPrefix(c.Text, "//go:") {
			return true
		}
	}
	return false
}

// arguments maps the parameters to pure arguments of the same type.
func (b *blocker) arguments(fn *types.Func, call *ast.CallExpr) (map[types.Object]ast.Expr, bool) {
	args := make(map[types.Object]ast.Expr)
	for i, arg := range call.Args {
		param := fn.Signature().Params().At(i)
		if !effect.Pure(b.info, arg) || !types.Identical(b.info.TypeOf(arg), param.Type()) {
			return nil, false // a conversion happens at the call
		}
		args[param] = arg
	}
	return args, true
}

// literal returns the T{…} of &T{…}.
func literal(e ast.Expr) *ast.CompositeLit {
	ref, ok := ast.Unparen(e).(*ast.UnaryExpr)
	if !ok {
		return nil
	}
	lit, ok := ref.X.(*ast.CompositeLit)
	if !ok || lit.Type == nil {
		return nil
	}
	return lit
}

// substitutable reports whether lit consists of names that mean the same at the
// call, and of parameters that are elements as they stand.
func (b *blocker) substitutable(lit *ast.CompositeLit, args map[types.Object]ast.Expr, call *ast.CallExpr) bool {
	if !b.file.Visible(lit.Type, call.Pos()) {
		return false
	}
	used := make(map[types.Object]bool)
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			elt = kv.Value
		}
		id, isIdent := elt.(*ast.Ident)
		if arg := args[b.info.Uses[id]]; isIdent && arg != nil {
			if used[b.info.Uses[id]] {
				return false // would be evaluated twice
			}
			used[b.info.Uses[id]] = true
			continue
		}
		if b.info.Types[elt].Value == nil || !b.file.Visible(elt, call.Pos()) {
			return false
		}
	}
	for param, arg := range args {
		if !used[param] && b.info.Types[arg].Value == nil {
			return false // would not be evaluated, nor its variables be used
		}
	}
	return true
}

// substitute returns the text of lit with the arguments in the place of the
// parameters.
func (b *blocker) substitute(file *source.File, lit *ast.CompositeLit, args map[types.Object]ast.Expr) string {
	var text strings.Builder
	at := lit.Pos()
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			elt = kv.Value
		}
		if id, ok := elt.(*ast.Ident); ok && args[b.info.Uses[id]] != nil {
			text.WriteString(file.Between(at, elt.Pos()))
			text.WriteString(b.file.Text(args[b.info.Uses[id]]))
			at = elt.End()
		}
	}
	text.WriteString(file.Between(at, lit.End()))
	return text.String()
}
