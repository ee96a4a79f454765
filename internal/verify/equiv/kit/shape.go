//go:build go1.25

package kit

import "reflect"

// sameShapes reports whether the parameters of two functions, in two versions of a package, have types that are
// written alike, so that texts of their values can be compared.
func sameShapes(old, now reflect.Type) bool {
	seen := make(map[[2]reflect.Type]bool)
	for i := range old.NumIn() {
		if i == now.NumIn() || !sameShape(old.In(i), now.In(i), seen) {
			return false
		}
	}
	return old.NumIn() == now.NumIn()
}

// sameShape compares types of two versions; seen has the pairs whose comparison is in progress.
func sameShape(t, u reflect.Type, seen map[[2]reflect.Type]bool) bool {
	if t == u || seen[[2]reflect.Type{t, u}] {
		return true
	}
	seen[[2]reflect.Type{t, u}] = true
	if t.Kind() != u.Kind() || t.Name() != u.Name() {
		return false
	}
	switch t.Kind() {
	case reflect.Struct:
		if t.NumField() != u.NumField() {
			return false
		}
		for i := range t.NumField() {
			f, g := t.Field(i), u.Field(i)
			if f.Name != g.Name || !sameShape(f.Type, g.Type, seen) {
				return false
			}
		}
		return true
	case reflect.Map:
		return sameShape(t.Key(), u.Key(), seen) && sameShape(t.Elem(), u.Elem(), seen)
	case reflect.Array:
		return t.Len() == u.Len() && sameShape(t.Elem(), u.Elem(), seen)
	case reflect.Pointer, reflect.Slice, reflect.Chan:
		return sameShape(t.Elem(), u.Elem(), seen)
	}
	return true
}
