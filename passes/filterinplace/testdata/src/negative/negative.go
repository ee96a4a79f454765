package negative

import "strings"

// nope: make panics without fields
func afterFirst(s string) []string {
	fields := strings.Fields(s)
	rest := make([]string, 0, len(fields)-1)
	for i, f := range fields {
		if i > 0 {
			rest = append(rest, f)
		}
	}
	return rest
}

// nope: and here for n < 0
func atMost(s string, n int) []byte {
	all := []byte(s)
	some := make([]byte, 0, n)
	for _, c := range all {
		if c > ' ' {
			some = append(some, c)
		}
	}
	return some
}

type tree []tree

// nope: all of one element
func Children(in tree) tree {
	var out tree
	for _, x := range in {
		out = append(out, x...)
	}
	return out
}

// nope: between the declaration and the loop the function may end
func Leaves(in []int, ok bool) []int {
	var out []int
	if ok {
		return nil
	}
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out
}

// nope: it has an element before the loop
func Begun(in []int) []int {
	var out []int
	out = append(out, 1)
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out
}

// nope: a literal appends to it later
func Grows(in []int) ([]int, func()) {
	var out []int
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out, func() { out = append(out, 1) }
}

// nope: the body looks at what is kept
func Sorted(in []int) []int {
	var out []int
	for _, x := range in {
		if len(out) == 0 || out[len(out)-1] < x {
			out = append(out, x)
		}
	}
	return out
}

// nope: what is appended is made of what is kept
func Sums(in []int) []int {
	var out []int
	for _, x := range in {
		out = append(out, x+len(out))
	}
	return out
}

// nope: the loop may come once more
func Again(in []int, n int) []int {
more:
	n++
	var out []int
	for _, x := range in {
		if x > n {
			out = append(out, x)
		}
	}
	if n < len(out) {
		goto more
	}
	return out
}

// nope: it has an element already
func Zeroed(in []int) []int {
	out := make([]int, 1)
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out
}

// nope: what another function makes may have elements
func Picked(in []int, pick func(from, to int) []int) []int {
	out := pick(1, 0)
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out
}

// nope: a call for the capacity would be lost
func Sized(in []int, size func([]int) int) []int {
	out := make([]int, 0, size(nil))
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out
}

// nope: and here a panic for nil
func Deref(in []int, t *struct{ list []int }) []int {
	out := make([]int, 0, len(t.list))
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out
}

// nope: a literal that is made before the loop reads in later
func Read(in []int) ([]int, func() int) {
	first := func() int { return in[0] }
	var out []int
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out, first
}
