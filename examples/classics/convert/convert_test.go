package convert

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
)

// Inputs and results of the benchmarks.
var (
	key      = []byte("key-" + strings.Repeat("k", 40))
	text     = strings.Repeat("abcdefgh", 25)
	pattern  = []byte(strings.Repeat("gha", 15))
	word     = "needle-in-a-longer-haystack-of-words"
	lines    = [][]byte{key, []byte(text), []byte(text + word)}
	words    = [][]byte{key, key}
	strs     = []string{text, word, string(key)}
	page     = &Page{strs}
	counts   = map[string]int{string(key): 1}
	tags     = &Tags{counts}
	offsets  = make([]int, 4)
	dst      = make([]byte, 0, 256)
	writer   = bufio.NewWriter(io.Discard)
	sink     string
	byteSink []byte
	boolSink bool
	intSink  int
	errSink  error
)

func TestCases(t *testing.T) {
	n, ok := tags.C05Method([]byte("no"))
	handN, handOK := tags.handC05Method([]byte("no"))
	for _, c := range []struct {
		name            string
		got, hand, want any
	}{
		{"C05", C05(map[string]int{"a": 3}, []byte("a")), handC05(map[string]int{"a": 3}, []byte("a")), 3},
		{"C05Method", n == 0 && !ok, handN == 0 && !handOK, true},
		{"C05b", C05b(key), handC05b(key), true},
		{"C05b of another", C05b([]byte("ke")), handC05b([]byte("ke")), false},
		{"C05bIf", C05bIf(lines, word), handC05bIf(lines, word), 1},
		{"C05bIf of nothing", C05bIf(lines, ""), handC05bIf(lines, ""), 3},
		{"C05bAssign", indexes(C05bAssign), indexes(handC05bAssign), []int{1, 0, -1}},
		{"C05c", C05c(text, pattern), handC05c(text, pattern), false},
		{"C05c found", C05c("abc", []byte("bc")), handC05c("abc", []byte("bc")), true},
		{"C05d", C05d([]byte("a"), "b"), handC05d([]byte("a"), "b"), []byte("ab")},
		{"C05d of nothing", C05d(nil, ""), handC05d(nil, ""), []byte(nil)},
		{"C05e", counted(C05e), counted(handC05e), map[string]int{"a": 2, "b": 1}},
		{"C20", written(C20), written(handC20), "text<nil>"},
		{"C20Loop", looped(C20Loop), looped(handC20Loop), "ab2<nil>"},
		{"C20b", buffered(C20b), buffered(handC20b), "text<nil>"},
		{"C20bMethod", paged((*Page).C20bMethod), paged((*Page).handC20bMethod), "a\nb\n"},
		{"C23", C23([]byte("12345")), handC23([]byte("12345")), "1234"},
	} {
		if !reflect.DeepEqual(c.got, c.want) || !reflect.DeepEqual(c.hand, c.want) {
			t.Errorf("%s: got %v, by hand %v, want %v", c.name, c.got, c.hand, c.want)
		}
	}
}

// TestShort holds that C23 panics for fewer than four bytes, whatever the
// capacity is.
func TestShort(t *testing.T) {
	for name, f := range map[string]func([]byte) string{"C23": C23, "by hand": handC23} {
		if err := panics(func() { f([]byte("12345678")[:3]) }); err == nil {
			t.Errorf("%s does not panic", name)
		}
	}
}

// TestFailure holds that the error and the count of a writer come through.
func TestFailure(t *testing.T) {
	for name, f := range map[string]func(io.Writer, []string) (int, error){"C20Loop": C20Loop, "by hand": handC20Loop} {
		if n, err := f(limited(1), []string{"ab", "cd"}); n != 1 || err != errFull {
			t.Errorf("%s: %d, %v; want 1, %v", name, n, err, errFull)
		}
	}
}

var errFull = errors.New("full")

// A limited writer takes some bytes, and fails.
type limited int

func (l limited) Write(p []byte) (int, error) { return min(int(l), len(p)), errFull }

func panics(f func()) (r any) {
	defer func() { r = recover() }()
	f()
	return nil
}

func indexes(f func([]byte, []int)) []int {
	offsets := make([]int, 3)
	f([]byte("a=b"), offsets)
	return offsets
}

func counted(f func(map[string]int, [][]byte)) map[string]int {
	m := map[string]int{"a": 1}
	f(m, [][]byte{[]byte("a"), []byte("b")})
	return m
}

func written(f func(io.Writer, string) error) string {
	var out bytes.Buffer
	if err := f(&out, "text"); err != nil {
		return err.Error()
	}
	return out.String() + "<nil>"
}

func looped(f func(io.Writer, []string) (int, error)) string {
	var out strings.Builder
	n, err := f(&out, []string{"a", "b"})
	if err != nil {
		return err.Error()
	}
	return out.String() + string(rune('0'+n)) + "<nil>"
}

func buffered(f func(*bufio.Writer, string) error) string {
	var out strings.Builder
	w := bufio.NewWriter(&out)
	if err := f(w, "text"); err != nil {
		return err.Error()
	}
	w.Flush()
	return out.String() + "<nil>"
}

func paged(f func(*Page, *bufio.Writer)) string {
	var out strings.Builder
	w := bufio.NewWriterSize(&out, 16)
	f(&Page{[]string{"a", "b"}}, w)
	w.Flush()
	return out.String()
}
