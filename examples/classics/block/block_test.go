package block

import (
	"fmt"
	"reflect"
	"testing"
)

// Inputs and results of the benchmarks.
var (
	hundred   = 100
	points    = make([]*Point, hundred)
	labels    = labelsOf(hundred)
	registry  Registry
	sink      []*Point
	arraySink []*[4]int
)

func labelsOf(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("label %d", i)
	}
	return list
}

func filled(f func([]*Point)) []*Point {
	dst := make([]*Point, 3)
	f(dst)
	return dst
}

func registered(f func(*Registry, []string)) map[string]*Point {
	var r Registry
	f(&r, []string{"a", "b"})
	return r.points
}

func TestCases(t *testing.T) {
	two := []string{"a", "b"}
	for _, c := range []struct {
		name            string
		got, hand, want any
	}{
		{"C06", filled(C06), filled(handC06), []*Point{{}, {}, {}}},
		{"C06Literal", C06Literal(two), handC06Literal(two), []*Point{{0, 0, "a"}, {1, -1, "b"}}},
		{"C06Literal of nothing", C06Literal(nil), handC06Literal(nil), []*Point{}},
		{"C06Constructor", C06Constructor(two), handC06Constructor(two), []*Point{{0, 0, "a"}, {1, 1, "b"}}},
		{"C06Method", registered((*Registry).C06Method), registered((*Registry).handC06Method), map[string]*Point{"a": {0, 0, "a"}, "b": {1, 0, "b"}}},
		{"C06Generic", C06Generic[int](2), handC06Generic[int](2), []*int{new(int), new(int)}},
	} {
		if !reflect.DeepEqual(c.got, c.want) || !reflect.DeepEqual(c.hand, c.want) {
			t.Errorf("%s: got %v, by hand %v, want %v", c.name, c.got, c.hand, c.want)
		}
	}
}

// TestDistinct holds that no two pointers are equal.
func TestDistinct(t *testing.T) {
	for name, f := range map[string]func([]string) []*Point{
		"C06Literal": C06Literal, "C06Constructor": C06Constructor, "C06": func([]string) []*Point { return filled(C06) },
	} {
		seen := make(map[*Point]bool)
		for _, p := range f([]string{"a", "a", "a"}) {
			seen[p] = true
		}
		if len(seen) != 3 {
			t.Errorf("%s: %d distinct objects, want 3", name, len(seen))
		}
	}
}
