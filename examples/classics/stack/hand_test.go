package stack

import "math"

func handNormal(a, b vec) vec {
	n := vec{a.y*b.z - a.z*b.y, a.z*b.x - a.x*b.z, a.x*b.y - a.y*b.x}
	length := math.Sqrt(n.x*n.x + n.y*n.y + n.z*n.z)
	if length == 0 || math.IsNaN(length) {
		return vec{}
	}
	return vec{n.x / length, n.y / length, n.z / length}
}

func handC07(xs []float64) float64 {
	sum := 0.0
	for _, x := range xs {
		n := handNormal(vec{x, 1, 0}, vec{0, 1, x})
		sum += n.x + n.y + n.z
	}
	return sum
}

func (r *Rays) handReflected(i int, by vec) vec {
	d := r.dirs[i]
	for range 3 {
		dot := d.x*by.x + d.y*by.y + d.z*by.z
		d.x, d.y, d.z = d.x-2*dot*by.x, d.y-2*dot*by.y, d.z-2*dot*by.z
		if dot < 0 {
			d.x, d.y, d.z = -d.x, -d.y, -d.z
		}
	}
	return d
}

func (r *Rays) handC07Method(by float64) (longest float64) {
	for i := range r.dirs {
		v := r.handReflected(i, vec{by, 0, 1 - by})
		longest = max(longest, v.x*v.x+v.y*v.y+v.z*v.z)
	}
	return longest
}

func handC12(n int) int { return discard(n) + discard(n+1) }

// A handJournal has a field per argument instead of a list of interfaces. Who
// reads it has to change as well.
type handJournal struct {
	key string
	n   int
}

var handNotes handJournal

func handC12b(key string, n int) { handNotes = handJournal{key, n} }

func handMeasured(s rectangle, scales []float64) float64 {
	sum := 0.0
	for _, scale := range scales {
		if a := s.area(scale); !math.IsNaN(a) {
			sum += a
		}
	}
	return sum
}

func handC12bMethod(rectangles []rectangle, scales []float64) float64 {
	sum := 0.0
	for _, s := range rectangles {
		sum += handMeasured(s, scales)
	}
	return sum
}

type handAdder struct{ total, modulus int }

func (a *handAdder) add(n int) int {
	a.total += n
	for a.total >= a.modulus {
		a.total -= a.modulus
	}
	for a.total < 0 {
		a.total += a.modulus
	}
	return a.total
}

func handC13(starts []int) int {
	sum := 0
	for _, s := range starts {
		a := handAdder{s, 1000}
		a.add(600)
		sum += a.add(700)
	}
	return sum
}

func handC13b(v Visitor, limits []int) int {
	var state struct{ limit, above int }
	count := func(n int) {
		if n > state.limit {
			state.above++
		}
	}
	for _, limit := range limits {
		state.limit = limit
		v.Each(count)
	}
	return state.above
}

func (s *Scores) handC13bMethod(rounds int) int {
	count := 0
	add := func(n int) {
		if n >= s.threshold {
			count += n
		}
	}
	for range rounds {
		s.v.Each(add)
	}
	return count
}

type handPadded struct {
	b, d    int64
	a, c, e bool
}

func handC22(n int64) any {
	return &handPadded{a: n > 0, b: n, c: n < 0, d: -n, e: n == 0}
}
