package reuse

import (
	"math/bits"

	"github.com/unheap/unheap/reuse/internal/block"
)

// Size classes, two per doubling: 64, 96, 128, 192, … bytes. Small ones are block sizes of the allocator and large
// ones whole pages, so that a class wastes nothing of its block. Four per doubling would hold a tenth less per byte
// asked for, but double what lies idle, and half of the small sizes would not be those of blocks.
const (
	minClassLen = 64
	maxClassLen = 64 << 20
	classes     = 2*20 + 1

	// Idle arrays of class bigClass, 32 KiB, and above wait on shelves; smaller ones in a sync.Pool.
	bigClass = 18
	smallLen = 24 << 10 // bytes in class bigClass-1
)

// classFor returns the smallest class of at least n bytes, for n from 1 to maxClassLen.
func classFor(n int) int {
	if n <= minClassLen {
		return 0
	}
	m := uint(n - 1)
	k := uint(bits.Len(m)) - 1 // 2^k < n <= 2^(k+1)
	return int(2*(k-6) + m>>((k-1)&63)&1 + 1)
}

// classWithin returns the largest class of at most n bytes, for n from minClassLen.
func classWithin(n int) int {
	if n >= maxClassLen {
		return classes - 1
	}
	c := classFor(n)
	if classLen(c) > n {
		c--
	}
	return c
}

// classLen returns the size of class c in bytes.
func classLen(c int) int {
	return (minClassLen + minClassLen/2*(c&1)) << (c >> 1)
}

// blockFor returns the size in bytes of an array of class c in Bytes: the smallest block of the allocator that holds
// the class's nominal size and the front, and is aligned. Arrays of bytes have no header.
func blockFor(c int) int {
	n := classLen(c) + frontLen
	if n > block.Max {
		return block.Pages(n)
	}
	i := block.Index(n)
	for block.Sizes[i]%arrayAlign != 0 {
		i++
	}
	return int(block.Sizes[i])
}
