package counts

type node struct{ id, next int }

type reader struct {
	n     int
	data  []byte
	nodes []*node
	first *node
}

func (r *reader) read() int {
	r.n++
	return int(r.data[r.n])
}

func made(r *reader, n int) []*node {
	nodes := make([]*node, n)
	for i := 0; i < n; i++ {
		nodes[i] = &node{id: r.read()} // want "makes each node in an allocation of its own.*review: one element in use keeps all n of them"
	}
	return nodes
}

// The number fits into an int, since the list was made.
func narrow(r *reader, n uint32) []*node {
	nodes := make([]*node, n)
	for i := uint32(0); i < n; i++ {
		nodes[i] = &node{id: r.read()} // want "makes each node in .*review: one element in use keeps all int.n. of them"
	}
	return nodes
}

func ranged(r *reader, n uint64) (nodes []*node) {
	nodes = make([]*node, 0, n)
	for i := range n {
		nodes = append(nodes, &node{id: r.read(), next: int(i)}) // want "makes each node in .*review: one element in use keeps all int.n. of them"
	}
	return nodes
}

func converted(r *reader, n int64) (nodes []*node) {
	var ids = make([]int, n)
	for i := 0; i < int(n); i++ {
		nodes = append(nodes, &node{id: ids[i] + r.read()}) // want "makes each node in .*review: one element in use keeps all int.n. of them"
	}
	return nodes
}

func backwards(r *reader, n int) []*node {
	nodes := make([]*node, n)
	for i := n - 1; i >= 0; i-- {
		nodes[i] = &node{id: r.read()} // want "makes each node in .*review: one element in use keeps all n of them"
	}
	return nodes
}

func lastFirst(names []string) (nodes []*node) {
	for i := len(names) - 1; i >= 0; i-- {
		nodes = append(nodes, &node{id: len(names[i])}) // want "makes each node in .*review: one element in use keeps all len.names. of them"
	}
	return nodes
}

// n was another number then; this one may be negative.
func changed(r *reader, n int) []*node {
	nodes := make([]*node, n)
	n--
	for i := 0; i < n; i++ {
		nodes[i] = &node{id: r.read()} // want "makes each node in .*review: one element in use keeps all max.n, 0. of them"
	}
	return nodes
}

// What a branch made says nothing.
func maybe(r *reader, n int, ok bool) []*node {
	var nodes []*node
	if ok {
		nodes = make([]*node, 0, n)
	}
	for i := 0; i < n; i++ {
		nodes = append(nodes, &node{id: r.read()}) // want "makes each node in .*review: one element in use keeps all max.n, 0. of them"
	}
	return nodes
}

func unknown(r *reader, n uint32, ok bool) []*node {
	var nodes []*node
	if ok {
		nodes = make([]*node, 0, n)
	}
	for i := uint32(0); i < n; i++ {
		nodes = append(nodes, &node{id: r.read()}) // want "makes each node in .*review: one element in use keeps all int.n. of them"
	}
	return nodes
}

// The literal runs later, so that it says nothing of the number.
func later(r *reader, n uint32) []*node {
	var nodes, more []*node
	fill := func() { more = make([]*node, 0, n) }
	for i := uint32(0); i < n; i++ {
		nodes = append(nodes, &node{id: r.read()}) // want "makes each node in .*review: .*memory for n is reserved before any is needed"
	}
	fill()
	return append(nodes, more...)
}

func keyed(r *reader, n uint32) map[uint32]*node {
	nodes := make(map[uint32]*node, n)
	for i := uint32(0); i < n; i++ {
		nodes[i] = &node{id: r.read()} // want "makes each node in .*review: one element in use keeps all int.n. of them"
	}
	return nodes
}

func empty(n uint32) []*node {
	seen := make([]struct{}, n)
	var nodes []*node
	for i := uint32(0); i < n; i++ {
		nodes = append(nodes, &node{id: len(seen)}) // want "makes each node in .*review: one element in use keeps all int.n. of them"
	}
	return nodes
}

// nope: the counter wraps around where n is the largest.
func wraps(r *reader, n uint8) []*node {
	nodes := make([]*node, n)
	for i := uint8(1); i <= n; i++ {
		nodes[i-1] = &node{id: r.read()} // refused "nothing says beforehand"
	}
	return nodes
}

func another(r *reader, n uint32) []*node {
	nodes := make([]*node, n)
	if n := uint32(r.read()); n > 3 {
		for i := uint32(0); i < n; i++ {
			nodes[i] = &node{id: r.read()} // want "makes each node in .*review: one element in use keeps all int.n. of them"
		}
	}
	return nodes
}

// nope: the loop counts on.
func grows(r *reader, n uint32) []*node {
	nodes := make([]*node, n, 100)
	more := make([]*node, n)
	for i := uint32(0); i < n; i++ {
		nodes = append(nodes, &node{id: r.read()}) // refused "nothing says beforehand"
		n += uint32(len(more)) % 2
	}
	return nodes
}

func field(r *reader, lists []*reader) {
	for _, l := range lists {
		l.first = &node{id: r.read()} // want "makes each node in .*review: one element in use keeps all len.lists. of them"
	}
}

// read may change r.nodes, or i.
func effects(r *reader, list []*node) {
	for i := range list {
		r.nodes[i] = &node{id: r.read()} // want "makes each node in .*review: .* is evaluated before r.nodes.i. is read, as it is today, though the language leaves the order open.$"
	}
	for i := range list {
		list[i] = &node{id: r.add(&i)} // want "makes each node in .*review: .* is evaluated before list.i. is read, as it is today, though the language leaves the order open.$"
	}
	for i := range list {
		r.nodes = append(r.nodes, &node{id: r.read() + i}) // want "makes each node in .*review: .* is evaluated before r.nodes is read, as it is today, though the language leaves the order open.$"
	}
	for i := range list {
		list[i/r.n] = &node{id: r.read()} // want "makes each node in .*review: .* is evaluated before list.i/r.n. is read, as it is today, though the language leaves the order open.$"
	}
}

func (r *reader) add(i *int) int {
	*i++
	return r.read()
}

// An int of 32 bits may be too short: the block grows then.
func long(r *reader, n int64) (nodes []*node) {
	for i := int64(0); i < n; i++ {
		nodes = append(nodes, &node{id: r.read()}) // want "makes each node in .*review: one element in use keeps all max.int.n., 0. of them"
	}
	for range n {
		r.first = &node{id: r.read()} // want "makes each node in .*review: one element in use keeps all max.int.n., 0. of them"
	}
	return nodes
}

// A pair of numbers that go on.
func merged(r *reader, a, b []int) (nodes []*node) {
	for i := 0; len(a) > i && r.read() > 0; i++ {
		if a[i] == 0 {
			i++
		}
		nodes = append(nodes, &node{id: i}) // want "makes each node in .*review: one element in use keeps all len.a. of them"
	}
	return nodes
}

func label(n int) string { return string(rune('a' + n)) }

// What is called beside the object changes nothing, whenever it is called.
func labelled(m map[string]*node, list []*reader) {
	for i, r := range list {
		m[label(i)] = &node{id: r.n} // want "makes each node in .*review: one element in use keeps all len.list. of them"
	}
}

// nope: the call may change what the object is made of, or show that it comes first.
func noted(m map[int]*node, list []*reader) {
	for _, r := range list {
		m[r.read()] = &node{id: r.n} // refused "the rest of the statement may have side effects"
	}
	for _, r := range list {
		m[len(label(r.n))] = &node{id: list[r.n].n} // refused "the rest of the statement may have side effects"
	}
}
