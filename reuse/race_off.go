//go:build !race

package reuse

import "unsafe"

// See race_on.go.

func quiet() {}
func loud()  {}

func released(unsafe.Pointer)     {}
func acquired(unsafe.Pointer)     {}
func written(unsafe.Pointer, int) {}
