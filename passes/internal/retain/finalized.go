package retain

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/source"
)

type finalizedKey struct{}

// Finalized reports whether the package sets a finalizer or cleanup on a value of type t, which
// must then be an object of its own.
func Finalized(pkg *source.Package, t types.Type) bool {
	if others := pkg.OtherBuilds(); others == nil || others["SetFinalizer"] || others["AddCleanup"] {
		return true
	}
	set := pkg.Once(finalizedKey{}, func() any {
		set := new(typeutil.Map)
		if len(pkg.Files) == 0 {
			return set
		}
		for cur := range pkg.Files[0].Cursor.Parent().Preorder((*ast.CallExpr)(nil)) {
			call, ok := source.CallOf(pkg.Info, cur.Node().(ast.Expr), "runtime", "SetFinalizer", "AddCleanup")
			if !ok || len(call.Args) == 0 {
				continue
			}
			if p, ok := pkg.Info.TypeOf(call.Args[0]).Underlying().(*types.Pointer); ok {
				set.Set(p.Elem(), true)
			}
		}
		return set
	}).(*typeutil.Map)
	return set.At(t) != nil
}
