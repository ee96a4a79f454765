package block

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/unheap/unheap/passes/internal/size"
	"github.com/unheap/unheap/passes/internal/source"
)

// class says in numbers what sharing a block may cost.
func (b *blocker) class(count size.Count, elem types.Type, n string) source.Class {
	k, isConst := count.Const()
	number := n
	if !isConst && !plain(n) {
		number = "n"
	}
	each := ""
	bytes, sized := b.pkg.Sizeof(elem)
	if sized {
		each = fmt.Sprintf(", %d bytes each", bytes)
	}
	caveats := []string{
		"one element in use keeps all " + number + " of them" + each,
		"a finalizer or cleanup of an element fails or waits for all of them",
	}
	if !count.Sure {
		caveats = append(caveats, "room for "+number+" is taken even if fewer are made")
	}
	if isConst && sized {
		one, all := blocks(k, bytes, hasPointers(elem))
		if all > one {
			caveats = append(caveats, fmt.Sprintf("the block takes %d bytes, the elements one by one %d", all, one))
		}
	}
	return source.Review(caveats...)
}

// blocks returns the bytes that n elements of the given size take on the heap one by
// one, and as one block.
func blocks(n, size int64, pointers bool) (one, all int64) {
	return n * blockSize(size, pointers), blockSize(n*size, pointers)
}

// plain reports whether the count reads as one thing, as len(xs) does, and can
// stand in a caveat.
func plain(n string) bool {
	return len(n) < 40 && strings.ContainsRune(n, '(') && !strings.ContainsAny(n, "+*\n;]")
}

// hasPointers reports whether the garbage collector must look into a value of
// type t.
func hasPointers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0 || u.Kind() == types.UnsafePointer
	case *types.Array:
		return u.Len() > 0 && hasPointers(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if hasPointers(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}

// classes are the block sizes of the Go heap up to 32 KiB, from
// internal/runtime/gc/sizeclasses.go of Go 1.26, unchanged since 1.16.
var classes = [...]int64{
	8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256, 288, 320, 352, 384, 416, 448, 480, 512,
	576, 640, 704, 768, 896, 1024, 1152, 1280, 1408, 1536, 1792, 2048, 2304, 2688, 3072, 3200, 3456, 4096, 4864, 5376, 6144,
	6528, 6784, 6912, 8192, 9472, 9728, 10240, 10880, 12288, 13568, 14336, 16384, 18432, 19072, 20480, 21760, 24576, 27264,
	28672, 32768,
}

// blockSize returns the bytes that the heap takes for an object. Objects above
// 512 bytes that hold pointers carry a header of 8, those above 32760 bytes fill
// pages; tiny ones are taken to have a block of 8 bytes.
func blockSize(size int64, pointers bool) int64 {
	if size > 32760 {
		return (size + 8191) &^ 8191
	}
	if pointers && size > 512 {
		size += 8
	}
	for _, c := range classes {
		if c >= size {
			return c
		}
	}
	return size
}
