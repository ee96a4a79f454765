// What does unsafe.String break, and when is it safe?
//
// Run it: go run view.go
package main

import (
	"fmt"
	"unsafe"
)

func main() {
	b := []byte("key-1")
	view := unsafe.String(unsafe.SliceData(b), len(b)) // no copy
	copied := string(b)
	index := map[string]int{view: 1}

	b[4] = '2' // breaks the first condition: the bytes never change

	fmt.Printf("the copy is %q, the view has become %q\n", copied, view)
	_, ok := index["key-1"]
	fmt.Printf("the map finds key-1: %t", ok)
	// The entry lies where the hash of key-1 put it. A small map compares seven bits of the
	// hash, so that in one run of 128 it finds key-2 by chance.
	_, ok = index["key-2"]
	fmt.Printf(", key-2: %t, though it holds %d entry\n", ok, len(index))

	// Second condition: the memory is not used for something else while the
	// view lives. A buffer that goes back to a pool is, sooner or later.
	buffer := []byte("first request")
	line := unsafe.String(unsafe.SliceData(buffer), 5)
	copy(buffer, "other data of another") // the next user of the buffer
	fmt.Printf("the view of a buffer that was used again: %q\n", line)
}
