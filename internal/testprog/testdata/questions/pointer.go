// Why does returning &local cost an object, and returning local not?
//
// Run it: go run pointer.go
package main

import (
	"fmt"
	"testing"
)

type point struct{ x, y int }

//go:noinline
func byPointer(x, y int) *point {
	local := point{x, y} // must be readable after the return: on the heap
	return &local
}

//go:noinline
func byValue(x, y int) point {
	local := point{x, y} // copied into the caller's frame
	return local
}

// inlined is copied into its caller by the compiler. There its point does not
// leave any function.
func inlined(x, y int) *point { return &point{x, y} }

var total int

func main() {
	show := func(what string, f func()) {
		fmt.Printf("%-28s %.0f objects per call\n", what, testing.AllocsPerRun(1000, f))
	}
	show("return &local", func() { total += byPointer(1, 2).x })
	show("return local", func() { total += byValue(1, 2).x })
	show("return &local, inlined", func() { total += inlined(1, 2).x })
}
