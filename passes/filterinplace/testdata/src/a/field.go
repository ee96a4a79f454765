package a

import "time"

type limiter struct {
	hits map[string][]time.Time
	list []int
	gone []int
	max  int
}

func (l *limiter) allow(k string, now time.Time) bool {
	var recent []time.Time // want `recent gets a new array, though it takes the place of l.hits.k. .review: the elements of l.hits.k. are overwritten`
	for _, t := range l.hits[k] {
		if now.Sub(t) < time.Minute {
			recent = append(recent, t)
		}
	}
	l.hits[k] = append(recent, now)
	return len(recent) < l.max
}

func (l *limiter) drop(n int) (dropped int) {
	rest := make([]int, 0, len(l.gone)) // want `rest gets a new array, .*review: `
	for _, x := range l.gone {
		if l.below(x) {
			dropped++
			continue
		}
		rest = append(rest, x)
	}
	dropped *= n
	l.gone = rest
	return dropped
}

func (l *limiter) below(x int) bool { return x < l.max }

// nope: the list stays as it was where an element is wrong
func (l *limiter) checked() bool {
	var rest []int
	for _, x := range l.list {
		if x < 0 {
			return false
		}
		rest = append(rest, x) // refused "the loop may leave the function when list is half filtered"
	}
	l.list = rest
	return true
}

func (l *limiter) has(x int) bool {
	for _, y := range l.list {
		if x == y {
			return true
		}
	}
	return false
}

// nope: what is called looks at the list
func (l *limiter) unique() {
	var rest []int
	for _, x := range l.list {
		if !l.has(x) {
			rest = append(rest, x) // refused "has looks at list"
		}
	}
	l.list = rest
}

// nope: the function may look at the list
func (l *limiter) filter(keep func(int) bool) {
	var rest []int
	for _, x := range l.list {
		if keep(x) {
			rest = append(rest, x) // refused "what the loop calls, or waits for, may look at list"
		}
	}
	l.list = rest
}

// nope: the list stays
func (l *limiter) some() []int {
	var rest []int
	for _, x := range l.list {
		if x > 0 {
			rest = append(rest, x)
		}
	}
	return rest
}

// nope: another entry is set
func (l *limiter) moved(from, to string) {
	var rest []time.Time
	for _, t := range l.hits[from] {
		rest = append(rest, t)
	}
	l.hits[to] = rest
}

// nope: what is appended behind the loop is read from the list
func (l *limiter) rotate() {
	var rest []int
	for _, x := range l.list {
		if x > 1 {
			rest = append(rest, x)
		}
	}
	l.list = append(rest, l.list[0])
}

func (l *limiter) first() int { return l.list[0] }

// nope: what is appended behind the loop is read from the list by what is called
func (l *limiter) rotated() {
	var rest []int
	for _, x := range l.list {
		if x > 1 {
			rest = append(rest, x)
		}
	}
	l.list = append(rest, l.first())
}

// nope: nobody knows what is called
func (l *limiter) refilled(next func() int) {
	var rest []int
	for _, x := range l.list {
		if x > 1 {
			rest = append(rest, x)
		}
	}
	l.list = append(rest, next())
}

// nope: the loop sets the key
func (l *limiter) otherKey(k string) {
	var rest []time.Time
	for _, t := range l.hits[k] {
		if !t.IsZero() {
			rest = append(rest, t) // refused "the loop sets what hits is found by"
		}
		k = "other"
	}
	l.hits[k] = rest
}

// nope: the loop sets the key, which is a number
func otherNumber(lists struct{ of map[int][]int }, k int) {
	var rest []int
	for _, x := range lists.of[k] {
		if x > 0 {
			rest = append(rest, x) // refused "the loop sets what of is found by"
		}
		k++
	}
	lists.of[k] = rest
}

// nope: the key is an element that the loop sets
func otherElement(lists struct{ of map[int][]int }, keys []int) {
	var rest []int
	for _, x := range lists.of[keys[0]] {
		if x > 0 {
			rest = append(rest, x) // refused "the loop may set what of is found by"
		}
		keys[0] = x
	}
	lists.of[keys[0]] = rest
}

type chained struct {
	list []int
	next *chained
	at   int
	of   map[int][]int
}

// nope: the loop goes on to another one
func follow(c *chained) {
	var rest []int
	for _, x := range c.list {
		if x > 0 {
			rest = append(rest, x) // refused "the loop sets what list is found by"
		}
		c = c.next
	}
	c.list = rest
}

// nope: the loop sets the field that is the key
func (c *chained) otherField() {
	var rest []int
	for _, x := range c.of[c.at] {
		if x > 0 {
			rest = append(rest, x) // refused "the loop sets what of is found by"
		}
		c.at++
	}
	c.of[c.at] = rest
}

func (c *chained) step(x int) bool { c.at++; return x > 0 }

// nope: what the loop calls sets the field that is the key
func (c *chained) steppedField() {
	var rest []int
	for _, x := range c.of[c.at] {
		if c.step(x) {
			rest = append(rest, x) // refused "the loop sets what of is found by"
		}
	}
	c.of[c.at] = rest
}

// nope: a function literal sets the key
func (c *chained) literal(k int) {
	next := func() { k++ }
	var rest []int
	for _, x := range c.of[k] {
		if x > 0 {
			rest = append(rest, x) // refused "the loop sets what of is found by"
		}
		next()
	}
	c.of[k] = rest
}
