package reuse

import (
	"testing"
	"unsafe"
)

// TestSizes holds what the documentation says of the memory that a Bytes and a
// BytesLocal take.
func TestSizes(t *testing.T) {
	if n := unsafe.Sizeof(Bytes{}); n > 1<<10 {
		t.Errorf("a Bytes has %d bytes, its documentation says 1 KiB", n)
	}
	if n := unsafe.Sizeof(shelves[front]{}); n > 5<<10+512 {
		t.Errorf("the shelves of a Bytes have %d bytes, its documentation says 5 KiB", n)
	}
	sum := 0
	for c := range bigClass {
		sum += bytesLocalMax * capacities[c]
	}
	if sum > 360<<10 || sum < 300<<10 {
		t.Errorf("a BytesLocal keeps up to %d bytes, its documentation says 360 KiB", sum)
	}
}
