package poison_test

import (
	"testing"
	"unsafe"

	"github.com/unheap/unheap/reuse/internal/poison"
)

// TestFill: all of a range is filled and nothing else, at every alignment, and
// a change of any byte is found.
func TestFill(t *testing.T) {
	for start := range 9 {
		for n := range 40 {
			b := make([]byte, 64)
			p := unsafe.Pointer(&b[start])
			poison.Fill(p, uintptr(n))
			for i, c := range b {
				if inside := i >= start && i < start+n; inside != (c == poison.Byte) {
					t.Fatalf("%d bytes at %d: byte %d is %#x", n, start, i, c)
				}
			}
			if !poison.Filled(p, uintptr(n), poison.Byte) {
				t.Fatalf("%d bytes at %d are not what Fill made them", n, start)
			}
			for i := range n {
				b[start+i]++
				if poison.Filled(p, uintptr(n), poison.Byte) {
					t.Fatalf("%d bytes at %d: a change of byte %d is not seen", n, start, i)
				}
				b[start+i]--
			}
		}
	}
}

// TestValues: what may hold pointers is zero, everything else is poison.
func TestValues(t *testing.T) {
	plain := []struct {
		a byte
		b uint64
	}{{1, 2}, {3, 4}}
	poison.Values(plain)
	if plain[1].b != 0xDBDBDBDBDBDBDBDB || poison.Pattern[[2]int32]() != poison.Byte {
		t.Errorf("values without pointers are %x", plain)
	}
	linked := []struct{ p *int }{{new(int)}}
	poison.Values(linked)
	if linked[0].p != nil || poison.Pattern[[2]string]() != 0 {
		t.Error("a value with pointers is not zero")
	}
	poison.Values([]int(nil))
}
