package fields

import "testing"

// The object of a test is no reason.
func TestHeap(t *testing.T) {
	h := heap{byByte{2, 1}}
	if h.order(); h.bytes[0] != 1 {
		t.Error(h.bytes)
	}
}
