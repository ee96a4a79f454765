// Package sizeclass says how large a block the heap gives for a request, and
// how much of it is lost.
//
// Invariant: for every request, Block is at least the size asked for, and it
// is the number by which runtime.MemStats.TotalAlloc grows.
//
// Model: the allocator of the Go runtime on 64-bit systems, unchanged from Go
// 1.25 to 1.27: 67 classes up to 32 KiB, whole pages of 8 KiB above, 16-byte
// blocks shared by tiny objects without pointers, and a header of 8 bytes in
// front of objects with pointers above 512 bytes.
//
// What the model blurs: whether a tiny object opened its block or found room
// in one, which depends on its neighbours; 32-bit systems, where the header
// begins at 128 bytes; and -race, which has no tiny blocks.
package sizeclass

// The constants are from the source of Go 1.26: internal/runtime/gc/sizeclasses.go (the table, MaxSmallSize, TinySize,
// PageShift) and malloc.go (the header). mallocgc in runtime/malloc.go leaves room for a header below MaxSmallSize for
// every request, hence maxSmall.
const (
	tinySize  = 16
	header    = 8
	headerMin = 512 // bytes; a header is needed above this
	maxSmall  = 32768 - header
	pageSize  = 8192
)

var classes = [...]int64{
	8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224,
	240, 256, 288, 320, 352, 384, 416, 448, 480, 512, 576, 640, 704, 768,
	896, 1024, 1152, 1280, 1408, 1536, 1792, 2048, 2304, 2688, 3072, 3200,
	3456, 4096, 4864, 5376, 6144, 6528, 6784, 6912, 8192, 9472, 9728, 10240,
	10880, 12288, 13568, 14336, 16384, 18432, 19072, 20480, 21760, 24576,
	27264, 28672, 32768,
}

// Block returns the number of bytes that the heap uses for one object of size bytes, which holds pointers or not. It
// is 0 for size 0. For a tiny object it is the whole shared block of 16 bytes, as if the object had opened the block.
func Block(size int64, pointers bool) int64 {
	switch {
	case size <= 0:
		return 0
	case Tiny(size, pointers):
		return tinySize
	case size > maxSmall:
		return roundUp(size)
	}
	return class(size + headerOf(size, pointers))
}

// Tiny reports whether an object shares its block with others: it is smaller
// than 16 bytes and has no pointers.
func Tiny(size int64, pointers bool) bool {
	return 0 < size && size < tinySize && !pointers
}

// Waste returns the number of bytes of Block that an object does not use, including a malloc header. For a tiny object
// it is its share, rounded down, of what is left over in a block filled with objects of its size.
func Waste(size int64, pointers bool) int64 {
	if Tiny(size, pointers) {
		return tinySize/(tinySize/size) - size
	}
	return Block(size, pointers) - max(size, 0)
}

func headerOf(size int64, pointers bool) int64 {
	if pointers && size > headerMin {
		return header
	}
	return 0
}

// class returns the smallest size class of at least size bytes, for size <= 32768.
func class(size int64) int64 {
	lo, hi := 0, len(classes)-1
	for lo < hi {
		if mid := (lo + hi) / 2; classes[mid] < size {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return classes[lo]
}

func roundUp(size int64) int64 { return (size + pageSize - 1) &^ (pageSize - 1) }
