package views

import (
	"fmt"
	"unsafe"
)

func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// the copy is gone
func copied(b []byte) string {
	s := view(b)
	return fmt.Sprintf("%s", s) // want "review: the text may be an operand itself"
}

// one of the two may be empty
func both(a, b string) string {
	return fmt.Sprintf("%s%s", a, b) // want "review: the text may be an operand itself"
}

// a constant makes it a copy
func joined(a, b string) string {
	return fmt.Sprintf("%s/%s", a, b) // want "fmt.Sprintf puts plain values into interfaces$"
}
