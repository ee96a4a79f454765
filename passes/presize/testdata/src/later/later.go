package later

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

// One call in front of all loops reserves the least that they add.
func several(a, b []string, more func() []string) []string {
	var out []string
	out = append(out, more()...) // want "out grows by append although the least length is known$"
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
