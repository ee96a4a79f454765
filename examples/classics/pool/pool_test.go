package pool

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"
)

// Inputs and results of the benchmarks.
var (
	hundred = 100
	number  = 123456789
	scratch Scratch
	other   handScratch
	data    = []byte(strings.Repeat("compressible ", 100))
	packed  = pack(data)
	source  = bytes.NewReader(packed)
	space   = make([]byte, len(data))
	rows    = [][]string{strings.Fields(strings.Repeat("cell ", 200)), {"last"}}
	intSink int
	errSink error
	text    string
	pooled  []byte
)

func pack(data []byte) []byte {
	var b bytes.Buffer
	if err := handC16(&b, data); err != nil {
		panic(err) // a bytes.Buffer takes everything
	}
	return b.Bytes()
}

// rewound lets r begin again.
func rewound(r *bytes.Reader) *bytes.Reader {
	r.Reset(packed)
	return r
}

func TestCases(t *testing.T) {
	for range 2 { // what is reused must not remember
		for _, c := range []struct{ name, got, hand, want string }{
			{"C09", strings.Repeat("x", C09(11)), strings.Repeat("x", handC09(11)), "xxxxxxxxxxxx"},
			{"C09Method", written(func(w io.Writer) { scratch.C09Method(w, 42) }), written(func(w io.Writer) { other.handC09Method(w, 42) }), "42"},
			{"C16", unpacked(C16), unpacked(handC16), "some data"},
			{"C16Reader", readBack(C16Reader), readBack(handC16Reader), string(data)},
			{"C16Buffer", written(func(w io.Writer) { C16Buffer(w, rows[1:]) }), written(func(w io.Writer) { handC16Buffer(w, rows[1:]) }), "last\t\n"},
		} {
			if c.got != c.want || c.hand != c.want {
				t.Errorf("%s: got %q, by hand %q, want %q", c.name, c.got, c.hand, c.want)
			}
		}
	}
}

var errFull = errors.New("full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

// TestFailure holds that errors come through, and that the next call works.
func TestFailure(t *testing.T) {
	for name, f := range map[string]func(io.Writer, []byte) error{"C16": C16, "by hand": handC16} {
		if err := f(full{}, data); err != errFull {
			t.Errorf("%s: %v", name, err)
		}
		if got := unpacked(f); got != "some data" {
			t.Errorf("%s after a failure: %q", name, got)
		}
	}
	for name, f := range map[string]func(io.Reader, []byte) (int, error){"C16Reader": C16Reader, "by hand": handC16Reader} {
		if _, err := f(strings.NewReader("no gzip at all"), nil); err != gzip.ErrHeader {
			t.Errorf("%s: %v", name, err)
		}
		if got := readBack(f); got != string(data) {
			t.Errorf("%s after a failure: %q", name, got)
		}
	}
}

// TestMistakes holds what C10 and C10b are meant to do: it passes with the
// mistakes and without them.
func TestMistakes(t *testing.T) {
	if got := C10("a"); !strings.HasSuffix(got, "hello, a") {
		t.Errorf("C10: %q", got)
	}
	if got := string(C10b("a")); got != "hello, a" {
		t.Errorf("C10b: %q", got)
	}
}

func written(f func(io.Writer)) string {
	var b strings.Builder
	f(&b)
	return b.String()
}

func unpacked(f func(io.Writer, []byte) error) string {
	var b bytes.Buffer
	if err := f(&b, []byte("some data")); err != nil {
		return err.Error()
	}
	r, err := gzip.NewReader(&b)
	if err != nil {
		return err.Error()
	}
	all, err := io.ReadAll(r)
	if err != nil {
		return err.Error()
	}
	return string(all)
}

func readBack(f func(io.Reader, []byte) (int, error)) string {
	dst := make([]byte, len(data))
	n, err := f(bytes.NewReader(packed), dst)
	if err != nil {
		return err.Error()
	}
	return string(dst[:n])
}
