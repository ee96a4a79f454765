package captured

import (
	"fmt"
	"sort"
	"sync"
)

// In a branch that is hardly ever taken.
func counter(name string, n int) func() int {
	count := 0 // want "count is on the heap each time, since a function literal in a branch shares it"
	count += n
	if name == "" {
		return func() int { count++; return count }
	}
	fmt.Println(name, count)
	return nil
}

// A parameter, and two literals that share it.
func both(n int, name string) (get func() int, add func(int)) { // want "n is on the heap each time"
	n *= 2
	switch name {
	case "none":
		return nil, nil
	case "both":
		// The two share n.
		return func() int { return n }, func(d int) { n += d }
	}
	fmt.Println(n)
	return nil, nil
}

// In two branches of which one is taken.
func either(names []string, c chan func() int) {
	for _, name := range names {
		size := len(name) // want "size is on the heap each time"
		if size++; name == "x" {
			go func() { size--; fmt.Println(size) }()
		} else if name == "y" {
			c <- func() int { return size }
		}
	}
}

// A method, in whose literal is another one.
func (r *runs) each(limit int) func() {
	seen := 0 // want "seen is on the heap each time"
	for range limit {
		seen++
	}
	if limit > 10 {
		return func() { r.do(func() { seen-- }) }
	}
	r.n += seen
	return nil
}

type runs struct{ n int }

func (r *runs) do(f func()) { f() }

// nope: it is used behind the branch
func behind(n int, c chan func()) int {
	n++
	if n > 3 {
		c <- func() { n++ }
	}
	return n
}

// nope: the next iteration uses it
func next(names []string, c chan func()) {
	total := 0
	for _, name := range names {
		total += len(name)
		if name == "" {
			c <- func() { total++ }
		}
	}
}

// nope: a deferred literal reads it at the end
func deferred(n int, c chan func()) {
	defer func() { fmt.Println(n) }()
	if n++; n > 3 {
		c <- func() { n++ }
	}
}

// nope: it has only one value, and is captured by that
func value(n int) func() int {
	m := n * 2
	if n > 3 {
		return func() int { return m }
	}
	return nil
}

// nope: the literal stays on the stack
func sorted(list []int) {
	n := 0
	n += len(list)
	if n > 3 {
		sort.Slice(list, func(i, j int) bool { n++; return list[i] < list[j] })
	}
}

// nope: the statement reads it as well
func reads(n int) (func() int, int) {
	n++
	if n > 3 {
		return func() int { n++; return n }, n
	}
	return nil, 0
}

// nope: another literal, made before, shares it
func shared(n int, c chan func()) {
	c <- func() { n++ }
	if n > 3 {
		c <- func() { n-- }
	}
}

// nope: it is always made
func always(n int) func() int {
	n++
	return func() int { n++; return n }
}

// nope: a lock is not copied
func locked(n int) func() {
	var l struct {
		sync.Mutex
		n int
	}
	l.n = n
	if n > 3 {
		return func() { l.n++ }
	}
	return nil
}

// nope: somebody has its address
func addressed(n int, keep func(*int)) func() {
	n++
	keep(&n)
	if n > 3 {
		return func() { n++ }
	}
	return nil
}

// nope: a result is set by whoever returns
func result(c chan func()) (n int) {
	n++
	if n > 3 {
		c <- func() { n++ }
	}
	return
}

// nope: the branch declares another one of the name
func hidden(n int, c chan func()) {
	n++
	if n > 3 {
		c <- func() { n++ }
		n := 3
		fmt.Println(n)
	}
}

// nope: what is given the literal only calls it
func called(n int) int {
	m := n
	if n > 3 {
		m++
		locks(func() { m++ })
		return 0
	}
	return n
}

var mu sync.Mutex

func locks(f func()) {
	mu.Lock()
	defer mu.Unlock()
	f()
}
