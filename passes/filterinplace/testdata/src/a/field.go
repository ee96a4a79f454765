package a

import "time"

type limiter struct {
	hits map[string][]time.Time
	list []int
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
	rest := make([]int, 0, len(l.list)) // want `rest gets a new array, .*review: `
	for _, x := range l.list {
		if l.below(x) {
			dropped++
			continue
		}
		rest = append(rest, x)
	}
	dropped *= n
	l.list = rest
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
