package merge

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// lists are 17 numbers in five lists, of 2, 3, 4, 5 and 3.
var lists = [][]int{{3, 1}, {4, 1, 5}, {9, 2, 6, 5}, {3, 5, 8, 9, 7}, {9, 3, 2}}

var variants = []struct {
	name  string
	merge func(...[]int) []int
}{
	{"OneLoop", OneLoop[int]},
	{"TwoLoops", TwoLoops[int]},
	{"Concat", Concat[int]},
	{"Into", func(lists ...[]int) []int { return Into(nil, lists...) }},
}

func TestMerge(t *testing.T) {
	for _, tt := range []struct {
		name  string
		lists [][]int
		want  []int
	}{
		{"five lists", lists, []int{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2}},
		{"nothing", nil, nil},
		{"empty lists", [][]int{nil, {}}, nil},
		{"one among empty ones", [][]int{{}, {7}, nil}, []int{7}},
	} {
		for _, v := range variants {
			got := v.merge(tt.lists...)
			if !slices.Equal(got, tt.want) || (got == nil) != (tt.want == nil) {
				t.Errorf("%s of %s: %#v, want %#v", v.name, tt.name, got, tt.want)
			}
		}
	}
}

// TestShared holds that the result has memory of its own, also of a single list with room.
func TestShared(t *testing.T) {
	for _, v := range variants {
		list := append(make([]int, 0, 8), 1, 2)
		got := v.merge(list)
		_ = append(got, 3)
		got[0] = 9
		if list[0] != 1 || list[:3][2] != 0 {
			t.Errorf("%s: the list became %v", v.name, list[:3])
		}
	}
}

// TestOverflow merges lists of nothing, of which there can be more than an int counts.
func TestOverflow(t *testing.T) {
	huge := make([]struct{}, math.MaxInt)
	for name, merge := range map[string]func(...[]struct{}) []struct{}{
		"OneLoop": OneLoop[struct{}], "TwoLoops": TwoLoops[struct{}], "Concat": Concat[struct{}],
	} {
		text := panicOf(func() { merge(huge, huge) })
		if !strings.Contains(text, "out of range") && !strings.Contains(text, "than an int can count") {
			t.Errorf("%s of twice MaxInt elements: panic %q", name, text)
		}
		if got := merge(huge); len(got) != math.MaxInt {
			t.Errorf("%s of MaxInt elements: %d", name, len(got))
		}
	}
}

func panicOf(f func()) (text string) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case error:
			text = v.Error()
		default:
			text = v.(string)
		}
	}()
	f()
	return ""
}

var sink []int

func BenchmarkOneLoop(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		sink = OneLoop(lists...)
	}
}

func BenchmarkTwoLoops(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		sink = TwoLoops(lists...)
	}
}

func BenchmarkConcat(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		sink = Concat(lists...)
	}
}

func BenchmarkInto(b *testing.B) {
	b.ReportAllocs()
	var kept []int
	for b.Loop() {
		kept = Into(kept[:0], lists...)
	}
	sink = kept
}
