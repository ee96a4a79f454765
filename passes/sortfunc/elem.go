package sortfunc

import (
	"go/types"
	"slices"

	"github.com/unheap/unheap/internal/typefact"
)

// maxElem is the size in bytes of the largest element that is passed by value. A comparison copies two of them: above
// this size, and on some machines below it, the copies cost as much as the indirect swaps did.
const maxElem = 128

// small reports whether t has at most maxElem bytes, whatever its type parameters.
func (p *sorter) small(t types.Type) bool {
	if _, isParam := types.Unalias(t).(*types.TypeParam); isParam {
		return isBasic(t, ^0)
	}
	size, ok := p.Pkg.Sizeof(t)
	return ok && size <= maxElem
}

// holds reports whether a value of type t contains a value of type part. Values of type parameters do if they may.
func holds(t, part types.Type, may bool) bool {
	return typefact.AnyPart(t, func(t types.Type) bool {
		_, isParam := types.Unalias(t).(*types.TypeParam)
		return types.Identical(t, part) || isParam && may
	})
}

// exact reports whether t is an ordered type whose equal values cannot be told apart: integers and strings.
func exact(t types.Type) bool { return isBasic(t, types.IsInteger|types.IsString) }

// ordered reports whether t is an ordered type: integers, strings and floating-point numbers.
func ordered(t types.Type) bool { return isBasic(t, types.IsOrdered) }

// isBasic reports whether t is a basic type with one of the properties, or a type parameter all of whose type
// arguments are.
func isBasic(t types.Type, properties types.BasicInfo) bool {
	if param, ok := types.Unalias(t).(*types.TypeParam); ok {
		all := terms(param)
		return len(all) > 0 && !slices.ContainsFunc(all, func(t types.Type) bool { return !isBasic(t, properties) })
	}
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&properties != 0
}

// terms returns types that include all that the type parameter may stand for; none if it may stand for any type.
func terms(param *types.TypeParam) []types.Type {
	var all []types.Type
	var visit func(t types.Type)
	visit = func(t types.Type) {
		switch t := t.(type) {
		case *types.Union:
			for term := range t.Terms() {
				visit(term.Type())
			}
		default:
			iface, ok := t.Underlying().(*types.Interface)
			if !ok {
				all = append(all, t)
				return
			}
			for e := range iface.EmbeddedTypes() {
				visit(e)
			}
		}
	}
	visit(param.Constraint())
	return all
}
