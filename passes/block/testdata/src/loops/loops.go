package loops

import "sync"

type node struct {
	name string
	next *node
}

// basic test
func appended(names []string) []*node {
	out := make([]*node, 0, len(names))
	for _, name := range names {
		out = append(out, &node{name: name}) // want `makes each node in an allocation of its own \(review: one element in use keeps all len\(names\) of them, 24 bytes each; a finalizer or cleanup of an element fails or waits for all of them\)$`
	}
	return out
}

func indexed(out []*node) {
	for i := range out {
		out[i] = new(node) // want `makes each node.*review: `
	}
}

func variable(names []string) (out []*node) {
	for i, name := range names {
		n := &node{ // want `makes each node.*review: `
			name: name, // the comment stays
		}
		if i > 0 {
			n.next = out[i-1]
		}
		out = append(out, n)
	}
	return out
}

func mapped(names []string) map[string]*node {
	m := make(map[string]*node)
	for _, name := range names {
		m[name] = &node{name, nil} // want `makes each node.*review: `
	}
	return m
}

type user struct {
	name string
	home *node
}

func field(users []user) {
	for i := range users {
		users[i].home = &node{name: users[i].name} // want `makes each node.*review: `
	}
}

// room may be left over
func conditional(names []string) (out []*node) {
	for _, name := range names {
		if name == "" {
			continue
		}
		out = append(out, &node{name: name}) // want `review: .*; room for len\(names\) is taken even if fewer are made`
	}
	return out
}

// one block for both
func branches(names []string) (out []*node) {
	for _, name := range names {
		if name == "" {
			out = append(out, new(node)) // want `makes each node.*review: one element in use keeps all len\(names\) of them`
		} else {
			out = append(out, &node{name: name})
		}
	}
	return out
}

// a block for each type
func two(names []string) (out []*node, users []*user) {
	for _, name := range names {
		out = append(out, &node{name: name})     // want `makes each node.*review: `
		users = append(users, &user{name: name}) // want `makes each user.*review: `
	}
	return out, users
}

// all loops share one block
func nested(groups [][]string) (out []*node) {
	for _, group := range groups {
		for _, name := range group {
			out = append(out, &node{name: name}) // want `review: one element in use keeps all n of them`
		}
	}
	return out
}

// the outer loop cannot be counted, the inner one can
func inner(groups chan []string) (out []*node) {
	for group := range groups {
		for _, name := range group {
			out = append(out, &node{name: name}) // want `review: .*keeps all len\(group\) of them`
		}
	}
	return out
}

func counted(n int) []*node {
	out := make([]*node, n)
	for i := 0; i < n; i++ {
		out[i] = &node{} // want `review: .*keeps all n of them`
	}
	return out
}

// a literal is not a copy of a lock
type guarded struct {
	mu sync.Mutex
	n  int
}

func locks(keys []string) map[string]*guarded {
	m := map[string]*guarded{}
	for i, k := range keys {
		m[k] = &guarded{n: i} // want `makes each guarded.*review: `
	}
	return m
}

// elements of 200 bytes take 208 each; a block of 27 takes that of the next larger size
type odd struct {
	name string
	rest [184]byte
}

func waste() (out []*odd) {
	for i := 0; i < 27; i++ {
		out = append(out, new(odd)) // refused `the block would take 6144 bytes, the elements one by one 5616`
	}
	return out
}

func literals(fns []string) []func() *node {
	var out []func() *node
	for _, f := range fns {
		out = append(out, func() *node {
			var kept []*node
			for range 8 {
				kept = append(kept, &node{name: f}) // want `review: .*keeps all 8 of them`
			}
			return kept[0]
		})
	}
	return out
}

// a call in the literal is evaluated before or after a variable that it cannot see
func calls(names []string, f func(string) string) []*node {
	var out []*node
	for _, name := range names {
		out = append(out, &node{name: f(name)}) // want `makes each node.*review: `
	}
	return out
}

func labelled(names []string) (out []*node) {
loop:
	for _, name := range names {
		switch name {
		case "stop":
			break loop
		}
		out = append(out, &node{name: name}) // want `review: .*room for`
	}
	return out
}

type pair[K comparable, V any] struct {
	key K
	val V
}

func instance(names []string) (out []*pair[string, int]) {
	for i, name := range names {
		out = append(out, &pair[string, int]{name, i}) // want `makes each pair\[string, int\].*review: `
	}
	return out
}

func taken(block []string) (out []*node) {
	for _, name := range block {
		out = append(out, &node{name: name}) // want `makes each node.*review: `
	}
	return out
}

// types without literals
func numbers(n []int) (out []*int) {
	for _, k := range n {
		p := new(int) // want `makes each int.*review: .*8 bytes each`
		*p = k
		out = append(out, p)
	}
	return out
}

// sizes that only the caller knows
func generic[T any](n []int) (out []*T, arrays []*[4]T, pairs []*pair[int, T]) {
	for k := range n {
		out = append(out, new(T))                    // want `makes each T in.*review: one element in use keeps all len\(n\) of them; `
		arrays = append(arrays, new([4]T))           // want `makes each \[4\]T.*review: `
		pairs = append(pairs, &pair[int, T]{key: k}) // want `makes each pair\[int, T\].*review: `
	}
	return out, arrays, pairs
}

// a type that depends on a type parameter without naming it
func local[T any](n []int) (out []any) {
	type box struct{ v T }
	boxes := make([]*box, len(n))
	for i := range n {
		boxes[i] = &box{} // want `makes each box.*review: `
		out = append(out, boxes[i])
	}
	return out
}

// the range is evaluated once, and names may change
func growing(names []string) (out []*node) {
	for _, name := range names {
		names = append(names, name)
		out = append(out, &node{name: name}) // want `makes each node.*review: .*waits for all of them.$`
	}
	return out
}

// the condition is evaluated each time
func counting(names []string) (out []*node) {
	for i := 0; i < len(names); i++ {
		if i < 3 {
			names = append(names, "more")
		}
		out = append(out, &node{name: names[i]}) // want `makes each node.*review: .*elements are copied, while others may use them, if more are made than there was room for.$`
	}
	return out
}

type peer struct{ host, addr string }

// resolved counts what the outer loop makes once the inner loop has a block of its own.
func resolved(hosts []string, lookup func(string) []string) (out []*peer) {
	for _, host := range hosts {
		if host == "" {
			out = append(out, &peer{host: host}) // want `review: `
			continue
		}
		for _, addr := range lookup(host) {
			out = append(out, &peer{host: host, addr: addr}) // want `review: `
		}
	}
	return out
}

func declared(names []string) (out []*node) {
	for i, name := range names {
		var (
			n    = &node{name: name} // want `makes each node.*review: `
			last = i - 1
		)
		if last >= 0 {
			(n).next = out[last]
		}
		out = append(out, (n))
	}
	return out
}

func inParens(names []string) (out []*node) {
	for _, name := range names {
		out = append(out, (&(node{name: name}))) // want `makes each node.*review: `
	}
	return out
}

// nope: the object is made of what the group declares before it.
func madeOf(names []string) (out []*node) {
	for i := range names {
		var (
			name = names[i]
			n    = &node{name: name}
		)
		out = append(out, n)
	}
	return out
}
