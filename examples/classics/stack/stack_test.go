package stack

import (
	"math"
	"reflect"
	"testing"
)

// Inputs and results of the benchmarks.
var (
	floats     = floatsOf(100)
	ints       = intsOf(100)
	rays       = &Rays{vecsOf(100)}
	rectangles = make([]rectangle, 100)
	scales     = []float64{1, 2, 3}
	numbers    = Visitor(list(intsOf(5)))
	scores     = &Scores{numbers, 5003}
	key        = "a key"
	number     = 123456
	big        = int64(1 << 40)
	factor     = 0.5
	rounds     = 100
	intSink    int
	floatSink  float64
	anySink    any
)

// A list keeps the functions that it calls, as a collection may.
type list []int

var called func(int)

func (l list) Each(f func(int)) {
	called = f
	for _, n := range l {
		f(n)
	}
}

func floatsOf(n int) []float64 {
	f := make([]float64, n)
	for i := range f {
		f[i] = float64(i - n/2)
	}
	return f
}

// intsOf are numbers above 255, which need an allocation in an interface.
func intsOf(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = 5000 + i
	}
	return list
}

func vecsOf(n int) []vec {
	list := make([]vec, n)
	for i := range list {
		list[i] = vec{float64(i), 1, -1}
	}
	return list
}

func TestCases(t *testing.T) {
	for _, c := range []struct {
		name            string
		got, hand, want any
	}{
		{"C07", C07([]float64{0}), handC07([]float64{0}), 0.0},
		{"C07 of many", C07(floats), handC07(floats), C07(floats)},
		{"C07Method", (&Rays{[]vec{{1, 2, 3}, {0, 0, 0}}}).C07Method(1), (&Rays{[]vec{{1, 2, 3}, {0, 0, 0}}}).handC07Method(1), 14.0},
		{"C12", C12(20), handC12(20), 41},
		{"C12bMethod", C12bMethod([]rectangle{{2, 1}, {1, 1}}, []float64{1, 0.5}), handC12bMethod([]rectangle{{2, 1}, {1, 1}}, []float64{1, 0.5}), 4.5},
		{"C13", C13([]int{0, 100, -5}), handC13([]int{0, 100, -5}), 300 + 400 + 295},
		{"C13b", C13b(list{1, 5, 9}, []int{0, 5}), handC13b(list{1, 5, 9}, []int{0, 5}), 4},
		{"C13bMethod", (&Scores{list{1, 5, 9}, 5}).C13bMethod(2), (&Scores{list{1, 5, 9}, 5}).handC13bMethod(2), 28},
		{"C22", *C22(-3).(*padded), padded(*unpadded(handC22(-3))), padded{c: true, b: -3, d: 3}},
	} {
		if !reflect.DeepEqual(c.got, c.want) || !reflect.DeepEqual(c.hand, c.want) {
			t.Errorf("%s: got %v, by hand %v, want %v", c.name, c.got, c.hand, c.want)
		}
	}
	if v := normal(vec{math.NaN(), 0, 0}, vec{1, 1, 1}); *v != (vec{}) {
		t.Errorf("normal of NaN is %v", *v)
	}
}

func unpadded(v any) *padded {
	h := v.(*handPadded)
	return &padded{a: h.a, b: h.b, c: h.c, d: h.d, e: h.e}
}

// TestNotes holds that what is noted can be read afterwards.
func TestNotes(t *testing.T) {
	C12b("k", 1000)
	handC12b("k", 1000)
	if want := []any{"k", 1000}; !reflect.DeepEqual(notes.last, want) || handNotes != (handJournal{"k", 1000}) {
		t.Errorf("noted %v, by hand %v, want %v", notes.last, handNotes, want)
	}
}
