package size

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/source"
)

// made returns the size of an element of a slice with room for e elements that is made before the count, 0 if there is
// none: e fits into an int, is not negative, and counts elements that are in memory.
//
//	s := make([]T, n)
//	for i := 0; i < n; i++ {
func (c *counter) made(e ast.Expr, end token.Pos) (bytes int64) {
	at, ok := c.file.Cursor.FindByPos(c.pos, c.pos)
	if !ok || !effect.Total(c.pkg.Info, e) || c.file.Jumps(c.pos) {
		return 0
	}
	for cur := range at.Enclosing() {
		list, i, _ := source.StmtList(cur)
		for _, s := range list[:i] {
			for _, head := range flow.Heads(c.pkg.Info, s) {
				flow.Surely(c.pkg.Info, head, func(made ast.Expr) {
					call, ok := made.(*ast.CallExpr)
					if ok && bytes == 0 && c.makes(call, e) && effect.StableBetween(c.pkg, e, call.Pos(), end) {
						bytes = c.elemBytes(source.Core(c.pkg.Info.TypeOf(call)))
					}
				})
			}
		}
	}
	return bytes
}

// makes reports whether the call makes a slice with the capacity e, or n for e = int(n).
func (c *counter) makes(call *ast.CallExpr, e ast.Expr) bool {
	if !source.IsBuiltin(c.pkg.Info, call, "make") || len(call.Args) < 2 || !source.IsA[*types.Slice](c.pkg.Info.TypeOf(call)) {
		return false
	}
	n := call.Args[len(call.Args)-1]
	conv, ok := ast.Unparen(e).(*ast.CallExpr)
	toInt := ok && source.IsConversion(c.pkg.Info, conv) && types.Identical(c.pkg.Info.TypeOf(conv), types.Typ[types.Int])
	return c.alike(n, e) || toInt && c.alike(n, conv.Args[0])
}

// alike reports whether two expressions have the same text, and their names the same meaning.
func (c *counter) alike(a, b ast.Expr) bool {
	meant := func(e ast.Expr) (objects []types.Object) {
		for id := range source.Idents(e) {
			objects = append(objects, c.pkg.Info.ObjectOf(id))
		}
		return objects
	}
	return types.ExprString(ast.Unparen(a)) == types.ExprString(ast.Unparen(b)) && slices.Equal(meant(a), meant(b))
}
