// Package chunk makes many small values of one type with one lifetime: in
// chunks that fill the allocator's blocks, to be left to the GC together
// ([Slab]) or handed out anew, all at once ([Region]). Neither is a pool:
// nothing is given back one by one. For that there is package reuse.
package chunk

import (
	"reflect"
	"runtime"
	"strconv"
)

// noCopy makes vet report copies of what it is in: two copies would hand out
// the same slots.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// title names a primitive in panics.
func title[T any](kind, name string) string {
	kind += "[" + reflect.TypeFor[T]().String() + "]"
	if name != "" {
		kind += " " + strconv.Quote(name)
	}
	return kind
}

// nameOr returns name, or the title if there is none.
func nameOr[T any](kind, name string) string {
	if name != "" {
		return name
	}
	return title[T](kind, "")
}

// caller returns where the exported function was called that calls caller.
func caller() string {
	_, file, line, ok := runtime.Caller(2)
	if !ok {
		return "\t(unknown)\n"
	}
	return "\t" + file + ":" + strconv.Itoa(line) + "\n"
}
