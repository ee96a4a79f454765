package prealloc

import (
	"bytes"
	"sync"
	"testing"
)

var copies = []struct {
	name string
	copy func([]byte) []byte
}{
	{"Bytes", Bytes},
	{"BytesSized", BytesSized},
	{"Whole", Whole},
	{"WholeSized", WholeSized},
	{"Clone", Clone},
	{"Into", func(text []byte) []byte { return Into(nil, text) }},
}

var pools = []struct {
	name string
	copy func(text []byte, use func([]byte))
}{
	{"FromSlicePool", FromSlicePool},
	{"BytesFromSlicePool", BytesFromSlicePool},
	{"FromPointerPool", FromPointerPool},
	{"FromBufferPool", FromBufferPool},
}

func TestCopies(t *testing.T) {
	for _, text := range []string{"", "a", "some words", string(make([]byte, 5000))} {
		for _, v := range copies {
			from := []byte(text)
			got := v.copy(from)
			if string(got) != text {
				t.Errorf("%s of %d bytes: got %d others", v.name, len(text), len(got))
			}
			if len(got) > 0 {
				got[0]++
			}
			if string(from) != text {
				t.Errorf("%s has not copied", v.name)
			}
		}
	}
}

// TestPools holds that no buffer brings anything of its last user: long and short texts in
// turns, and beside one another for the race detector.
func TestPools(t *testing.T) {
	long, short := bytes.Repeat([]byte("long "), 50_000), []byte("short")
	for _, v := range pools {
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for range 10 {
					for _, text := range [][]byte{long, short, nil} {
						used := false
						v.copy(text, func(buf []byte) { used = bytes.Equal(buf, text) })
						if !used {
							t.Errorf("%s: the buffer is no copy of %d bytes", v.name, len(text))
						}
					}
				}
			})
		}
		wg.Wait()
	}
}

// text is 1 KiB, as long as the buffers of the pools.
var (
	text = make([]byte, start)
	sink []byte
)

func local(b *testing.B, copy func([]byte) []byte) {
	b.ReportAllocs()
	for b.Loop() {
		sink = copy(text)
	}
}

func pooled(b *testing.B, copy func([]byte, func([]byte))) {
	b.ReportAllocs()
	for b.Loop() {
		copy(text, func([]byte) {})
	}
}

func BenchmarkBytes(b *testing.B)      { local(b, Bytes) }
func BenchmarkBytesSized(b *testing.B) { local(b, BytesSized) }
func BenchmarkWhole(b *testing.B)      { local(b, Whole) }
func BenchmarkWholeSized(b *testing.B) { local(b, WholeSized) }
func BenchmarkClone(b *testing.B)      { local(b, Clone) }

func BenchmarkInto(b *testing.B) {
	b.ReportAllocs()
	var buf []byte
	for b.Loop() {
		buf = Into(buf, text)
	}
	sink = buf
}

func BenchmarkBytesFromSlicePool(b *testing.B) { pooled(b, BytesFromSlicePool) }
func BenchmarkFromSlicePool(b *testing.B)      { pooled(b, FromSlicePool) }
func BenchmarkFromPointerPool(b *testing.B)    { pooled(b, FromPointerPool) }
func BenchmarkFromBufferPool(b *testing.B)     { pooled(b, FromBufferPool) }
