package gunzip

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
)

var variants = []struct {
	name   string
	length func([]byte, int64) (int64, error)
}{
	{"Fresh", func(text []byte, _ int64) (int64, error) { return Fresh(text) }},
	{"Pooled", func(text []byte, _ int64) (int64, error) { return Pooled(text) }},
	{"Both", Both},
	{"Counter", new(Counter).Length},
}

func pack(parts ...string) []byte {
	var packed bytes.Buffer
	for _, p := range parts {
		w := gzip.NewWriter(&packed)
		io.WriteString(w, p)
		w.Close()
	}
	return packed.Bytes()
}

// packed is 1024 times 17 bytes, in one member.
var packed = pack(strings.Repeat("the quick red fox", 1024))

func TestLength(t *testing.T) {
	broken := bytes.Clone(packed)
	broken[len(broken)-5]++ // the length at the end
	for _, tt := range []struct {
		name  string
		text  []byte
		limit int64
		want  int64
		err   error
	}{
		{"whole", packed, 1 << 20, 17 * 1024, nil},
		{"exactly the limit", packed, 17 * 1024, 17 * 1024, nil},
		{"one above", packed, 17*1024 - 1, 17*1024 - 1, ErrTooLong},
		{"two members", pack("ab", "cde"), 100, 5, nil},
		{"empty text", pack(""), 100, 0, nil},
		{"no gzip", []byte("plain words, none packed"), 100, 0, gzip.ErrHeader},
		{"nothing", nil, 100, 0, io.EOF},
		{"cut off", packed[:len(packed)-9], 1 << 20, 17 * 1024, io.ErrUnexpectedEOF},
		{"wrong sum", broken, 1 << 20, 17 * 1024, gzip.ErrChecksum},
		{"after an error", packed, 1 << 20, 17 * 1024, nil},
	} {
		for i, v := range variants {
			if tt.err == ErrTooLong && i < 2 {
				continue // they have no limit
			}
			n, err := v.length(tt.text, tt.limit)
			if n != tt.want && err == nil || !errors.Is(err, tt.err) {
				t.Errorf("%s of %s: %d, %v; want %d, %v", v.name, tt.name, n, err, tt.want, tt.err)
			}
		}
	}
}

// TestTogether is for the race detector.
func TestTogether(t *testing.T) {
	for _, v := range variants[:3] {
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for range 20 {
					if n, err := v.length(packed, 1<<20); n != 17*1024 || err != nil {
						t.Errorf("%s: %d, %v", v.name, n, err)
					}
				}
			})
		}
		wg.Wait()
	}
}

func benchmark(b *testing.B, length func([]byte, int64) (int64, error)) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := length(packed, 1<<20); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFresh(b *testing.B)   { benchmark(b, variants[0].length) }
func BenchmarkPooled(b *testing.B)  { benchmark(b, variants[1].length) }
func BenchmarkBoth(b *testing.B)    { benchmark(b, Both) }
func BenchmarkCounter(b *testing.B) { benchmark(b, new(Counter).Length) }
