package fields

// An order is of what a statement does.
type order struct{ list []int }

func (o *order) Next(x int) int {
	o.list = []int{x, x} // want `o.list is made anew each time .review: a call behind o.list in a statement may overwrite what it had there; o.list keeps as much memory as its largest call needed.$`
	return x
}

func (o *order) twice() {
	o.list = append(append(o.list, 1), o.Next(2))
}

// The elements are copied, and the second call is behind it all.
type copied struct{ list []int }

func (o *copied) Next(x int) int {
	o.list = []int{x, x} // want `o.list is made anew each time$`
	return x
}

func (o *copied) all(out []int) []int {
	return append(append(out, o.list...), o.Next(2))
}

type called struct{ list []int }

func (c *called) Set(f func() int) {
	c.list = []int{f(), 1} // want `c.list is made anew each time .review: nothing of \[\]int{f\(\), 1} runs if c is nil.$`
}

func (c *called) first() int { return c.list[0] }
