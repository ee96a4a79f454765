package books

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"testing"
	"unsafe"
)

var variants = []struct {
	name string
	make func(int) []*Book
}{
	{"Each", Each},
	{"OneBlock", OneBlock},
	{"Chunks", Chunks},
	{"Values", func(n int) []*Book {
		values := Values(n)
		var list []*Book
		for i := range values {
			list = append(list, &values[i])
		}
		return list
	}},
}

func TestBooks(t *testing.T) {
	for _, v := range variants {
		for _, n := range []int{0, 1, 100, 820, 5000} {
			seen := make(map[*Book]bool)
			for i, book := range v.make(n) {
				if *book != (Book{}) {
					t.Fatalf("%s(%d)[%d] is not empty: %v", v.name, n, i, *book)
				}
				book.Pages = i + 1
				seen[book] = true
			}
			if len(seen) != n {
				t.Errorf("%s(%d) has %d different books", v.name, n, len(seen))
			}
		}
	}
}

// TestBlocks holds what the package says of blocks, on machines of 64 bits: bytes with the
// array of pointers, which takes 6,784 for 819 and 820 of them and 8,192 for 1000. What
// [Each] takes is left out, so that "unheap fix" may change it.
func TestBlocks(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) != 8 {
		t.Skip("the sizes are those of 64 bits")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for _, tt := range []struct {
		name string
		make func(int) []*Book
		n    int
		want uint64
	}{
		{"OneBlock", OneBlock, 819, 32768 + 6784},
		{"OneBlock", OneBlock, 820, 40960 + 6784},
		{"OneBlock", OneBlock, 1000, 40960 + 8192},
		{"Chunks", Chunks, 820, 32768 + 48 + 6784},
	} {
		least := ^uint64(0) // what the runtime allocates for itself now and then is no part of it
		for range 5 {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			sink = tt.make(tt.n)
			runtime.ReadMemStats(&after)
			least = min(least, after.TotalAlloc-before.TotalAlloc)
		}
		if least != tt.want {
			t.Errorf("%s(%d) takes %d bytes, want %d", tt.name, tt.n, least, tt.want)
		}
	}
}

var (
	sink   []*Book
	values []Book
)

func benchmark(b *testing.B, make func(int) []*Book) {
	for _, n := range []int{100, 820} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sink = make(n)
			}
		})
	}
}

func BenchmarkEach(b *testing.B)     { benchmark(b, Each) }
func BenchmarkOneBlock(b *testing.B) { benchmark(b, OneBlock) }
func BenchmarkChunks(b *testing.B)   { benchmark(b, Chunks) }

func BenchmarkValues(b *testing.B) {
	for _, n := range []int{100, 820} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				values = Values(n)
			}
		})
	}
}
