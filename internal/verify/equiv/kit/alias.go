//go:build go1.25

package kit

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unsafe"
)

// A region is memory that a value can read or write.
type region struct {
	from, to uintptr // to is exclusive; from < to
	path     string  // "argument 1[2].Field"
	mutable  bool    // not the bytes of a string
	slice    bool    // the elements of a slice, up to its capacity
	used     uintptr // end of the elements within the slice's length
}

// regions lists the memory that values reach.
func regions(values []reflect.Value) []region {
	var w walker
	for i, v := range values {
		w.walk(v, fmt.Sprint(i+1), 0)
	}
	return w.found
}

type walker struct {
	found   []region
	visible bool // walk only what other packages can name
}

// maxRegions bounds the walk of a large value.
const maxRegions = 4096

func (w *walker) walk(v reflect.Value, path string, depth int) {
	if !v.IsValid() || depth > 6 || len(w.found) > maxRegions {
		return
	}
	switch v.Kind() {
	case reflect.String:
		s := v.String()
		w.add(unsafe.Pointer(unsafe.StringData(s)), uintptr(len(s)), path, false)
	case reflect.Slice:
		w.add(v.UnsafePointer(), uintptr(v.Cap())*v.Type().Elem().Size(), path, true)
		if n := len(w.found); v.Cap() > 0 && v.Type().Elem().Size() > 0 {
			w.found[n-1].slice, w.found[n-1].used = true, uintptr(v.UnsafePointer())+uintptr(v.Len())*v.Type().Elem().Size()
		}
		if hasPointers(v.Type().Elem()) {
			for i := range min(v.Len(), 64) {
				w.walk(v.Index(i), fmt.Sprintf("%s[%d]", path, i), depth+1)
			}
		}
	case reflect.Array:
		for i := range min(v.Len(), 64) {
			w.walk(v.Index(i), fmt.Sprintf("%s[%d]", path, i), depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() || !w.visible {
				w.walk(v.Field(i), path+"."+f.Name, depth+1)
			}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			w.add(v.UnsafePointer(), v.Type().Elem().Size(), "*"+path, true)
			w.walk(v.Elem(), "*"+path, depth+1)
		}
	case reflect.Map:
		if !v.IsNil() {
			w.add(v.UnsafePointer(), 1, path, true)
		}
	case reflect.Interface:
		w.walk(v.Elem(), path, depth+1)
	}
}

func (w *walker) add(p unsafe.Pointer, size uintptr, path string, mutable bool) {
	if p != nil && size > 0 {
		w.found = append(w.found, region{from: uintptr(p), to: uintptr(p) + size, path: path, mutable: mutable})
	}
}

// hasPointers reports whether a value of t can lead to other memory.
func hasPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return t.Len() > 0 && hasPointers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if hasPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	case reflect.String, reflect.Slice, reflect.Pointer, reflect.Map, reflect.Interface, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return true
	}
	return false
}

// sharing says which results lie within memory of an argument. Strings may share memory, as nobody can write to it. A
// result is named once, with the first argument that it shares memory with.
func sharing(args []region, results []reflect.Value) string {
	var out strings.Builder
	for _, r := range regions(results) {
		for _, a := range args {
			if r.from < a.to && a.from < r.to && (r.mutable || a.mutable) {
				fmt.Fprintf(&out, "result %s with argument %s; ", r.path, a.path)
				break
			}
		}
	}
	return out.String()
}

// overlapping names two slices among the results of which one lies, up to its capacity, within the other, so that an
// append or a write to it changes the other; empty for none.
func overlapping(results []reflect.Value) string {
	w := walker{visible: true}
	for i, v := range results {
		w.walk(v, fmt.Sprint(i+1), 0)
	}
	all := slices.DeleteFunc(w.found, func(r region) bool { return !r.slice })
	slices.SortStableFunc(all, func(a, b region) int { return cmp.Compare(a.from, b.from) })
	for i, r := range all {
		for _, next := range all[i+1:] {
			if next.from >= r.to {
				break
			}
			if next.from < next.used { // unused capacity belongs to no result
				return fmt.Sprintf("to append to result %s, or to write into it, changes result %s", r.path, next.path)
			}
		}
	}
	return ""
}
