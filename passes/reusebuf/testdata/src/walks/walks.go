// Package walks uses memory in literals that are called by name.
package walks

type node struct {
	id   int
	next []*node
}

// basic test
func reachable(roots []*node) (sum int) {
	for _, root := range roots {
		seen := map[int]bool{} // want `seen is made anew in each iteration`
		var visit func(n *node)
		visit = func(n *node) {
			if seen[n.id] {
				return
			}
			seen[n.id] = true
			for _, m := range n.next {
				visit(m)
			}
		}
		visit(root)
		sum += len(seen)
	}
	return sum
}

// nope: the literal runs when the loop has gone on.
func deferred(roots []*node) {
	for _, root := range roots {
		seen := map[int]bool{} // refused "seen may be retained"
		mark := func(id int) { seen[id] = true }
		defer mark(root.id)
	}
}

// nope: in another goroutine
func parallel(roots []*node) {
	for _, root := range roots {
		seen := map[int]bool{} // refused "seen may be retained"
		mark := func(id int) { seen[id] = true }
		go mark(root.id)
	}
}

// nope: the literal is kept.
func kept(roots []*node) (marks []func(int)) {
	for range roots {
		seen := map[int]bool{} // refused "seen may be retained"
		mark := func(id int) { seen[id] = true }
		marks = append(marks, mark)
	}
	return marks
}

// nope: the variable of the literal is one for all iterations, and runs in the next.
func before(roots []*node) (n int) {
	var mark func(id int) int
	for _, root := range roots {
		if mark != nil {
			n += mark(root.id)
		}
		seen := map[int]bool{} // refused "seen may be retained"
		mark = func(id int) int { seen[id] = true; return len(seen) }
	}
	return n
}

// nope: a literal around it is kept.
func inside(roots []*node, later func(func())) {
	for _, root := range roots {
		seen := map[int]bool{} // refused "seen may be retained"
		mark := func(id int) { seen[id] = true }
		later(func() { mark(root.id) })
	}
}

// nope: the literal sets it.
func sets(roots []*node) (n int) {
	for _, root := range roots {
		var ids []int // refused "ids may be retained"
		add := func(id int) int { ids = append(ids, id); return id }
		ids = append(ids, add(root.id))
		n += len(ids)
	}
	return n
}
