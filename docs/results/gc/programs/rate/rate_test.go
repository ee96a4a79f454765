// Package rate does the same work on the same live heap and allocates otherwise.
package rate

import (
	"testing"

	"github.com/unheap/unheap/docs/results/gc/programs/tree/node"
)

// tree is about 3 MiB.
var tree *node.Node

var total int

var few, many [8]*[4096]byte

// work is a step of both: one block is allocated.
func work(i int) {
	few[i%8] = new([4096]byte)
	total += tree.Sum(14)
}

// more allocates 39 blocks beside.
func more() {
	for i := range 39 {
		many[i%8] = new([4096]byte)
	}
}

// BenchmarkLow allocates a block a step.
func BenchmarkLow(b *testing.B) {
	tree = node.Grow(16)
	for i := 0; b.Loop(); i++ {
		work(i)
	}
}

// BenchmarkHigh allocates 40.
func BenchmarkHigh(b *testing.B) {
	tree = node.Grow(16)
	for i := 0; b.Loop(); i++ {
		work(i)
		more()
	}
}
