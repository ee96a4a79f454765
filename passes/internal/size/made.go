package size

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/source"
)

// made returns the trips of a loop that runs e times, if a slice with room for as many elements was
// made before: then e fits into an int, is not negative, and counts elements that are in memory.
//
//	s := make([]T, n)
//	for i := 0; i < n; i++ {
func (c *counter) made(e ast.Expr, end token.Pos) (trips, bool) {
	decl := c.file.DeclAt(c.pos)
	if decl == nil || !effect.Total(c.pkg.Info, e) || c.file.Jumps(c.pos) {
		return trips{}, false
	}
	root, ok := c.file.Cursor.FindNode(decl)
	if !ok {
		return trips{}, false
	}
	for cur := range root.Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if call.End() > c.pos {
			break
		}
		slice, isSlice := c.makes(call, e)
		if !isSlice || c.sizeof(slice.Elem()) == 0 || !c.precedes(cur) || !effect.StableBetween(c.pkg, e, call.Pos(), end) {
			continue
		}
		text := c.file.Text(e)
		if !types.Identical(c.pkg.Info.TypeOf(e), types.Typ[types.Int]) {
			if !c.file.Universe(c.pos, "int") {
				return trips{}, false
			}
			text = "int(" + text + ")"
		}
		bytes := c.sizeof(slice.Elem())
		return trips{f: factor{text: text, from: []ast.Expr{e}, bytes: bytes}, bytes: bytes}, true
	}
	return trips{}, false
}

// makes returns the type of the slice if the call makes one with the capacity e, or int(n) for e =
// n.
func (c *counter) makes(call *ast.CallExpr, e ast.Expr) (*types.Slice, bool) {
	if !source.IsBuiltin(c.pkg.Info, call, "make") || len(call.Args) < 2 {
		return nil, false
	}
	slice, ok := c.pkg.Info.TypeOf(call).Underlying().(*types.Slice)
	n := call.Args[len(call.Args)-1]
	return slice, ok && (c.alike(n, e) || c.alike(n, c.converted(e)))
}

// converted returns n of int(n), and other expressions unchanged.
func (c *counter) converted(e ast.Expr) ast.Expr {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if ok && source.IsConversion(c.pkg.Info, call) && types.Identical(c.pkg.Info.TypeOf(call), types.Typ[types.Int]) {
		return call.Args[0]
	}
	return e
}

// alike reports whether two expressions have the same text, and their names the same meaning.
func (c *counter) alike(a, b ast.Expr) bool {
	if types.ExprString(ast.Unparen(a)) != types.ExprString(ast.Unparen(b)) {
		return false
	}
	meant := func(e ast.Expr) (objects []types.Object) {
		for id := range source.Idents(e) {
			objects = append(objects, c.pkg.Info.ObjectOf(id))
		}
		return objects
	}
	return slices.Equal(meant(a), meant(b))
}

// precedes reports whether the call at cur has returned whenever the count is taken: its statement
// always evaluates it, and stands in a list that contains the count.
func (c *counter) precedes(cur inspector.Cursor) bool {
	for {
		switch cur.ParentEdgeKind() {
		case edge.ParenExpr_X, edge.CompositeLit_Elts, edge.KeyValueExpr_Value, edge.UnaryExpr_X, edge.CallExpr_Args, edge.ValueSpec_Values, edge.GenDecl_Specs, edge.DeclStmt_Decl:
			cur = cur.Parent()
			continue
		case edge.AssignStmt_Rhs, edge.ExprStmt_X:
			cur = cur.Parent()
		}
		break
	}
	_, _, ok := source.StmtList(cur)
	list := cur.Parent().Node()
	return ok && list.Pos() <= c.pos && c.pos <= list.End()
}
