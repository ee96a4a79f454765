package later

import "sort"

func begun(names []string, more func() []string) []string {
	list := []string{"run"}
	list = append(list, more()...)
	for _, name := range names {
		list = append(list, "-"+name) // want "list grows by append although it is known how much the loop appends"
	}
	return list
}

func filtered(nums []int, limit int) []int {
	var out []int
	if limit > 0 {
		out = append(out, limit)
	}
	if limit > 9 {
		return out
	}
	for _, n := range nums {
		out = append(out, n*n) // want "out grows by append although it is known how much the loop appends"
	}
	sort.Ints(out)
	return out
}

func clamped(xs []int, n int) []int {
	var out []int
	out = append(out, xs...)
	n = min(n, 10)
	for i := range n {
		out = append(out, i) // want "out grows by append although it is known how much the loop appends"
	}
	return out
}

type box struct{ list []int }

func given(b *box, nums []int, more func() []int) (out []int) {
	out = append(out, more()...)
	b.list = out
	for _, n := range nums {
		out = append(out, n+1) // want "out grows by append .* .review: what is appended to out may no longer be written into an array that it shares.$"
	}
	return out
}

func branches(nums []int, text string, odd bool, none func() []int) []int {
	var out []int
	switch {
	case odd:
		for _, n := range nums {
			out = append(out, n|1) // want "out grows by append although it is known"
		}
	case text != "":
		for i := 0; i < len(text); i++ {
			out = append(out, int(text[i])) // want "out grows by append although it is known"
		}
	default:
		out = append(out, none()...)
	}
	return out
}

func looked(src []int) []int {
	var out []int
	for _, v := range src {
		if len(out) < 3 {
			out = append(out, v) // want "out grows by append although its length is bounded .review: who keeps the result keeps room for len.src., however little is in it.$"
		}
	}
	return out
}

func last(src []int) []int {
	out := []int{} // want "out grows by append although its length is known"
	for i, v := range src {
		if i > 0 {
			v += out[i-1]
		}
		out = append(out, v)
		out[0] = i
	}
	return out
}

func dup(src []string) (n int) {
	var seen []string // want "seen grows by append although it stays in the function"
next:
	for _, s := range src {
		for _, t := range seen {
			if s == t {
				continue next
			}
		}
		seen = append(seen, s)
	}
	return len(seen)
}

// nope: the loop runs as long as the slice grows
func chased(src []int) []int {
	var out []int
	for i := 0; i < 8 || len(out) < len(src); i++ {
		out = append(out, i)
	}
	return out
}

// nope: the loop goes through what it appends to
func doubled(out []int) []int {
	list := append([]int{}, out...)
	for _, n := range list {
		list = append(list, 2*n)
	}
	return list
}

// nope: the pointer would see what is written to the array later
func pointed(src []int) (*int, []int) {
	var first *int
	var out []int
	for _, v := range src {
		out = append(out, v)
		if first == nil {
			first = &out[0]
		}
		out[0]++
	}
	return first, out
}

// nope: perhaps little is appended, where something went wrong
func checked(lines []string, more func() []string) []string {
	errs := more2(more)
	errs = append(errs, more()...)
	for _, line := range lines {
		if line == "" {
			errs = append(errs, "empty line")
		}
	}
	return errs
}

func more2(more func() []string) []string {
	errs := []string{"begin"}
	errs = append(errs, more()...)
	for _, e := range errs[1:] {
		if e == "" {
			errs[0] = e
		}
	}
	return errs
}

// nope: a call in front of each of several loops is more than they are worth
func several(a, b []string, more func() []string) []string {
	var out []string
	out = append(out, more()...)
	for _, s := range a {
		out = append(out, s+",")
	}
	out = append(out, more()...)
	for _, s := range b {
		out = append(out, s+";")
	}
	return out
}

// nope: the slice may have room
func roomy(src []int, more func() []int) []int {
	out := make([]int, 0, 100)
	out = append(out, more()...)
	for _, v := range src {
		out = append(out, v+1)
	}
	return out
}

// nope: the memory is that of others
func foreign(src []int, more func() []int) []int {
	out := more()
	for _, v := range src {
		out = append(out, v+1)
	}
	return out
}

func until(fields []string) []string {
	out := []string{} // want "out grows by append although its length is known .review: who keeps"
	for _, f := range fields {
		if f == "" {
			return out
		}
		out = append(out, f+";")
	}
	return out
}

func first(fields []string) []string {
	var out []string
	for _, f := range fields {
		if f == "" {
			return out
		}
		out = append(out, f+";") // want "out grows by append although its length is bounded .review: who keeps"
	}
	return out
}
