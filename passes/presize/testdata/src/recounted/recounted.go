package recounted

import "container/list"

type span struct{ lo, hi, step uint16 }

// what each of the ranges has, counted by loops that are alike
func expand(small []span, large [][2]int, odd bool) []rune {
	var out []rune
	for _, r := range small {
		for i := uint32(r.lo); i <= uint32(r.hi); i += uint32(r.step) {
			out = append(out, rune(i)) // want "out grows .*review: memory for i <= uint32.r.hi. is reserved before any is needed"
		}
	}
	for _, r := range large {
		for i := r[1]; i > r[0]; i-- {
			out = append(out, rune(i), rune(-i))
		}
	}
	return out
}

func pairs(rows []span) (out [][2]uint16) {
	for _, r := range rows {
		for i := r.lo; i < r.hi; i++ {
			out = append(out, [2]uint16{i, r.step}) // want "out grows by append although its length is known$"
		}
	}
	return out
}

// names that a counter might have
func named(list []span) (out []uint16) {
	for _, size := range list {
		for total := size.lo; total < size.hi; total++ {
			out = append(out, total) // want "out grows by append although its length is known$"
		}
	}
	return out
}

type halves struct{ left, right []int }

// a nil pointer ends the first loop at once
func (h *halves) all() []int {
	out := []int{} // want "out grows by append although its length is known$"
	for _, n := range h.left {
		out = append(out, n+1)
	}
	for _, n := range h.right {
		out = append(out, n-1)
	}
	return out
}

func (h *halves) both() (out []int) {
	out = append(out, h.left...) // want "out grows by append although its length is known$"
	return append(out, h.right...)
}

func (h *halves) other(o *halves) []int {
	var out []int
	for _, n := range h.left {
		out = append(out, n+1) // want "out grows by append although its length is known$"
	}
	for _, n := range o.right { // which may be nil, and never asked
		out = append(out, n-1)
	}
	return out
}

type grid struct {
	rows  [4]int
	cells []int
}

func (t *grid) indices() []int {
	var out []int
	for i := range t.rows { // which looks through no pointer
		out = append(out, i) // want "out grows by append although its length is known$"
	}
	for _, n := range t.cells {
		out = append(out, n+1)
	}
	return out
}

// elements of a list
func elements(l *list.List) (sum int) {
	var all []any // want "all grows"
	for e := l.Front(); e != nil; e = e.Next() {
		all = append(all, e.Value)
	}
	use(all)
	return len(all)
}

type queue struct{ waiting list.List }

func (q *queue) last(n int) []string {
	names := []string{} // want "names grows .*review: who keeps the result keeps room for q.waiting.Len"
	for e := q.waiting.Back(); e != nil; e = e.Prev() {
		if name, ok := e.Value.(string); ok {
			names = append(names, name)
		}
	}
	return names
}

func use([]any) {}

var table [10]rune

// nope: the loop may end early, changes what is counted, or may run otherwise
func uncounted(small []span, l, m *list.List, f func() bool) (out []rune, all []any) {
	for _, r := range small {
		for i := r.lo; i <= r.hi; i += r.step {
			if f() {
				break
			}
			out = append(out, rune(i))
		}
	}
	for k, r := range small {
		for i := r.lo; i <= r.hi; i += r.step {
			out = append(out, rune(i))
			small[k].hi, small[0].step = 1, 1
		}
	}
	for _, r := range small {
		for i := r.lo; i <= r.hi; i += r.step {
			out = append(out, rune(i))
			i++
		}
	}
	for _, r := range small {
		if r.hi > 1000 {
			return nil, nil
		}
		for i := r.lo; i <= r.hi; i += r.step {
			out = append(out, rune(i))
		}
	}
	for _, r := range small {
		for i := int(r.lo); i <= int(r.hi); i += int(r.step) {
			out = append(out, table[i])
		}
	}
	for _, r := range small {
		if len(out) < 1000 {
			for i := r.lo; i <= r.hi; i += r.step {
				out = append(out, rune(i))
			}
		}
	}
	for e := l.Front(); e != nil; e = e.Next() {
		all = append(all, e.Value)
		e = e.Next()
	}
	for e := l.Front(); e != nil; e = m.Front() {
		all = append(all, e.Value)
	}
	return out, all
}

type offset struct{ by uint16 }

// a nil pointer ends the loop before any memory is needed
func shifted(rows []span, o *offset) (out []uint16) {
	for _, r := range rows {
		for i := r.lo; i < r.hi; i++ {
			out = append(out, i+o.by) // want "out grows .*review: memory for i < r.hi is reserved before any is needed"
		}
	}
	return out
}

// the pointer is followed before
func shiftedSurely(rows []span, o *offset) (out []uint16) {
	by := o.by
	for _, r := range rows {
		for i := r.lo; i < r.hi; i++ {
			out = append(out, i+by+o.by) // want "out grows by append although its length is known$"
		}
	}
	return out
}

// one more than a large number may be that number
func fractions(from []float64) (out []float64) {
	for _, f := range from {
		for x := f; x < 1; x++ {
			out = append(out, x) // want "out grows .*review: memory for x < 1 is reserved before any is needed"
		}
	}
	return out
}

// what is in a literal, or in an array, does not change how long it is
func doubled(list []string) []string {
	out := []string{} // want "out grows by append although its length is known$"
	for _, s := range list {
		out = append(out, []string{s, s}...)
	}
	return out
}

func both(out []string, more ...string) []string { return append(out, more...) }

func doubledThere(list []string) []string {
	out := []string{} // want "out grows by append although its length is known$"
	for _, s := range list {
		out = both(out, []string{s, s}...)
	}
	return out
}

func dotted(list []string) []string {
	out := []string{} // want "out grows by append although its length is known$"
	for _, s := range list {
		for _, t := range []string{s, s + "."} {
			out = append(out, t)
		}
	}
	return out
}

func transposed(rows [][4]int) []int {
	out := []int{} // want "out grows by append although its length is known$"
	for _, row := range rows {
		for i := 0; i < len(row); i++ {
			out = append(out, row[i])
		}
	}
	return out
}
