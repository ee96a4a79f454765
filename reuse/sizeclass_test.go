package reuse_test

import (
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/unheap/unheap/reuse"
)

// block returns the block that the running allocator has for n bytes.
func block(n int) int { return cap(append([]byte(nil), make([]byte, n)...)) }

// TestBlockSizes holds the table against the running runtime: append rounds a
// new array up to its block.
func TestBlockSizes(t *testing.T) {
	var got []uint16
	for n := 1; n <= 32<<10; {
		b := block(n)
		got = append(got, uint16(b))
		n = b + 1
	}
	if want := reuse.BlockSizes(); !slices.Equal(got, want) {
		t.Errorf("the allocator of %s has blocks of\n%d\nbut the table says\n%d", runtime.Version(), got, want)
	}
}

// TestClassesAreBlocks: a class wastes nothing of its block.
func TestClassesAreBlocks(t *testing.T) {
	for c := range reuse.Classes {
		n := reuse.ClassLen(c)
		if b := block(n); b != n {
			t.Errorf("class %d has %d bytes, its block %d", c, n, b)
		}
		if k := reuse.Capacities[c] + reuse.FrontLen; block(k) != k {
			t.Errorf("Bytes class %d has arrays of %d bytes, their block is %d", c, k, block(k))
		} else if k%reuse.ArrayAlign != 0 {
			t.Errorf("Bytes class %d has arrays of %d bytes, which the allocator does not align to %d", c, k, reuse.ArrayAlign)
		}
	}
	if n := reuse.ClassLen(reuse.Classes - 1); n != reuse.MaxClassLen {
		t.Errorf("the last class has %d bytes, not %d", n, reuse.MaxClassLen)
	}
	if n := reuse.ClassLen(reuse.FreeClass); n != 1<<20 {
		t.Errorf("freeClass has %d bytes, not 1 MiB", n)
	}
}

// TestClassFor: the class found is the smallest that fits, for every size near
// a boundary and a sample of the others.
func TestClassFor(t *testing.T) {
	check := func(n int) {
		if n < 1 || n > reuse.MaxClassLen {
			return
		}
		want := 0
		for reuse.ClassLen(want) < n {
			want++
		}
		if c := reuse.ClassFor(n); c != want {
			t.Errorf("ClassFor(%d) = %d, want %d", n, c, want)
		}
		want, _ = slices.BinarySearch(reuse.Capacities, n)
		if c := reuse.BytesClass(n); c != want {
			t.Errorf("BytesClass(%d) = %d, want %d", n, c, want)
		}
	}
	for c := range reuse.Classes {
		for d := -2; d <= 2; d++ {
			check(reuse.ClassLen(c) + d)
			check(reuse.Capacities[c] + d)
		}
	}
	for n := 1; n <= reuse.MaxClassLen; n += 1 + n/7 {
		check(n)
	}
}

// TestCharged compares what the package believes an array with pointers costs
// with what the allocator books for it, header included.
func TestCharged(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	word := 4 << (^uintptr(0) >> 63)
	for _, words := range []int{1, 2, 4, 8, 63, 64, 65, 66, 100, 127, 128, 129, 1000, 4094, 4095, 4096, 4097, 5000, 20000} {
		if got, want := reuse.Charged(words*word), booked(func() { pointers = make([]*byte, words) }); got != want {
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

// TestHeldPerByte pins the headline of the classes: bytes of capacity per byte
// asked over sizes spread evenly over all scales.
func TestHeldPerByte(t *testing.T) {
	var sum float64
	var n int
	for size := 64; size <= 1<<20; size += 1 + size/100 {
		sum += float64(reuse.Capacities[reuse.BytesClass(size)]) / float64(size)
		n++
	}
	if mean := sum / float64(n); mean > 1.21 {
		t.Errorf("the classes hold %.3f bytes per byte asked, want at most 1.21", mean)
	}
}
