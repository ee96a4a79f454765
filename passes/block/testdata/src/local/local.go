package local

type count struct {
	name string
	n    int
	pos  [2]int
}

func (c *count) add() { c.n++ }

func (c *count) self() *count { return c }

func bump(c *count) { c.n += 2 }

var last *count

func remember(c *count) { last = c }

// a word that comes again drops the object of the first
func words(list []string) (most int) {
	counts := make(map[string]*count, len(list))
	for _, w := range list {
		counts[w] = &count{name: w} // want `review: one element in use keeps all`
	}
	for _, w := range list {
		counts[w].add()
		counts[w].n++
		if c, ok := counts[w]; ok && c.n > most {
			bump(c)
			most = c.n
		}
	}
	for _, c := range counts {
		most = max(most, c.n+c.pos[0])
	}
	delete(counts, "x")
	return most + len(counts)
}

func slice(list []string) (sum int) {
	var counts []*count
	for i, w := range list {
		c := &count{name: w} // want `makes each count in an allocation of its own$`
		c.n = i
		c.pos[1]++
		counts = append(counts, c)
	}
	for i := range counts {
		c := counts[i]
		c.add()
		x := *c
		sum += x.n
	}
	return sum
}

func returned(list []string) []*count {
	var counts []*count
	for _, w := range list {
		counts = append(counts, &count{name: w}) // want `review: `
	}
	return counts
}

func elementReturned(list []string) *count {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: `
	}
	return counts[0]
}

func ranged(list []string) (best *count) {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: `
	}
	for _, c := range counts {
		best = c
	}
	return best
}

func lent(list []string) {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: `
	}
	remember(counts[0])
}

func bySelf(list []string) *count {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: `
	}
	return counts[0].self()
}

func field(list []string) *string {
	counts := make([]*count, len(list))
	for i, w := range list {
		c := &count{name: w} // want `review: `
		counts[i] = c
	}
	return &counts[0].name
}

func twoNames(list []string) []*count {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: `
	}
	other := counts
	return other
}

func cut(list []string) []*count {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: `
	}
	return counts[:1]
}

func param(counts []*count, list []string) {
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: `
	}
}

func captured(list []string) func() int {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: `
	}
	return func() int { return counts[0].n }
}

func sometimes(list []string) (n int) {
	counts := make(map[string]*count)
	for _, w := range list {
		if counts[w] == nil {
			counts[w] = &count{name: w} // want `review: .*room for len\(list\) is taken even if fewer are made`
		}
		counts[w].n++
	}
	return len(counts)
}

type node struct {
	next *node
	n    int
}

func linked(list []int) (n int) {
	nodes := make([]*node, len(list))
	for i, x := range list {
		nodes[i] = &node{n: x} // want `review: `
	}
	for _, x := range nodes {
		n += x.n
	}
	return n
}

func spread(list []string, other []*count) []*count {
	var counts []*count
	for _, w := range list {
		counts = append(counts, &count{name: w}) // want `review: `
	}
	return append(other, counts...)
}

func started(list []string) {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: `
	}
	go counts[0].add()
}

func given(list []string, counts map[string]*count) {
	copied := counts
	for _, w := range list {
		copied[w] = &count{name: w} // want `review: `
		counts[w].n++
	}
	for _, w := range list {
		copied[w] = &count{name: w} // want `review: `
	}
}

func keyed(list []string) map[*count]bool {
	seen := make(map[*count]bool)
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: `
	}
	seen[counts[0]] = true
	return seen
}
