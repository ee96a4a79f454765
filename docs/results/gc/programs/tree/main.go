// Tree keeps a large heap of pointers and allocates so many MiB at a low rate: most of its
// time is work on the tree.
package main

import (
	"os"
	"strconv"

	"github.com/unheap/unheap/docs/results/gc/programs/tree/node"
)

var dropped []byte

func main() {
	mib, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	root, total := node.Grow(19), 0
	for i := range mib << 20 / 4096 {
		dropped = make([]byte, 4096)
		dropped[i%4096] = 1
		total += root.Sum(9)
	}
	if total == 0 {
		panic("an empty tree")
	}
}
