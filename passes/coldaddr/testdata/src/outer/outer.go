package outer

type item struct {
	name string
	cost int
	pos  [4]int
}

func (t *item) raise(n int) { t.cost += n }

func (t *item) self() *item { return t }

func weigh(t *item) int { return t.cost + t.pos[0] }

func cheapest(list []item) *item {
	var best *item
	for _, t := range list { // want `t is on the heap each time, since a branch takes its address$`
		if best == nil || t.cost < best.cost {
			best = &t // the best so far
		}
	}
	return best
}

func cheapestName(list []item) string {
	var best *item
	for i := range list {
		t := list[i] // want `t is on the heap each time, since a branch takes its address$`
		t.raise(1)
		if weigh(&t) < 0 {
			continue
		}
		if best == nil || t.cost < best.cost {
			best = &t
		}
	}
	return best.name
}

func result(list []item, want string) (found *item, cost *int) {
	for _, t := range list { // want `t is on the heap each time, since a branch takes its address$`
		if t.name == want {
			found, cost = nil, &t.cost
		}
	}
	return
}

func named(t item, n int) (found *item) { // want `t is on the heap each time, since a branch takes its address$`
	if t.cost > n {
		found = &t
	}
	return
}

func prepared(name string, n int) *item {
	t := item{name: name} // want `t is on the heap each time, since a branch takes its address$`
	t.raise(n)
	if t.cost < 0 {
		return nil
	}
	p := &t
	return p
}

type table struct {
	byName map[string]*item
	list   []*item
	last   *item
	ch     chan *item
}

var known []*item

func register(t *item) { known = append(known, t) }

func (tab *table) fill(items []item, i int) {
	for _, t := range items { // want `t is on the heap each time, since a branch takes its address$`
		switch {
		case t.cost == 0:
			tab.byName[t.pos2()] = nil
		case t.cost == 1:
			tab.last = &t
		case t.cost == 2:
			tab.list[i] = &t
		case t.cost == 3:
			tab.byName["x"] = &t
		case t.cost == 4:
			tab.ch <- &t
		case t.cost == 5:
			tab.list = append(tab.list, &t)
		case t.cost == 6:
			register(&t)
		case t.cost == 7:
			*tab = table{last: &t}
		}
	}
}

func (t item) pos2() string { return t.name }

// nope: the variable is used where the pointer may have written.
func written(list []item) (sum int) {
	var p *item
	for _, t := range list {
		if t.cost > 3 {
			p = &t
			p.cost = 0
		}
		sum += t.cost
	}
	return sum + p.cost
}

// nope: the same variable in each iteration.
func sharedVar(list []item) (p *item) {
	var t item
	for i := range list {
		t = list[i]
		if t.cost > 0 {
			p = &t
		}
	}
	return p
}

// nope: a deferred call sees the variable last.
func deferred(t item) (p *item) {
	defer t.raise(1)
	if t.cost > 3 {
		p = &t
	}
	return p
}

// nope: the pointer is there already.
func twice(t item) *item {
	p := t.self()
	if t.cost > 3 {
		return &t
	}
	return p
}

// nope: it is gone with the variable.
func local(list []item) (sum int) {
	for _, t := range list {
		p := new(item)
		if t.cost > 3 {
			p = &t
		}
		sum += p.cost
	}
	return sum
}

// nope: which one it is shows.
func compared(list []item) (n int) {
	var p *item
	for _, t := range list {
		if t.cost > 3 {
			p = &t
		}
		if p == &t {
			n++
		}
	}
	return n
}

// nope: it may be changed by who has the pointer, and raise changes it.
func raised(t item, n int) int {
	if n > 3 {
		known = append(known, &t)
	}
	t.raise(n)
	return t.cost
}
