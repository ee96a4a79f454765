package lengths

import "strings"

func before(xs []string) map[string]int {
	n := len(xs)
	m := make(map[string]int) // want "the map m grows although its size is known"
	for i := 0; i < n; i++ {
		m[xs[i]] = i
	}
	return m
}

func behind(xs []string, names map[string]bool) []string {
	out := []string{} // want "out grows by append"
	n := len(xs)
	for i := n - 1; i >= 0; i-- {
		out = append(out, strings.TrimSpace(xs[i]))
	}
	return out
}

func ranged(s string) []byte {
	var out []byte
	var n = len(s)
	for i := range n {
		out = append(out, s[i]^1) // want "out grows by append"
	}
	return out
}

// it is another number, too
func changed(xs []string, all bool) map[string]int {
	n := len(xs)
	if !all {
		n /= 2
	}
	m := make(map[string]int) // want "the map m grows .*review: memory for n is reserved"
	for i := 0; i < n; i++ {
		m[xs[i]] = i
	}
	return m
}

// nope: the list of which n is the length is declared behind the map
func later(f func() []string) map[string]int {
	m := make(map[string]int)
	xs := f()
	n := len(xs)
	for i := 0; i < n; i++ {
		m[xs[i]] = i
	}
	return m
}

// it stops early, and may need far less
func early(s string) [][9]int {
	n := len(s)
	var out [][9]int
	for i := 0; i < n; i++ {
		if s[i] == ' ' {
			break
		}
		out = append(out, [9]int{i}) // want "out grows by append .*review: more memory may be reserved"
	}
	return out
}

func result(xs []string) (res []string, err error) {
	res = []string{} // want "res grows by append"
	for _, x := range xs {
		res = append(res, strings.ToUpper(x))
	}
	return res, nil
}

func rows(table [][]string) (all [][]string) {
	var row []string
	for _, cells := range table {
		row = make([]string, 0) // want "row grows by append"
		for _, c := range cells {
			row = append(row, c+"!")
		}
		all = append(all, row) // want "all grows by append"
	}
	return all
}

// nope: a deferred function recovers, or what it had is ranged over
func seen(xs []string, f func()) (res []string) {
	defer func() { _ = recover() }()
	res = []string{}
	for _, x := range xs {
		res = append(res, x+"!")
	}
	f()
	return res
}

func own(xs []string) []string {
	list := xs
	list = []string{}
	for range list {
		list = append(list, "x")
	}
	return list
}
