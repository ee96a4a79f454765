package source

import "go/types"

// Sizeof returns the size of a value of type t in bytes; ok is false where nobody
// can tell, because it depends on a type argument, and the size is 0 then.
// types.Sizes panics there, so that passes ask here.
func (p *Package) Sizeof(t types.Type) (size int64, ok bool) {
	if p.sizes == nil || !Sized(t) {
		return 0, false
	}
	return p.sizes.Sizeof(t), true
}

// Sized reports whether the size of a value of type t does not depend on a type
// argument. A pointer has its size whatever it points to.
func Sized(t types.Type) bool {
	if _, param := types.Unalias(t).(*types.TypeParam); param {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return Sized(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !Sized(f.Type()) {
				return false
			}
		}
	}
	return true
}
