// Package node grows binary trees: live heaps of pointers.
package node

// A Node is 24 bytes, with two pointers.
type Node struct {
	left, right *Node
	value       int
}

// Grow makes a tree of 2 << depth - 1 nodes.
func Grow(depth int) *Node {
	if depth == 0 {
		return &Node{value: 1}
	}
	return &Node{Grow(depth - 1), Grow(depth - 1), depth}
}

// Sum adds up the upper levels of the tree.
func (n *Node) Sum(levels int) int {
	if n == nil || levels == 0 {
		return 0
	}
	return n.value + n.left.Sum(levels-1) + n.right.Sum(levels-1)
}
