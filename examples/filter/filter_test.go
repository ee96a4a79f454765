package filter

import (
	"slices"
	"testing"
)

func even(v int) bool { return v%2 == 0 }

var variants = []struct {
	name   string
	filter func([]int) []int
	keeps  bool // the list stays as it was
}{
	{"New", func(l []int) []int { return New(l, even) }, true},
	{"Into", func(l []int) []int { return Into(nil, l, even) }, true},
	{"InPlace", func(l []int) []int { return InPlace(l, even) }, false},
	{"Delete", func(l []int) []int { return Delete(l, even) }, false},
	{"Seq", func(l []int) []int { return slices.Collect(Seq(l, even)) }, true},
	{"Evens", Evens, true},
	{"EvensInPlace", EvensInPlace, false},
}

func TestFilter(t *testing.T) {
	for _, tt := range []struct{ list, want []int }{
		{[]int{1, 2, 3, 4, 6, 5, 8}, []int{2, 4, 6, 8}},
		{[]int{2, 4}, []int{2, 4}},
		{[]int{1, 3, 5}, nil},
		{nil, nil},
	} {
		for _, v := range variants {
			list := slices.Clone(tt.list)
			if got := v.filter(list); !slices.Equal(got, tt.want) {
				t.Errorf("%s(%v) = %v, want %v", v.name, tt.list, got, tt.want)
			}
			if v.keeps && !slices.Equal(list, tt.list) {
				t.Errorf("%s changed its list to %v", v.name, list)
			}
		}
	}
}

// TestRest holds what stands behind the result of those that work in place.
func TestRest(t *testing.T) {
	list := []int{1, 2, 3, 4, 5}
	InPlace(list, even)
	slices.Sort(list)
	if !slices.Equal(list, []int{1, 2, 3, 4, 5}) {
		t.Errorf("InPlace lost elements: %v", list)
	}
	one := 1
	pointers := []*int{&one, nil, &one}
	Delete(pointers, func(p *int) bool { return p == nil })
	if !slices.Equal(pointers, []*int{nil, nil, nil}) {
		t.Errorf("Delete keeps %v alive", pointers)
	}
}

func TestLoad(t *testing.T) {
	got := Load(func() []int { return []int{1, 2, 3, 4} })
	if !slices.Equal(got, []int{1, 3}) {
		t.Errorf("got %v, want the odd ones", got)
	}
}

func TestSeqStops(t *testing.T) {
	asked := 0
	for range Seq([]int{2, 4, 6}, func(int) bool { asked++; return true }) {
		break
	}
	if asked != 1 {
		t.Errorf("%d elements were tested after a break at the first", asked)
	}
}

// numbers are 0 to 1023 in their order.
func numbers() []int {
	list := make([]int, 1024)
	for i := range list {
		list[i] = i
	}
	return list
}

var (
	sink  []int
	total int
)

func benchmark(b *testing.B, filter func([]int) []int) {
	list := numbers()
	b.ReportAllocs()
	for b.Loop() {
		sink = filter(list)
	}
}

// fresh measures a filter that changes its list on the list as it was, each time: on what
// it has left itself the branches of the next call are all predicted.
func fresh(b *testing.B, filter func([]int) []int) {
	from, list := numbers(), numbers()
	b.ReportAllocs()
	for b.Loop() {
		copy(list, from)
		sink = filter(list)
	}
}

func BenchmarkNew(b *testing.B)               { benchmark(b, func(l []int) []int { return New(l, even) }) }
func BenchmarkEvens(b *testing.B)             { benchmark(b, Evens) }
func BenchmarkEvensInPlace(b *testing.B)      { benchmark(b, EvensInPlace) }
func BenchmarkInPlace(b *testing.B)           { benchmark(b, func(l []int) []int { return InPlace(l, even) }) }
func BenchmarkEvensInPlaceFresh(b *testing.B) { fresh(b, EvensInPlace) }
func BenchmarkDeleteFresh(b *testing.B)       { fresh(b, func(l []int) []int { return Delete(l, even) }) }

func BenchmarkLoad(b *testing.B) {
	from, list := numbers(), numbers()
	b.ReportAllocs()
	for b.Loop() {
		sink = Load(func() []int { copy(list, from); return list })
	}
}

func BenchmarkInto(b *testing.B) {
	list := numbers()
	var kept []int
	b.ReportAllocs()
	for b.Loop() {
		kept = Into(kept[:0], list, even)
	}
	sink = kept
}

func BenchmarkSeq(b *testing.B) {
	list := numbers()
	b.ReportAllocs()
	for b.Loop() {
		for v := range Seq(list, even) {
			total += v
		}
	}
}
