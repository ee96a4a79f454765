package reuse

import "math/bits"

// blockSizes are the sizes, in bytes, of the allocator's blocks for small
// objects (runtime/sizeclasses.go, the same from Go 1.25 to 1.27). The standard
// library exports no such table; TestBlockSizes holds this one against the
// running runtime. Larger objects get whole pages.
var blockSizes = [...]uint16{
	8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240,
	256, 288, 320, 352, 384, 416, 448, 480, 512, 576, 640, 704, 768, 896, 1024,
	1152, 1280, 1408, 1536, 1792, 2048, 2304, 2688, 3072, 3200, 3456, 4096,
	4864, 5376, 6144, 6528, 6784, 6912, 8192, 9472, 9728, 10240, 10880,
	12288, 13568, 14336, 16384, 18432, 19072, 20480, 21760, 24576, 27264, 28672,
	32768,
}

const (
	pageSize = 8 << 10
	maxBlock = 32 << 10

	// A block with pointers that is larger than headerFrom begins with a
	// header of headerLen bytes (the element type). Up to headerFrom the
	// pointer bits stand in the span: one bit per word, one word of bits.
	headerLen  = 8
	headerFrom = ptrSize * ptrSize * 8
	ptrSize    = 4 << (^uintptr(0) >> 63)
)

// blockIndex returns the index of the smallest block of at least n bytes, for
// n up to maxBlock.
func blockIndex(n int) int {
	lo, hi := 0, len(blockSizes)
	for lo < hi {
		if mid := (lo + hi) / 2; int(blockSizes[mid]) < n {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// header returns the length of the header of a block for n bytes with pointers.
func header(n int) int {
	if n <= headerFrom || n > maxBlock-headerLen {
		return 0
	}
	return headerLen
}

// charged returns the memory that n bytes with pointers really take.
func charged(n int) int {
	if n > maxBlock-headerLen {
		return (n + pageSize - 1) &^ (pageSize - 1)
	}
	return int(blockSizes[blockIndex(n+header(n))])
}

// Capacity classes, two per doubling: 64, 96, 128, 192, … These are, for small
// ones, block sizes and, for large ones, whole pages, so a class wastes
// nothing of its block. Four per doubling would hold a tenth less per byte
// asked, but doubles what lies idle, and half of its small sizes are not
// blocks.
const (
	minClassLen = 64
	maxClassLen = 64 << 20
	classes     = 2*20 + 1
)

// classFor returns the smallest class of at least n bytes, for n from 1 to
// maxClassLen.
func classFor(n int) int {
	if n <= minClassLen {
		return 0
	}
	m := uint(n - 1)
	k := uint(bits.Len(m)) - 1 // 2^k < n <= 2^(k+1)
	return int(2*(k-6) + m>>((k-1)&63)&1 + 1)
}

// classLen returns the size of class c in bytes.
func classLen(c int) int {
	return (minClassLen + minClassLen/2*(c&1)) << (c >> 1)
}
