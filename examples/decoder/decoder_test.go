package decoder

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
)

const (
	loremInput  = "76 111 114 101 109 32 105 112 115 117 109 32 100 111 108 111 114 32 115 105 116 32 97 109 101 116 44 32 99 111 110 115 101 99 116 101 116 117 114 32 97 100 105 112 105 115 99 105 110 103 32 101 108 105 116 46"
	loremOutput = "Lorem ipsum dolor sit amet, consectetur adipiscing elit."
)

// decoders are made anew for each test, so that no state is carried over.
func decoders() []struct {
	name   string
	decode Func
} {
	return []struct {
		name   string
		decode Func
	}{
		{"simple", DecodeSimple},
		{"prealloc", DecodePrealloc},
		{"noalloc", DecodeNoAlloc},
		{"dynamic", DecodeDynamic},
		{"concurrent", NewDecodeConcurrent()},
		{"fast", new(Fast).Decode},
	}
}

var errRead = errors.New("broken pipe")

// long is 4096 numbers, one more than 4096 with tooMany; 4096 bytes and one
// more with page and pageAndOne.
var (
	long       = strings.Repeat("7 ", bufferSize-1) + "7"
	tooMany    = long + " 7"
	page       = strings.Repeat("255 ", bufferSize/4-1) + "0255"
	pageAndOne = page + " "
)

var decodeTests = []struct {
	name   string
	in     string
	want   string
	reason string // of the *Error; empty for none
	offset int64
}{
	{name: "two", in: "79 75", want: "OK"},
	{name: "lorem", in: loremInput, want: loremOutput},
	{name: "empty", in: "", want: ""},
	{name: "zero", in: "0", want: "\x00"},
	{name: "embedded zero", in: "72 0 72", want: "H\x00H"},
	{name: "zero at the end", in: "72 0", want: "H\x00"},
	{name: "largest", in: "255 255", want: "\xff\xff"},
	{name: "leading zeros", in: "0000000000000000000000079 075", want: "OK"},
	{name: "one digit each", in: "1 2 3", want: "\x01\x02\x03"},
	{name: "page", in: page, want: strings.Repeat("\xff", bufferSize/4)},
	{name: "above", in: "79 256 75", reason: reasonRange, offset: 3},
	{name: "far above", in: "99999999999999999999999", reason: reasonRange},
	{name: "letter", in: "79 x 75", reason: reasonDigit, offset: 3},
	{name: "letter after digits", in: "79 7x 75", reason: reasonDigit, offset: 3},
	{name: "letter after overflow", in: "999x", reason: reasonRange},
	{name: "NUL byte", in: "79 \x00", reason: reasonDigit, offset: 3},
	{name: "sign", in: "+79", reason: reasonDigit},
	{name: "newline", in: "79 75\n", reason: reasonDigit, offset: 3},
	{name: "space only", in: " ", reason: reasonEmpty},
	{name: "leading space", in: " 79", reason: reasonEmpty},
	{name: "trailing space", in: "79 ", reason: reasonEmpty, offset: 3},
	{name: "two spaces", in: "79  75", reason: reasonEmpty, offset: 3},
	{name: "error far in", in: strings.Repeat("255 ", 500) + "300", reason: reasonRange, offset: 2000},
}

func TestDecode(t *testing.T) {
	readers := []struct {
		name string
		of   func(io.Reader) io.Reader
	}{
		{"whole", func(r io.Reader) io.Reader { return r }},
		{"byte by byte", iotest.OneByteReader},
		{"halves", iotest.HalfReader},
		{"data with EOF", iotest.DataErrReader},
	}
	for _, d := range decoders() {
		for _, rd := range readers {
			for _, tt := range decodeTests {
				t.Run(d.name+"/"+rd.name+"/"+tt.name, func(t *testing.T) {
					got, err := d.decode(rd.of(strings.NewReader(tt.in)))
					checkResult(t, got, err, tt.want, tt.reason, tt.offset)
				})
			}
		}
	}
}

func checkResult(t *testing.T, got []byte, err error, want, reason string, offset int64) {
	t.Helper()
	if reason == "" {
		if err != nil || string(got) != want {
			t.Errorf("got %q, %v; want %q", got, err, want)
		}
		return
	}
	var e *Error
	if !errors.As(err, &e) || e.Reason != reason || e.Offset != offset {
		t.Errorf("got %q, %v; want offset %d: %s", got, err, offset, reason)
	}
}

func TestDecodeLong(t *testing.T) {
	bounded := map[string]string{ // the input that is just too long
		"prealloc": pageAndOne + "1",
		"noalloc":  tooMany,
	}
	for _, d := range decoders() {
		if in, ok := bounded[d.name]; ok {
			if got, err := d.decode(strings.NewReader(in)); err != ErrTooLong {
				t.Errorf("%s: got %d bytes, %v; want ErrTooLong", d.name, len(got), err)
			}
			continue
		}
		got, err := d.decode(strings.NewReader(strings.Repeat(long+" ", 40) + "7"))
		if err != nil || len(got) != 40*bufferSize+1 || bytes.Count(got, []byte{7}) != len(got) {
			t.Errorf("%s: got %d bytes, %v; want %d", d.name, len(got), err, 40*bufferSize+1)
		}
	}
	if got, err := DecodeNoAlloc(strings.NewReader(long)); err != nil || len(got) != bufferSize {
		t.Errorf("noalloc: got %d bytes, %v; want a full buffer", len(got), err)
	}
}

func TestDecodeReadError(t *testing.T) {
	for _, d := range decoders() {
		r := io.MultiReader(strings.NewReader("79 7"), iotest.ErrReader(errRead))
		if got, err := d.decode(r); err != errRead {
			t.Errorf("%s: got %q, %v; want the reader's error", d.name, got, err)
		}
	}
}

// TestDecodeAgain finds state that one call leaves for the next.
func TestDecodeAgain(t *testing.T) {
	for _, d := range decoders() {
		for _, in := range []string{"65 66 67", "9x", "68", "300", "", "69 70"} {
			got, err := d.decode(strings.NewReader(in))
			want, wantErr := DecodeSimple(strings.NewReader(in))
			if string(got) != string(want) || (err == nil) != (wantErr == nil) {
				t.Errorf("%s(%q) = %q, %v; want %q, %v", d.name, in, got, err, want, wantErr)
			}
		}
	}
}

// TestDecodeParallel runs under -race the decoders that promise it.
func TestDecodeParallel(t *testing.T) {
	makers := map[string]func() Func{
		"simple":     func() Func { return DecodeSimple },
		"concurrent": NewDecodeConcurrent,
		"fast":       func() Func { return new(Fast).Decode },
	}
	for name, newFunc := range makers {
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				decode := newFunc()
				for range 50 {
					if got, err := decode(strings.NewReader(loremInput)); err != nil || string(got) != loremOutput {
						t.Errorf("%s: got %q, %v", name, got, err)
						return
					}
				}
			})
		}
		wg.Wait()
	}
}

func FuzzDecode(f *testing.F) {
	for _, tt := range decodeTests {
		f.Add(tt.in, 3)
	}
	f.Fuzz(func(t *testing.T, in string, cut int) {
		if len(in) > bufferSize/2 {
			return // fixed buffers have an error of their own for those
		}
		cut = max(0, min(cut, len(in)))
		want, wantErr := DecodeSimple(strings.NewReader(in))
		for _, d := range decoders()[1:] {
			r := io.MultiReader(strings.NewReader(in[:cut]), strings.NewReader(in[cut:]))
			got, err := d.decode(r)
			if string(got) != string(want) || !equalErrors(err, wantErr) {
				t.Errorf("%s(%q cut at %d) = %q, %v; want %q, %v", d.name, in, cut, got, err, want, wantErr)
			}
		}
	})
}

func equalErrors(a, b error) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Error() == b.Error()
}

func benchmarkDecode(b *testing.B, decode Func) {
	in := []byte(loremInput)
	r := bytes.NewReader(nil)
	b.ReportAllocs()
	for b.Loop() {
		r.Reset(in)
		if _, err := decode(r); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeSimple(b *testing.B)     { benchmarkDecode(b, DecodeSimple) }
func BenchmarkDecodePrealloc(b *testing.B)   { benchmarkDecode(b, DecodePrealloc) }
func BenchmarkDecodeNoAlloc(b *testing.B)    { benchmarkDecode(b, DecodeNoAlloc) }
func BenchmarkDecodeDynamic(b *testing.B)    { benchmarkDecode(b, DecodeDynamic) }
func BenchmarkDecodeConcurrent(b *testing.B) { benchmarkDecode(b, NewDecodeConcurrent()) }
func BenchmarkDecodeFast(b *testing.B)       { benchmarkDecode(b, new(Fast).Decode) }
