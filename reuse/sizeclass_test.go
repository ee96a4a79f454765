package reuse_test

import (
	"slices"
	"testing"

	"github.com/unheap/unheap/reuse"
)

// block returns the block that the running allocator has for n bytes.
func block(n int) int { return cap(append([]byte(nil), make([]byte, n)...)) }

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
