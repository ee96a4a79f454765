// Package rate does the same work on the same live heap and allocates otherwise.
package rate

import "testing"

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

// tree is about 3 MiB.
var tree *node

var total int

var few, many [8]*[4096]byte

// work is a step of both: one block is allocated.
func work(i int) {
	few[i%8] = new([4096]byte)
	total += tree.sum(14)
}

// more allocates 39 blocks beside.
func more() {
	for i := range 39 {
		many[i%8] = new([4096]byte)
	}
}

// BenchmarkLow allocates a block a step.
func BenchmarkLow(b *testing.B) {
	tree = grow(16)
	for i := 0; b.Loop(); i++ {
		work(i)
	}
}

// BenchmarkHigh allocates 40.
func BenchmarkHigh(b *testing.B) {
	tree = grow(16)
	for i := 0; b.Loop(); i++ {
		work(i)
		more()
	}
}
