package moving

import (
	"strings"
	"unsafe"
)

type point struct{ x, y int }

// nope: it has a number that must not change, but does when a stack grows.
func scan(s string) *point {
	s = strings.ToLower(strings.TrimSpace(s))
	return &point{strings.Index(s, "x"), strings.Index(s, "y")}
}

func id(s string) uintptr { return uintptr(unsafe.Pointer(scan(s))) }
