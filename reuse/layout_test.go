package reuse

import (
	"testing"
	"unsafe"
)

// TestLayout: what two processors write at the same time lies on different
// cache lines, and on different pairs of them, which are fetched together.
func TestLayout(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) < 8 {
		t.Skip("the distances are those of 64-bit words")
	}
	if n := unsafe.Sizeof(bin[front]{}); n != binSize {
		t.Errorf("a bin has %d bytes, not %d: two classes share a line", n, binSize)
	}
	// A Local is written by its worker alone, and is a block of its own; one
	// that is a multiple of a line shares none with its neighbours.
	for name, n := range map[string]uintptr{
		"Local":      unsafe.Sizeof(Local[int]{}),
		"BytesLocal": unsafe.Sizeof(BytesLocal{}),
	} {
		if n < 512 {
			t.Errorf("a %s has %d bytes and may share a line with another worker's", name, n)
		}
	}
	// What every Get reads must not lie beside what a few of them write.
	var p BufferPool
	read := unsafe.Offsetof(p.start)
	for name, written := range map[string]uintptr{
		"sample": unsafe.Offsetof(p.sample),
	} {
		if d := int(written) - int(read); -64 < d && d < 64 {
			t.Errorf("BufferPool: %s is %d bytes from start, which every Get reads", name, d)
		}
	}
	var f FreeList[int]
	if d := int(unsafe.Offsetof(f.mu)) - int(unsafe.Offsetof(f.Name)); d < 64 {
		t.Errorf("FreeList: the lock is %d bytes from the configuration, which every Get reads", d)
	}
}
