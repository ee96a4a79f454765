package sizeclass

import (
	"math"
	"reflect"
	"runtime"
	"slices"
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

func TestLadder(t *testing.T) {
	tests := []struct {
		n, elem  int64
		pointers bool
		want     []int64
	}{
		{0, 8, false, nil},
		{9, 8, false, []int64{1, 2, 4, 8, 16}},
		{20, 1, false, []int64{8, 16, 32}},
		{5, 24, true, []int64{1, 2, 4, 8}},
		{600, 8, false, []int64{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 848}},
		{3, 0, false, []int64{1, 2, 3}},
	}
	for _, tt := range tests {
		if got := Ladder(tt.n, tt.elem, tt.pointers); !slices.Equal(got, tt.want) {
			t.Errorf("Ladder(%d, %d, %v) = %v, want %v", tt.n, tt.elem, tt.pointers, got, tt.want)
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

// TestGrowCapAgainstRuntime asks the running runtime, through reflect, which
// calls the same growslice as append does.
func TestGrowCapAgainstRuntime(t *testing.T) {
	needs64Bit(t)
	elems := []struct {
		typ      reflect.Type
		pointers bool
	}{
		{reflect.TypeFor[byte](), false},
		{reflect.TypeFor[int16](), false},
		{reflect.TypeFor[[3]byte](), false},
		{reflect.TypeFor[int64](), false},
		{reflect.TypeFor[[5]int32](), false},
		{reflect.TypeFor[[100]byte](), false},
		{reflect.TypeFor[*int](), true},
		{reflect.TypeFor[string](), true},
		{reflect.TypeFor[[]byte](), true},
		{reflect.TypeFor[[9]*int](), true},
	}
	triples := 0
	for _, e := range elems {
		slice := reflect.SliceOf(e.typ)
		for oldCap := 0; oldCap < 5000; oldCap += 1 + oldCap/20 {
			for _, add := range []int{1, 2, oldCap/2 + 1, oldCap + 1, 2*oldCap + 3} {
				v := reflect.New(slice).Elem()
				v.Set(reflect.MakeSlice(slice, oldCap, oldCap))
				v.Grow(add)
				got := GrowCap(int64(oldCap), int64(oldCap+add), int64(e.typ.Size()), e.pointers)
				if want := int64(v.Cap()); got != want {
					t.Errorf("GrowCap(%d, %d, %v) = %d, the runtime gives %d", oldCap, oldCap+add, e.typ, got, want)
				}
				triples++
			}
		}
	}
	t.Logf("%d growths agree", triples)
}

func needs64Bit(t *testing.T) {
	if math.MaxInt == math.MaxInt32 {
		t.Skip("the model is of 64-bit systems")
	}
}
