package decoder

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"testing"
)

// TestOverwritten shows the price of a shared buffer: of those that say so, the result
// of a call is gone with the next one.
func TestOverwritten(t *testing.T) {
	for _, d := range decoders() {
		first, err := d.decode(strings.NewReader("79 75"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.decode(strings.NewReader("78 79")); err != nil {
			t.Fatal(err)
		}
		if want := map[bool]string{true: "OK", false: "NO"}[d.name == "simple"]; string(first) != want {
			t.Errorf("%s: after the next call the result is %q, want %q", d.name, first, want)
		}
	}
}

// An interloper is a reader in whose Read another decoder runs, as another goroutine might
// at that moment.
type interloper struct {
	r      io.Reader
	decode Func
}

func (i *interloper) Read(b []byte) (int, error) {
	n, err := i.r.Read(b)
	i.decode(strings.NewReader("255 255 255"))
	return n, err
}

// TestTogether: two calls at one time spoil each other if they share a buffer, and no
// others do. It needs no race detector and no luck.
func TestTogether(t *testing.T) {
	for _, tt := range []struct {
		name          string
		decode, other Func
		spoilt        bool
	}{
		{"simple", DecodeSimple, DecodeSimple, false},
		{"noalloc", DecodeNoAlloc, DecodeNoAlloc, true},
		{"dynamic", DecodeDynamic, DecodeDynamic, true},
		{"noalloc and dynamic", DecodeNoAlloc, DecodeDynamic, true}, // they share the input
		{"concurrent", NewDecodeConcurrent(), NewDecodeConcurrent(), false},
		{"fast", new(Fast).Decode, new(Fast).Decode, false},
	} {
		got, err := tt.decode(&interloper{strings.NewReader(loremInput), tt.other})
		if spoilt := err != nil || string(got) != loremOutput; spoilt != tt.spoilt {
			t.Errorf("%s: got %q, %v; spoilt: %t, want %t", tt.name, got, err, spoilt, tt.spoilt)
		}
	}
}

var shared = map[string]Func{
	"Locked":   Locked(new(Fast).Decode),
	"AppendTo": func(r io.Reader) ([]byte, error) { return AppendTo(nil, r) },
}

// TestShared is for the race detector too.
func TestShared(t *testing.T) {
	for name, decode := range shared {
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for _, tt := range decodeTests {
					got, err := decode(strings.NewReader(tt.in))
					checkResult(t, got, err, tt.want, tt.reason, tt.offset)
				}
				kept, _ := decode(strings.NewReader(loremInput))
				decode(strings.NewReader(long))
				if string(kept) != loremOutput {
					t.Errorf("%s: a result was overwritten", name)
				}
			})
		}
		wg.Wait()
	}
	if got, err := AppendTo([]byte("so: "), strings.NewReader("79 75")); string(got) != "so: OK" || err != nil {
		t.Errorf("AppendTo: %q, %v", got, err)
	}
}

// BenchmarkFirst is what every other benchmark averages away: the first call of a decoder
// that has buffers of its own.
func BenchmarkFirst(b *testing.B) {
	first := func(name string, newFunc func() Func) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			r := strings.NewReader("")
			for b.Loop() {
				r.Reset(loremInput)
				if _, err := newFunc()(r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	first("concurrent", NewDecodeConcurrent)
	first("fast", func() Func { return new(Fast).Decode })
}

// BenchmarkLong has an input of 32 KiB and a result of 16 KiB.
func BenchmarkLong(b *testing.B) {
	in := []byte(strings.Repeat(long+" ", 4) + "7")
	for _, d := range decoders() {
		if d.name == "prealloc" || d.name == "noalloc" {
			continue // their buffers are too short
		}
		b.Run(d.name, func(b *testing.B) {
			b.ReportAllocs()
			r := bytes.NewReader(nil)
			for b.Loop() {
				r.Reset(in)
				if _, err := d.decode(r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkShared is one decoder for all goroutines.
func BenchmarkShared(b *testing.B) {
	parallel := func(name string, newFunc func() Func) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				decode, r := newFunc(), strings.NewReader("")
				for pb.Next() {
					r.Reset(loremInput)
					if _, err := decode(r); err != nil {
						b.Error(err)
						return
					}
				}
			})
		})
	}
	parallel("locked", func() Func { return shared["Locked"] })
	parallel("appendto", func() Func {
		var dst []byte
		return func(r io.Reader) ([]byte, error) {
			var err error
			dst, err = AppendTo(dst[:0], r)
			return dst, err
		}
	})
	parallel("own", func() Func { return new(Fast).Decode })
}
