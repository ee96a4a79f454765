package format

import (
	"bufio"
	"io"
	"strings"
	"testing"
)

// Inputs and results of the benchmarks.
var (
	key      = strings.Repeat("k", 44)
	value    = strings.Repeat("v", 44)
	number   = 123456
	id       = uint64(18446744073709551615)
	counters = []Counter{{key, 1234567, true}, {value, -1234567, false}, {"requests", 99999, true}}
	labels   = make(map[string]string)
	seen     = map[string]int{"host/" + key: 1}
	writer   = bufio.NewWriter(io.Discard)
	sink     string
	boolSink bool
	intSink  int
	errSink  error
)

func keep(s string) { sink = s }

func TestCases(t *testing.T) {
	for _, c := range []struct{ name, got, hand, want string }{
		{"C03", C03("k", -5), handC03("k", -5), "k=-5"},
		{"C03 of a long key", C03(key+value, 1), handC03(key+value, 1), key + value + "=1"},
		{"C03Method", first(counters[2].C03Method()), first(counters[2].handC03Method()), "requests: 99999 (true)"},
		{"C03Nested", emitted(C03Nested), emitted(handC03Nested), key + "_1234567|" + value + "_-1234567|requests_99999|"},
		{"C03b", C03b(-10), handC03b(-10), "-10"},
		{"C03bAssign", assigned(C03bAssign), assigned(handC03bAssign), "18446744073709551615"},
		{"C03bGeneric", C03bGeneric(int32(-7)), handC03bGeneric(int32(-7)), "-7"},
		{"C03c", C03c("a", "%d"), handC03c("a", "%d"), "a=%d"},
		{"C20c", written(C20c), written(handC20c), "k=7\n<nil>"},
		{"C20cLoop", looped(C20cLoop), looped(handC20cLoop), looped(func(w *bufio.Writer, list []Counter) {
			for _, c := range list {
				C20c(w, c.Name, int(c.Value))
			}
		})},
	} {
		if c.got != c.want || c.hand != c.want {
			t.Errorf("%s: got %q, by hand %q, want %q", c.name, c.got, c.hand, c.want)
		}
	}
	c := &counters[0]
	if n, hand := c.C03cMethod("host", seen), c.handC03cMethod("host", seen); n != 1 || hand != 1 {
		t.Errorf("C03cMethod: got %d, by hand %d, want 1", n, hand)
	}
}

func first(s string, _ bool) string { return s }

func emitted(f func([]Counter, func(string))) string {
	var all strings.Builder
	f(counters, func(s string) { all.WriteString(s + "|") })
	return all.String()
}

func assigned(f func(map[string]string, uint64)) string {
	m := make(map[string]string)
	f(m, id)
	return m["id"]
}

func written(f func(*bufio.Writer, string, int) error) string {
	var out strings.Builder
	w := bufio.NewWriterSize(&out, 16)
	if err := f(w, "k", 7); err != nil {
		return err.Error()
	}
	w.Flush()
	return out.String() + "<nil>"
}

func looped(f func(*bufio.Writer, []Counter)) string {
	var out strings.Builder
	w := bufio.NewWriterSize(&out, 16)
	f(w, counters)
	w.Flush()
	return out.String()
}
