package sortfunc

import (
	"go/types"
	"slices"
)

// maxElem is the size in bytes of the largest element that is handed over as a copy.
// Two of them are copied for each comparison: above it, and below it on some
// machines, the copies cost what the indirect swaps did.
const maxElem = 128

// small reports whether t has at most maxElem bytes, whatever its type parameters.
func (p *sorter) small(t types.Type) bool {
	if _, isParam := types.Unalias(t).(*types.TypeParam); isParam {
		return isBasic(t, ^0)
	}
	size, ok := p.Pkg.Sizeof(t)
	return ok && size <= maxElem
}

// holds reports whether a value of type t has one of type part in it.
func holds(t, part types.Type) bool {
	if types.Identical(t, part) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return holds(u.Elem(), part)
	case *types.Struct:
		for f := range u.Fields() {
			if holds(f.Type(), part) {
				return true
			}
		}
	case *types.Interface:
		_, isParam := types.Unalias(t).(*types.TypeParam)
		return isParam
	}
	return false
}

// exact reports whether values of type t are ordered, and those that are equal, or
// neither less nor greater, cannot be told apart: integers and strings.
func exact(t types.Type) bool { return isBasic(t, types.IsInteger|types.IsString) }

// ordered is exact or a floating-point number.
func ordered(t types.Type) bool { return isBasic(t, types.IsOrdered) }

// isBasic reports whether t is a basic type with one of the properties, or a type
// parameter that stands for no others.
func isBasic(t types.Type, properties types.BasicInfo) bool {
	if param, ok := types.Unalias(t).(*types.TypeParam); ok {
		all := terms(param)
		return len(all) > 0 && !slices.ContainsFunc(all, func(t types.Type) bool { return !isBasic(t, properties) })
	}
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&properties != 0
}

// terms are the types that a type parameter may stand for, and perhaps more than
// those; none if it may be any type.
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
