// Package own has an API with a slow and a fast way to use it, and rules that turn one into
// the other: see docs/guide/own.md.
package own

import (
	"fmt"
	"strings"
)

// An ID names an order.
type ID uint64

// String is the ID in hexadecimal, sixteen digits.
func (id ID) String() string { return fmt.Sprintf("%016x", uint64(id)) }

// Append appends what String returns.
func (id ID) Append(b []byte) []byte {
	for shift := 60; shift >= 0; shift -= 4 {
		b = append(b, "0123456789abcdef"[id>>shift&15])
	}
	return b
}

// Key is the key under which an order is stored.
func Key(kind string, id ID) []byte {
	text := id.String()
	return []byte(kind + ":" + text)
}

// Kind is the part of a key in front of the ID.
func Kind(key, separator string) string {
	return strings.Split(key, separator)[0]
}
