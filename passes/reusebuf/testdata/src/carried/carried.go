package carried

import "time"

type edge struct {
	src, dst string
	weights  []int
	count    [4]int
}

func (e edge) same(f edge) bool { return e.src == f.src }

func (e *edge) rename(s string) { e.src = s }

// a copy of the element
func groups(edges []edge) int {
	n := 0
	var prev *edge
	for _, e := range edges {
		if prev == nil || prev.src != e.src {
			n++
		}
		prev = &e // want "prev points to a new variable in each iteration"
	}
	return n
}

// what the iteration computes
func gaps(times []time.Time) (out []time.Duration) {
	var (
		last *time.Time // the one before
		n    int
	)
	for i := range times {
		t := times[i].Round(time.Second)
		if last != nil {
			out = append(out, t.Sub(*last))
		}
		n++
		last = &t // want "last points to a new variable in each iteration"
	}
	return out[:n-1]
}

// the pointer alone leads to the object, and changes it
func runs(edges []edge) []edge {
	var all []edge
	var cur *edge
	for _, e := range edges {
		if e.dst == "" {
			if cur != nil {
				all = append(all, *cur)
				cur = nil
			}
			continue
		}
		if cur == nil {
			cur = &edge{src: e.src} // want "cur points to a new variable in each iteration"
		}
		cur.weights = append(cur.weights, len(e.dst))
		cur.count[0]++
		cur.rename(e.dst)
	}
	return all
}

func objects(list []string) (n int) {
	var prev *edge
	for _, s := range list {
		e := &edge{src: s}
		if prev != nil && prev.same(*e) {
			n++
		}
		prev = e // want "prev points to a new variable in each iteration"
	}
	return n
}

// the outer loop has one of its own
func nested(lists [][]string) (n int) {
	for _, list := range lists {
		var last *string
		for _, s := range list {
			if last != nil && *last == s {
				n++
			}
			last = &s // want "last points to a new variable in each iteration"
		}
	}
	return n
}

func listed(list []string) (n int) {
	var a, b *string
	for _, s := range list {
		if a != nil && b != nil && *a+*b == s {
			n++
		}
		t := s + "!"
		a, b = b, &t // nope: not an assignment of its own
	}
	return n
}

func changed(list []int) (n int) {
	var last *int
	for _, x := range list {
		last = &x // nope: x changes behind it
		x++
		n += *last
	}
	return n
}

func changes(list []int) (n int) {
	var last *int
	for _, x := range list {
		last = &x // nope: x changes, too // refused "may be kept, or changed"
		*last++
		n += x
	}
	return n
}

func method(edges []edge) (n int) {
	var last *edge
	for _, e := range edges {
		last = &e // nope: the method changes e // refused "may be kept, or changed"
		last.rename("")
		n += len(e.src)
	}
	return n
}

func kept(edges []edge) *edge {
	var last *edge
	for _, e := range edges {
		if last == nil || e.src > last.src {
			last = &e // nope: it is returned // refused "may be kept, or changed, by return last"
		}
	}
	return last
}

func chained(list []string) (n int) {
	type node struct {
		s    string
		next *node
	}
	var head *node
	for _, s := range list {
		head = &node{s, head} // nope: the next one keeps it
	}
	for ; head != nil; head = head.next {
		n++
	}
	return n
}

func compared(list []int, found *int) (n int) {
	var last *int
	for _, x := range list {
		if last == found { // nope: it is another variable each time
			n++
		}
		last = &x // refused "may be kept, or changed"
	}
	return n
}

func captured(list []int) (n int) {
	var last *int
	for _, x := range list {
		last = &x // nope: the literal may keep it
		defer func() { n += *last }()
	}
	return n
}

func inner(list []int) (n int) {
	var last *int
	for range list {
		x := 0
		for range 3 {
			if last != nil {
				n += *last
			}
			last = &x // nope: x changes in front of it, the next time
			x++
		}
	}
	return n
}

func outside(list []int) (n int) {
	var last *int
	var x int
	for _, x = range list {
		last = &x // nope: one variable already
		n += *last
	}
	return n
}

func counted(n int) (sum int) {
	var last *int
	for i := 0; i < n; i++ {
		if last != nil {
			sum += *last
		}
		last = &i // nope: before go1.22 all iterations share it
	}
	return sum
}
