// Package block knows the block sizes of Go's allocator, and so how much memory n bytes really take. It is the part of
// runtime/sizeclasses.go and malloc.go that a library needs to fill blocks rather than waste them.
package block

// Sizes are the sizes, in bytes, of the allocator's blocks for small objects
// (runtime/sizeclasses.go, the same from Go 1.25 to 1.27). The standard library
// exports no such table; TestSizes holds this one against the running runtime.
// Larger objects get whole pages.
var Sizes = [...]uint16{
	8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240,
	256, 288, 320, 352, 384, 416, 448, 480, 512, 576, 640, 704, 768, 896, 1024,
	1152, 1280, 1408, 1536, 1792, 2048, 2304, 2688, 3072, 3200, 3456, 4096,
	4864, 5376, 6144, 6528, 6784, 6912, 8192, 9472, 9728, 10240, 10880,
	12288, 13568, 14336, 16384, 18432, 19072, 20480, 21760, 24576, 27264, 28672,
	32768,
}

const (
	PageSize = 8 << 10  // bytes
	Max      = 32 << 10 // the largest of Sizes

	// HeaderLen is the length in bytes of the header (a pointer to the element type) with which a block with pointers
	// begins if it is larger than headerFrom. Up to headerFrom the pointer bits stand in the span: one bit per word,
	// one word of bits.
	HeaderLen  = 8
	headerFrom = ptrSize * ptrSize * 8
	ptrSize    = 4 << (^uintptr(0) >> 63)
)

// Index returns the index in Sizes of the smallest block of at least n bytes,
// for n up to Max.
func Index(n int) int {
	lo, hi := 0, len(Sizes)
	for lo < hi {
		if mid := (lo + hi) / 2; int(Sizes[mid]) < n {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// Pages returns n bytes rounded up to whole pages.
func Pages(n int) int { return (n + PageSize - 1) &^ (PageSize - 1) }

// Header returns the length of the header, or 0 for none, of a block for n bytes with pointers.
func Header(n int) int {
	if n <= headerFrom || n > Max-HeaderLen {
		return 0
	}
	return HeaderLen
}

// Charged returns the number of bytes that the allocator uses for n bytes with pointers.
func Charged(n int) int {
	if n > Max-HeaderLen {
		return Pages(n)
	}
	return int(Sizes[Index(n+Header(n))])
}
