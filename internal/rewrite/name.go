package rewrite

import (
	"go/ast"
	"go/types"
)

// FuncName is the name of a declared function within its package: "F", "T.M"
// or "(*T).M". Type parameters are left out.
func FuncName(decl *ast.FuncDecl) string {
	if decl.Recv == nil || len(decl.Recv.List) == 0 {
		return decl.Name.Name
	}
	typ := ast.Unparen(decl.Recv.List[0].Type)
	star, pointer := typ.(*ast.StarExpr)
	if pointer {
		typ = ast.Unparen(star.X)
	}
	switch x := typ.(type) {
	case *ast.IndexExpr:
		typ = x.X
	case *ast.IndexListExpr:
		typ = x.X
	}
	name := types.ExprString(typ)
	if pointer {
		name = "(*" + name + ")"
	}
	return name + "." + decl.Name.Name
}
