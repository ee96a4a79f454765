package block_test

import (
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/unheap/unheap/reuse/internal/block"
)

// blockOf returns the block that the running allocator has for n bytes.
func blockOf(n int) int { return cap(append([]byte(nil), make([]byte, n)...)) }

// TestSizes holds the table against the running runtime: append rounds a
// new array up to its block.
func TestSizes(t *testing.T) {
	var got []uint16
	for n := 1; n <= 32<<10; {
		b := blockOf(n)
		got = append(got, uint16(b))
		n = b + 1
	}
	if want := block.Sizes[:]; !slices.Equal(got, want) {
		t.Errorf("the allocator of %s has blocks of\n%d\nbut the table says\n%d", runtime.Version(), got, want)
	}
}

// TestCharged compares what the package believes an array with pointers costs
// with what the allocator books for it, header included.
func TestCharged(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	word := 4 << (^uintptr(0) >> 63)
	for _, words := range []int{1, 2, 4, 8, 63, 64, 65, 66, 100, 127, 128, 129, 1000, 4094, 4095, 4096, 4097, 5000, 20000} {
		if got, want := block.Charged(words*word), booked(func() { pointers = make([]*byte, words) }); got != want {
			t.Errorf("%d bytes with pointers: charged says %d, the allocator booked %d", words*word, got, want)
		}
	}
}

var pointers []*byte

// booked returns the bytes that f allocates: the least of several runs, since
// other goroutines of the runtime may allocate too.
func booked(f func()) int {
	least := math.MaxInt
	for range 5 {
		var a, b runtime.MemStats
		runtime.ReadMemStats(&a)
		f()
		runtime.ReadMemStats(&b)
		least = min(least, int(b.TotalAlloc-a.TotalAlloc))
	}
	return least
}
