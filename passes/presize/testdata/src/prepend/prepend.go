package prepend

type node struct {
	name string
	up   *node
	pair [2]int
}

func path(n *node) []string {
	var names []string // want "names is copied for each element"
	for ; n != nil; n = n.up {
		names = append([]string{n.name}, names...)
	}
	return names
}

func from(prev map[int]int, start, end int) []int {
	steps := []int{end} // want "steps is copied for each element"
	for at := end; at != start; {
		at = prev[at]
		steps = append([]int{at}, steps...)
	}
	return steps
}

type list []any

func named(m [][]int) (all list) {
	out := make(list, 0, len(m)) // want "out is copied for each element"
rows:
	for _, row := range m {
		for i, v := range row {
			if v < 0 {
				continue rows
			}
			if i > 3 {
				break rows
			}
			out = append([]any{v}, out...)
		}
	}
	return append(out, len(out))
}

func literals(m chan [2]int) (a [][2]int, b []*node) {
	pairs := [][2]int{} // want "pairs is copied for each element"
	var nodes []*node   // want "nodes is copied for each element"
	for p := range m {
		pairs = append([][2]int{{p[1], p[0]}}, pairs...)
		if p[0] > 0 {
			nodes = append([]*node{{pair: p}}, nodes...)
		} else {
			nodes = append([]*node{nil}, nodes...)
		}
	}
	return pairs, nodes
}

func early(n *node) ([]string, error) {
	var names []string // want "names is copied for each element"
	for ; n != nil; n = n.up {
		if n.name == "" {
			return nil, errNone
		}
		names = append([]string{n.name}, names...)
	}
	return names, nil
}

var errNone error

// twice: the second loop finds it in order
func twice(n, m *node) []string {
	var names []string // want "names is copied for each element"
	for ; n != nil; n = n.up {
		names = append([]string{n.name}, names...)
	}
	for ; m != nil; m = m.up {
		names = append([]string{m.name}, names...) // want "what is joined grows"
	}
	return names
}

// forked: what is appended afterwards may share the array
func forked(n *node) (a, b []string) {
	var names []string // want "review: what is appended to it and kept under another name"
	for ; n != nil; n = n.up {
		names = append([]string{n.name}, names...)
	}
	a = append(names, "a")
	b = append(names, "b")
	return a, b
}
