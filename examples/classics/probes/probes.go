// Package probes holds four functions that look like known improvements and
// are none: each of the rewrites that are commonly offered for them changes
// what they do for some input, which the tests here notice.
package probes

import (
	"bytes"
	"strings"
)

// Cut panics for fewer than four bytes. string(b[:4]) would read beyond the
// length of b, up to its capacity.
func Cut(b []byte) string {
	return string(b)[:4]
}

// Equal compares by lower case. strings.EqualFold compares by simple folding,
// and says otherwise of letters such as the Kelvin sign or the dotless ı.
func Equal(a, b string) bool {
	return strings.ToLower(a) == strings.ToLower(b)
}

// Snapshot copies what the buffer has. b.Bytes() would be overwritten by the
// next use of the buffer.
func Snapshot(b *bytes.Buffer) []byte {
	return []byte(b.String())
}

// Clone copies a slice, and nil to nil. make and copy would give an empty one.
func Clone(src []int) []int {
	return append([]int(nil), src...)
}
