// Package chunk makes many small values of one type that live equally long, in chunks that fill the allocator's
// blocks. The values are left to the GC together ([Slab]) or handed out anew, all at once ([Region]). Neither type is
// a pool: no value is given back by itself. For that there is package reuse.
package chunk

import (
	"reflect"
	"runtime"
	"strconv"
)

// noCopy makes vet report copies of the struct it is in: two copies would hand out the same slots.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// title returns the name of a primitive over T in panics.
func title[T any](kind, name string) string {
	kind += "[" + reflect.TypeFor[T]().String() + "]"
	if name != "" {
		kind += " " + strconv.Quote(name)
	}
	return kind
}

// nameOr returns name or, if it is empty, the title.
func nameOr[T any](kind, name string) string {
	if name != "" {
		return name
	}
	return title[T](kind, "")
}

// caller returns the position from which the exported function was called that calls caller.
func caller() string {
	_, file, line, ok := runtime.Caller(2)
	if !ok {
		return "\t(unknown)\n"
	}
	return "\t" + file + ":" + strconv.Itoa(line) + "\n"
}
