package handed

import (
	"sync"
)

type count struct {
	name string
	n    int
	pos  [2]int
	mu   sync.Mutex
}

var (
	last *count
	all  []*count
	ints []int
)

func down(c *count, depth int) int {
	if depth == 0 {
		return c.n
	}
	return down(c, depth-1) + up(c, depth-1)
}

func up(c *count, depth int) int {
	if depth < 0 {
		return 0
	}
	return down(c, depth-1)
}

func recursion(list []string) (sum int) {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `makes each count in an allocation of its own$`
	}
	for _, c := range counts {
		sum += down(c, 3)
	}
	return sum
}

func deep(c *count, depth int) {
	if depth == 0 {
		last = c
		return
	}
	deeper(c, depth)
}

func deeper(c *count, depth int) { deep(c, depth-1) }

func recursionKeeps(list []string) (sum int) {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: `
	}
	for _, c := range counts {
		deeper(c, 3)
	}
	return sum
}

// The first question, about even, rests on odd, which turns out to keep the object behind a cycle.
func even(c *count, n int) {
	if n > 0 {
		odd(c, n-1)
		even(c, n-2)
	}
}

func odd(c *count, n int) {
	even(c, n-1)
	keep(c, n)
}

func keep(c *count, n int) {
	odd(c, n-1)
	all = append(all, c)
}

func cycleKeeps(list []string) {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: `
	}
	for i := range counts {
		even(counts[i], i)
	}
}

func one(c *count)   { two(c) }
func two(c *count)   { three(c) }
func three(c *count) { four(c) }
func four(c *count)  { five(c) }
func five(c *count)  { six(c) }
func six(c *count)   { c.n++ }

func levels(list []string) {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `makes each count in an allocation of its own$`
	}
	for i := range counts {
		one(counts[i])
	}
}

func largest(a, b *count) *count {
	best := a
	if b.n > best.n {
		best = b
	}
	return best
}

func pick(a, b *count) (best *count, ok bool) {
	if a.n > b.n {
		return a, true
	}
	best = b
	return
}

func results(list []string) int {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `makes each count in an allocation of its own$`
	}
	best := counts[0]
	for _, c := range counts {
		best = c
	}
	return best.n
}

func names(list []string) int {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `makes each count in an allocation of its own$`
	}
	var prev *count
	for i := range counts {
		cur := counts[i]
		if prev != nil {
			prev.n = cur.n
		}
		prev = cur
		pos := &prev.pos
		pos[0]++
	}
	best, _ := pick(prev, counts[0])
	return best.n + largest(best, prev).n
}

func resultKept(list []string) {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: `
	}
	last = largest(counts[0], counts[1])
}

func resultInto(list []string) {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: `
	}
	best, _ := pick(counts[0], counts[1])
	prev := best
	last = prev
}

func resultReturned(list []string) (best *count) {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: `
	}
	best, _ = pick(counts[0], counts[1])
	return
}

func partKept(list []string) {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: `
	}
	pos := &counts[0].pos
	ints = pos[:]
}

func address(list []string) {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: `
	}
	c := counts[0]
	keepAt(&c)
}

func keepAt(p **count) { last = *p }

func locked(c *count) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer func() { c.n-- }()
	visit := func(n int) { c.n += n }
	visit(1)
}

func literals(list []string) {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `makes each count in an allocation of its own$`
	}
	for i := range counts {
		locked(counts[i])
	}
}

func later(c *count) {
	visit := func() { c.n++ }
	go func() { visit() }()
}

func goroutine(list []string) {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: `
	}
	for i := range counts {
		later(counts[i])
	}
}

func handedOut(c *count) func() {
	visit := func() { c.n++ }
	return visit
}

func literalKept(list []string) {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: `
	}
	handedOut(counts[0])()
}

// both literals call one another.
func pingPong(c *count) {
	var ping, pong func(n int)
	ping = func(n int) {
		if n > 0 {
			pong(n - 1)
		}
		c.n++
	}
	pong = func(n int) { ping(n) }
	ping(3)
}

func mutual(list []string) {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `makes each count in an allocation of its own$`
	}
	pingPong(counts[0])
}

type visitor interface{ visit(c *count) }

type adding struct{}

func (adding) visit(c *count) { c.n++ }

type doubling struct{ n int }

func (d *doubling) visit(c *count) { c.n *= d.n }

func visited(list []string, v visitor) {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `makes each count in an allocation of its own$`
	}
	for _, c := range counts {
		v.visit(c)
	}
}

type keeper interface{ see(c *count) }

type adder struct{}

func (adder) see(c *count) { c.n++ }

type recorder struct{ last *count }

func (r *recorder) see(c *count) { r.last = c }

func seen(list []string, k keeper) {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: `
	}
	for _, c := range counts {
		k.see(c)
	}
}

// Other packages may implement it.
type Viewer interface{ View(c *count) }

type view struct{}

func (view) View(c *count) { c.n++ }

func viewed(list []string, v Viewer) {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: `
	}
	for _, c := range counts {
		v.View(c)
	}
}

func expression(list []string, v visitor) {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: `
	}
	visitor.visit(v, counts[0])
}
