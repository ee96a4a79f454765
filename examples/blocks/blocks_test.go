package blocks

import (
	"runtime"
	"runtime/debug"
	"testing"
	"unsafe"
)

var (
	array  *[5]int64
	bytes  []byte
	str    string
	thirty = []byte("thirty-three bytes are one above!") // 33
)

func TestTexts(t *testing.T) {
	want := string(thirty) + string(thirty)
	if got := Twice(thirty); got != want {
		t.Errorf("Twice: %q", got)
	}
	if got := Joined(thirty); got != want {
		t.Errorf("Joined: %q", got)
	}
	if got := Line(thirty); got != want+"\n" {
		t.Errorf("Line: %q", got)
	}
	if long := make([]byte, 1000); Joined(long) != Twice(long) {
		t.Error("Joined and Twice differ in a long text")
	}
}

// TestBlocks holds what the documentation says, on machines of 64 bits.
func TestBlocks(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) != 8 {
		t.Skip("the sizes are those of 64 bits")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for _, tt := range []struct {
		name           string
		make           func()
		objects, bytes uint64
	}{
		{"Five", func() { array = Five() }, 1, 48},
		{"Pages(32768)", func() { bytes = Pages(32768) }, 1, 32768},
		{"Pages(32769)", func() { bytes = Pages(32769) }, 1, 40960},
		{"Twice", func() { str = Twice(thirty) }, 3, 48 + 48 + 80},
		{"Line", func() { str = Line(thirty) }, 1, 80},
		{"Joined", func() { str = Joined(thirty) }, 1, 80},
	} {
		objects, bytes := ^uint64(0), ^uint64(0) // the runtime allocates for itself now and then
		for range 5 {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			tt.make()
			runtime.ReadMemStats(&after)
			objects, bytes = min(objects, after.Mallocs-before.Mallocs), min(bytes, after.TotalAlloc-before.TotalAlloc)
		}
		if objects != tt.objects || bytes != tt.bytes {
			t.Errorf("%s: %d objects of %d bytes, want %d of %d", tt.name, objects, bytes, tt.objects, tt.bytes)
		}
	}
}

func BenchmarkFive(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		array = Five()
	}
}

func BenchmarkPages(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		bytes = Pages(32769)
	}
}

func BenchmarkTwice(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		str = Twice(thirty)
	}
}

func BenchmarkLine(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		str = Line(thirty)
	}
}

func BenchmarkJoined(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		str = Joined(thirty)
	}
}
