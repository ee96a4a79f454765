// Package typefact answers questions about types that the compiler and the heap decide:
// what an interface boxes, what the collector looks into, what must not be copied, how
// large a block is.
//
// Invariant: an answer holds for every type argument; where it depends on one, the
// function says what it returns then.
//
// Model: the type as it is declared for this build. Sizes are asked of [types.Sizes],
// which panics on a size that depends on a type argument: ask [Sized] first.
package typefact

import (
	"go/types"

	"github.com/unheap/unheap/internal/sizeclass"
)

// Sized reports whether the size of t does not depend on type arguments. A pointer has
// its size whatever it points to. A type that is declared in a generic function has a
// name without arguments and a size with them.
func Sized(t types.Type) bool {
	if _, param := types.Unalias(t).(*types.TypeParam); param {
		return false
	}
	return !anyPart(t, func(part types.Type) bool {
		_, param := types.Unalias(part).(*types.TypeParam)
		return param
	})
}

// anyPart reports whether is holds for t, or for a field or element of it that it has
// room for itself.
func anyPart(t types.Type, is func(types.Type) bool) bool {
	if is(t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return anyPart(u.Elem(), is)
	case *types.Struct:
		for f := range u.Fields() {
			if anyPart(f.Type(), is) {
				return true
			}
		}
	}
	return false
}

// Sole unwraps structs of one field and arrays of one element.
func Sole(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if u.NumFields() == 1 {
			return Sole(u.Field(0).Type())
		}
	case *types.Array:
		if u.Len() == 1 {
			return Sole(u.Elem())
		}
	}
	return t
}

// PointerShaped reports whether an interface holds a t as it is, without a box. It is
// false for type parameters.
func PointerShaped(t types.Type) bool {
	switch u := Sole(t).Underlying().(type) {
	case *types.Pointer, *types.Chan, *types.Map, *types.Signature:
		return true
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	}
	return false
}

// Boxless reports whether an interface holds values of type t without an allocation:
// those that are PointerShaped, and struct{}.
func Boxless(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	return ok && s.NumFields() == 0 || PointerShaped(t)
}

// HasPointers reports whether the collector must look into a t. Type parameters count as
// if they had pointers.
func HasPointers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0 || u.Kind() == types.UnsafePointer
	case *types.Array:
		return u.Len() > 0 && HasPointers(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if HasPointers(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}

// Wide reports whether t holds a number of 64 bits that functions of sync/atomic may be given, which
// on 32 bits find it at its place only at the beginning of an object. The types of sync/atomic see to
// that themselves.
func Wide(t types.Type) bool {
	if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "sync/atomic" {
		return false
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Kind() == types.Int64 || t.Kind() == types.Uint64
	case *types.Array:
		return Wide(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if Wide(f.Type()) {
				return true
			}
		}
	}
	return false
}

// NoCopy reports whether a value of type t must not be copied once it is in use: it is,
// or has in it, a type of sync or sync/atomic, one whose pointer alone has a method Lock
// (what go vet calls a lock), a noCopy, or a strings.Builder, which knows its own
// address. Type parameters can be copied.
func NoCopy(t types.Type) bool { return anyPart(t, noCopy) }

func noCopy(t types.Type) bool {
	if types.IsInterface(t) {
		return false
	}
	if named, ok := types.Unalias(t).(*types.Named); ok {
		obj := named.Obj()
		if obj.Name() == "noCopy" {
			return true
		}
		if obj.Pkg() != nil {
			switch path := obj.Pkg().Path(); path {
			case "sync", "sync/atomic":
				return true
			case "strings":
				return obj.Name() == "Builder"
			}
		}
	}
	if _, pointer := t.Underlying().(*types.Pointer); pointer {
		return false
	}
	value, addressed := types.NewMethodSet(t), types.NewMethodSet(types.NewPointer(t))
	for m := range addressed.Methods() {
		if name := m.Obj().Name(); name == "Lock" || name == "lock" {
			return value.Lookup(m.Obj().Pkg(), name) == nil
		}
	}
	return false
}

// Block returns the bytes of the heap that an object of size bytes takes, with pointers
// in it or not; of a tiny one, its share of the block that it has with others.
func Block(size int64, pointers bool) int64 {
	return size + sizeclass.Waste(size, pointers)
}
