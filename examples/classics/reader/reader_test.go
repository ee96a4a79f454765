package reader

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

// Inputs and results of the benchmarks.
var (
	document = `{"name": "a name of some length", "count": 12345}`
	source   = strings.NewReader(document)
	text     = strings.Repeat("a line\n", 200)
	data     = []byte(text)
	lines    = strings.NewReader(text)
	record   Record
	bytesOut []byte
	intSink  int
	errSink  error
)

func TestCases(t *testing.T) {
	for _, c := range []struct{ name, got, hand, want string }{
		{"C15", decoded(C15, strings.NewReader(document)), decoded(handC15, strings.NewReader(document)), "{a name of some length 12345} <nil>"},
		{"C15 of a failure", decoded(C15, broken()), decoded(handC15, broken()), "{ 0} broken"},
		{"C15b", read(C15b, "12345"), read(handC15b, "12345"), `[]byte{0x35} <nil>`},
		{"C15b of less", read(C15b, "1"), read(handC15b, "1"), `[]byte{} <nil>`},
		{"C15bString", readString(C15bString, "a\nb\n"), readString(handC15bString, "a\nb\n"), "2 a\nb\n <nil>"},
		{"C15bString of nothing", readString(C15bString, ""), readString(handC15bString, ""), "0  <nil>"},
	} {
		if c.got != c.want || c.hand != c.want {
			t.Errorf("%s: got %s, by hand %s, want %s", c.name, c.got, c.hand, c.want)
		}
	}
}

func broken() io.Reader { return iotest.ErrReader(errors.New("broken")) }

func decoded(f func(io.Reader) (Record, error), r io.Reader) string {
	rec, err := f(r)
	return fmt.Sprint(rec, " ", err)
}

func read(f func([]byte) ([]byte, error), s string) string {
	b, err := f([]byte(s))
	return fmt.Sprintf("%#v %v", b, err)
}

func readString(f func(*strings.Reader) (int, []byte, error), s string) string {
	n, b, err := f(strings.NewReader(s))
	return fmt.Sprintf("%d %s %v", n, b, err)
}

// TestConsumed holds that C15bString leaves its reader at the end, and its
// result is nobody else's.
func TestConsumed(t *testing.T) {
	for name, f := range map[string]func(*strings.Reader) (int, []byte, error){"C15bString": C15bString, "by hand": handC15bString} {
		r := strings.NewReader("abc")
		f(r)
		if r.Len() != 0 {
			t.Errorf("%s: %d bytes left", name, r.Len())
		}
	}
	in := []byte("12345")
	for name, f := range map[string]func([]byte) ([]byte, error){"C15b": C15b, "by hand": handC15b} {
		out, _ := f(in)
		out[0] = 'x'
		if !bytes.Equal(in, []byte("12345")) || !reflect.DeepEqual(out, []byte("x")) {
			t.Errorf("%s: shares memory with its argument", name)
		}
	}
}
