package negative

type node struct {
	name string
	next *node
}

type empty struct{}

// nope: not kept; the compiler has it on the stack
func local(names []string) (n int) {
	for _, name := range names {
		p := &node{name: name}
		n += len(p.name)
	}
	return n
}

// nope: no loop
func once(name string) *node {
	p := &node{name: name}
	return p
}

// nope: nobody knows how many
func channel(names chan string) (out []*node) {
	for name := range names {
		out = append(out, &node{name: name}) // refused "nothing says beforehand how many"
	}
	return out
}

// nope: runs until something happens
func endless(more func() bool) (out []*node) {
	for more() {
		out = append(out, new(node))
	}
	return out
}

// nope: pointers to nothing may be equal
func nothing(n []int) (out []*empty) {
	for range n {
		out = append(out, &empty{})
	}
	return out
}

// nope: one element
func single() (out []*node) {
	for range 1 {
		out = append(out, new(node))
	}
	return out
}

// nope: another function makes it, whenever it is called
func inside(names []string) (out []func() *node) {
	for _, name := range names {
		out = append(out, func() *node {
			var n struct{ p *node }
			n.p = &node{name: name}
			return n.p
		})
	}
	return out
}

// nope: not the only value of the statement
func several(names []string) (out []*node) {
	for _, name := range names {
		p, q := &node{name: name}, &node{name: name}
		out = append(out, p, q)
		out = append(out, &node{}, &node{}) // BAD: two from one statement
	}
	return out
}

// nope: a comment would be lost
func comment(names []string) (out []*node) {
	for _, name := range names {
		out = append( /* always */ out, &node{name: name})
	}
	return out
}

// nope: make means something else
func shadowed(names []string, make func()) (out []*node) {
	for _, name := range names {
		out = append(out, &node{name: name})
	}
	make()
	return out
}

// nope: the type is not known before the loop
func inner(names []string) (out []any) {
	for _, name := range names {
		type local struct{ name string }
		var p *local
		p = &local{name}
		out = append(out, p)
	}
	return out
}

// nope: kept by somebody that is called; BAD: keep may keep it
func passed(names []string, keep func(*node)) {
	for _, name := range names {
		p := &node{name: name}
		keep(p)
	}
}

// nope: the elements of a literal are one statement; BAD: could share a block
func literal() []*node {
	return []*node{{name: "a"}, {name: "b"}}
}

// nope: goto must not jump over a declaration
func jumps(names []string, skip bool) (out []*node) {
	if skip {
		goto done
	}
	for _, name := range names {
		out = append(out, &node{name: name})
	}
done:
	return out
}

// nope: the second slice would begin somewhere else, or nowhere
func movedStart(x, y []int) ([]int, []int) {
	a := make([]int, len(x))
	x = x[1:]
	b := make([]int, len(y))
	return a, append(b, x...)
}

func hiddenStart(x, y []int) ([]int, []int) {
	a := make([]int, len(x))
	x, z := y, x
	b := make([]int, len(z))
	return a, append(b, x...)
}

func hiddenLen(x []int) ([]int, []int) {
	a := make([]int, len(x))
	len := 3
	b := make([]int, 100)
	return a, b[len:]
}

// nope: the loop ends with the first one
func found(list []*node, names []string) ([]*node, bool) {
	for _, name := range names {
		if name != "" {
			list = append(list, &node{name: name})
			return list, true
		}
	}
	return list, false
}
