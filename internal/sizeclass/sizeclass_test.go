package sizeclass

import (
	"math"
	"reflect"
	"runtime"
	"testing"
)

func TestBlock(t *testing.T) {
	tests := []struct {
		size     int64
		pointers bool
		block    int64
		waste    int64
	}{
		{0, false, 0, 0},
		{1, false, 16, 0},  // sixteen fill a block
		{7, false, 16, 1},  // two to a block
		{8, false, 16, 0},  // two fill it
		{9, false, 16, 7},  // one to a block
		{15, false, 16, 1}, //
		{16, false, 16, 0},
		{8, true, 8, 0}, // never tiny
		{40, false, 48, 8},
		{512, true, 512, 0},
		{520, false, 576, 56},
		{520, true, 576, 56}, // of which 8 are the header
		{576, true, 640, 64},
		{32760, true, 32768, 8},
		{32761, false, 32768, 7}, // a span of its own
		{32769, false, 40960, 8191},
		{40960, true, 40960, 0},
	}
	for _, tt := range tests {
		if got := Block(tt.size, tt.pointers); got != tt.block {
			t.Errorf("Block(%d, %v) = %d, want %d", tt.size, tt.pointers, got, tt.block)
		}
		if got := Waste(tt.size, tt.pointers); got != tt.waste {
			t.Errorf("Waste(%d, %v) = %d, want %d", tt.size, tt.pointers, got, tt.waste)
		}
	}
}

// TestBlockAgainstRuntime allocates objects of each size and compares with
// what the running runtime charges for them.
func TestBlockAgainstRuntime(t *testing.T) {
	needs64Bit(t)
	pairs := 0
	for size := int64(16); size < 100_000; size += 1 + size/200 {
		check(t, size, false, reflect.ArrayOf(int(size), reflect.TypeFor[byte]()))
		pairs++
	}
	for words := int64(1); words < 12_500; words += 1 + words/200 {
		check(t, 8*words, true, reflect.ArrayOf(int(words), reflect.TypeFor[*byte]()))
		pairs++
	}
	t.Logf("%d pairs agree", pairs)
}

func check(t *testing.T, size int64, pointers bool, typ reflect.Type) {
	t.Helper()
	if want, got := charged(typ), Block(size, pointers); got != want {
		t.Errorf("Block(%d, %v) = %d, the runtime takes %d", size, pointers, got, want)
	}
}

// charged returns the growth of TotalAlloc by one object of typ. Something
// else may allocate between the two readings, and can only add; so it is the
// least of several tries.
func charged(typ reflect.Type) int64 {
	least := int64(math.MaxInt64)
	var before, after runtime.MemStats
	for range 3 {
		runtime.ReadMemStats(&before)
		sink = reflect.New(typ).UnsafePointer()
		runtime.ReadMemStats(&after)
		least = min(least, int64(after.TotalAlloc-before.TotalAlloc))
	}
	return least
}

var sink any

func needs64Bit(t *testing.T) {
	if math.MaxInt == math.MaxInt32 {
		t.Skip("the model is of 64-bit systems")
	}
}
