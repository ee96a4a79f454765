package hoist

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// group is the number of elements in the first group of a map (internal/abi.MapGroupSlots), which is on
// the stack if the map does not escape.
const group = 8

// table moves a map of constants that is only read.
//
//	                                   func f(s string) int { m := map[string]int{…}; return m[s] }
//	----------------------------------
//	var fMap = map[string]int{…}
//	                                   func f(s string) int { m := fMap; return m[s] }
func (h *hoister) table(cur inspector.Cursor, lit *ast.CompositeLit) {
	if !source.IsA[*types.Map](h.Info.TypeOf(lit)) || len(lit.Elts) <= group || lit.Type == nil {
		return
	}
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok || h.Info.Types[kv.Key].Value == nil || !h.constant(kv.Value) {
			return
		}
	}
	if h.repeated(cur) && h.used(cur, h.Pkg.Looked) {
		// Comments inside the literal move with it.
		h.toPackage(cur, lit, value{what: "a map of constants", name: "Map"}, source.ReplaceNode(lit, "\x00"))
	}
}

// constant reports whether e is a constant, or a struct or array of constants.
func (h *hoister) constant(e ast.Expr) bool {
	if h.Info.Types[e].Value != nil {
		return true
	}
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok {
		return false
	}
	switch h.Info.TypeOf(lit).Underlying().(type) {
	case *types.Struct, *types.Array:
	default:
		return false // a reader of the map could change the elements
	}
	return !slices.ContainsFunc(source.Elements(lit), func(elt ast.Expr) bool { return !h.constant(elt) })
}
