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

// Sized reports whether the size of t does not depend on type arguments. The size of a pointer does not, whatever it
// points to. A type declared in a generic function has a name without type arguments but may have a size that depends
// on them.
func Sized(t types.Type) bool {
	if _, param := types.Unalias(t).(*types.TypeParam); param {
		return false
	}
	return !AnyPart(t, func(part types.Type) bool {
		_, param := types.Unalias(part).(*types.TypeParam)
		return param
	})
}

// AnyPart reports whether is returns true for t, or for a field or element that is stored within t.
func AnyPart(t types.Type, is func(types.Type) bool) bool {
	if is(t) {
		return true
	}
	within := func(t types.Type) bool { return AnyPart(t, is) }
	switch u := t.Underlying().(type) {
	case *types.Array:
		return within(u.Elem())
	case *types.Struct:
		return AnyField(u, within)
	}
	return false
}

// AnyField reports whether is returns true for the type of a field of s.
func AnyField(s *types.Struct, is func(types.Type) bool) bool {
	for f := range s.Fields() {
		if is(f.Type()) {
			return true
		}
	}
	return false
}

// Pointee returns what t points to, and t itself if that is no pointer.
func Pointee(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// Core returns the underlying type of t. For a type parameter it is the underlying type that all types of its
// constraint share, or nil if they share none. It is nil for nil.
func Core(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	tp, ok := types.Unalias(t).(*types.TypeParam)
	if !ok {
		return t.Underlying()
	}
	iface, ok := tp.Constraint().Underlying().(*types.Interface)
	if !ok || iface.NumEmbeddeds() != 1 {
		return nil
	}
	embedded := iface.EmbeddedType(0)
	if union, ok := embedded.(*types.Union); ok {
		if union.Len() != 1 {
			return nil
		}
		return union.Term(0).Type().Underlying()
	}
	if _, ok := embedded.Underlying().(*types.Interface); ok {
		return nil
	}
	return embedded.Underlying()
}

// Sole returns the type of the only field or element of structs of one field and arrays of one element, repeatedly.
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

// PointerShaped reports whether an interface holds a t directly, without a box. It is false for type parameters.
func PointerShaped(t types.Type) bool {
	switch u := Sole(t).Underlying().(type) {
	case *types.Pointer, *types.Chan, *types.Map, *types.Signature:
		return true
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	}
	return false
}

// Boxless reports whether converting a t to an interface does not allocate: t is PointerShaped, or struct{}.
func Boxless(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	return ok && s.NumFields() == 0 || PointerShaped(t)
}

// HasPointers reports whether the collector must scan a t. It is true for type parameters.
func HasPointers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0 || u.Kind() == types.UnsafePointer
	case *types.Array:
		return u.Len() > 0 && HasPointers(u.Elem())
	case *types.Struct:
		return AnyField(u, HasPointers)
	}
	return true
}

// Wide reports whether t contains a 64-bit number that may be passed to functions of sync/atomic. On 32-bit systems
// such a number is sure to be aligned only at the beginning of an object. The types of sync/atomic align themselves.
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
		return AnyField(t, Wide)
	}
	return false
}

// NoCopy reports whether a value of type t must not be copied once it is in use. Such a type is or contains a type of
// sync or sync/atomic, a type whose pointer alone has a method Lock (what go vet calls a lock), a noCopy, or a
// strings.Builder, which knows its own address. It is false for type parameters.
func NoCopy(t types.Type) bool { return AnyPart(t, noCopy) }

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

// Block returns the number of bytes of the heap that an object of size bytes uses, with or without pointers in it. For
// a tiny object it is the object's share of its block.
func Block(size int64, pointers bool) int64 {
	return size + sizeclass.Waste(size, pointers)
}

// Receiver returns the named type of a method's receiver, and whether the receiver is a pointer to it; nil for a
// function, and for a method of an interface without a name.
func Receiver(f *types.Func) (t *types.Named, pointer bool) {
	recv := f.Signature().Recv()
	if recv == nil {
		return nil, false
	}
	of := types.Unalias(recv.Type())
	p, pointer := of.(*types.Pointer)
	if pointer {
		of = types.Unalias(p.Elem())
	}
	t, _ = of.(*types.Named)
	return t, pointer
}

// FuncName returns the name of a function in its package, as stacks have it except for type parameters: "F", "T.M",
// "(*T).M"; ".M" for a method of an interface without a name. Type parameters of the function or its receiver are
// written as generic.
func FuncName(f *types.Func, generic string) string {
	t, pointer := Receiver(f)
	switch {
	case t == nil && f.Signature().Recv() != nil:
		return "." + f.Name()
	case t == nil && f.Origin().Signature().TypeParams().Len() > 0:
		return f.Name() + generic
	case t == nil:
		return f.Name()
	}
	name := t.Obj().Name()
	if t.Origin().TypeParams().Len() > 0 {
		name += generic
	}
	if pointer {
		name = "(*" + name + ")"
	}
	return name + "." + f.Name()
}
