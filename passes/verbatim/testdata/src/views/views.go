// Package views may have strings that change.
package views

import (
	"fmt"
	"unsafe"
)

func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

func text(args ...any) string {
	return fmt.Sprint(args...) // want `review: the text may be an operand itself`
}
