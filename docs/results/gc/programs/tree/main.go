// Tree keeps a large heap of pointers and allocates so many MiB at a low rate: most of its
// time is work on the tree.
package main

import (
	"os"
	"strconv"
)

type node struct {
	left, right *node
	value       int
}

func grow(depth int) *node {
	if depth == 0 {
		return &node{value: 1}
	}
	return &node{grow(depth - 1), grow(depth - 1), depth}
}

func (n *node) sum(depth int) int {
	if n == nil || depth == 0 {
		return 0
	}
	return n.value + n.left.sum(depth-1) + n.right.sum(depth-1)
}

var dropped []byte

func main() {
	mib, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	root, total := grow(19), 0
	for i := range mib << 20 / 4096 {
		dropped = make([]byte, 4096)
		dropped[i%4096] = 1
		total += root.sum(9)
	}
	if total == 0 {
		panic("an empty tree")
	}
}
