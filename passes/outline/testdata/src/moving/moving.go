package moving

import (
	"strings"
	"unsafe"
)

type point struct{ x, y int }

// nope: it has a number that must not change, but does when a stack grows.
func scan(s string) *point {
	s = strings.ToLower(strings.TrimSpace(s))
	return &point{strings.Index(s, "x"), strings.Index(s, "y")} // refused "may turn the address of the result of scan into a number"
}

func id(s string) uintptr { return uintptr(unsafe.Pointer(scan(s))) }

type words struct{ first, last string }

// split is not what unsafe is used for.
func split(s string) *words {
	s = strings.ToLower(strings.TrimSpace(s))
	return &words{strings.TrimLeft(s, " "), strings.TrimRight(s, " ")} // want "the result of split is on the heap"
}

func join(b []byte) string {
	w := split(*(*string)(unsafe.Pointer(&b)))
	return w.last + w.first
}
