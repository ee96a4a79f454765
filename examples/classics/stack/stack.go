// Package stack holds the classic cases of small values that go to the heap
// because of the form of a function: its result is a pointer, it makes a
// closure, it takes an interface.
package stack

import (
	"fmt"
	"math"
)

type vec struct{ x, y, z float64 }

// normal is too long to be inlined, so that its result is on the heap.
func normal(a, b vec) *vec {
	n := vec{a.y*b.z - a.z*b.y, a.z*b.x - a.x*b.z, a.x*b.y - a.y*b.x}
	length := math.Sqrt(n.x*n.x + n.y*n.y + n.z*n.z)
	if length == 0 || math.IsNaN(length) {
		return &vec{}
	}
	n.x, n.y, n.z = n.x/length, n.y/length, n.z/length
	return &n
}

// C07 uses a pointer to a small struct that a function of the package returns.
func C07(xs []float64) float64 {
	sum := 0.0
	for _, x := range xs {
		n := normal(vec{x, 1, 0}, vec{0, 1, x})
		sum += n.x + n.y + n.z
	}
	return sum
}

// Rays are directions.
type Rays struct{ dirs []vec }

func (r *Rays) reflected(i int, by vec) *vec {
	d := r.dirs[i]
	for range 3 {
		dot := d.x*by.x + d.y*by.y + d.z*by.z
		d.x, d.y, d.z = d.x-2*dot*by.x, d.y-2*dot*by.y, d.z-2*dot*by.z
		if dot < 0 {
			d.x, d.y, d.z = -d.x, -d.y, -d.z
		}
	}
	return &d
}

// C07Method is C07 with methods.
func (r *Rays) C07Method(by float64) (longest float64) {
	for i := range r.dirs {
		v := r.reflected(i, vec{by, 0, 1 - by})
		longest = max(longest, v.x*v.x+v.y*v.y+v.z*v.z)
	}
	return longest
}

// discard keeps nothing of what it is given.
func discard(v any) int {
	if n, ok := v.(int); ok {
		return n
	}
	return 0
}

// C12 puts a number into an interface that nobody keeps: free.
func C12(n int) int {
	return discard(n) + discard(n+1)
}

// journal keeps what was noted last.
type journal struct{ last []any }

func (j *journal) note(args ...any) { j.last = args }

// notes is what C12b writes to.
var notes journal

// C12b puts values into interfaces that are kept.
func C12b(key string, n int) {
	notes.note(key, n)
}

// A shape has an area.
type shape interface{ area(scale float64) float64 }

type rectangle struct{ width, height float64 }

func (r rectangle) area(scale float64) float64 { return r.width * r.height * scale }

// measured is only ever given rectangles, and takes any shape: a call through an
// interface lets its value escape.
func measured(s shape, scales []float64) float64 {
	sum := 0.0
	for _, scale := range scales {
		if a := s.area(scale); !math.IsNaN(a) {
			sum += a
		}
	}
	return sum
}

// C12bMethod puts values into interfaces for a call that could do without.
func C12bMethod(rectangles []rectangle, scales []float64) float64 {
	sum := 0.0
	for _, s := range rectangles {
		sum += measured(s, scales)
	}
	return sum
}

// adder returns a closure over a variable that it changes: two allocations.
func adder(start, modulus int) func(int) int {
	if modulus <= 0 {
		panic(fmt.Sprintf("stack: modulus %d", modulus))
	}
	total := start
	for total < 0 {
		total += modulus
	}
	return func(n int) int {
		total += n
		for total >= modulus {
			total -= modulus
		}
		for total < 0 {
			total += modulus
		}
		return total
	}
}

// C13 uses a closure that a function returns.
func C13(starts []int) int {
	sum := 0
	for _, s := range starts {
		add := adder(s, 1000)
		add(600)
		sum += add(700)
	}
	return sum
}

// A Visitor calls a function with each of its numbers.
type Visitor interface{ Each(func(int)) }

// C13b makes a closure per iteration for an interface's method.
func C13b(v Visitor, limits []int) int {
	above := 0
	for _, limit := range limits {
		v.Each(func(n int) {
			if n > limit {
				above++
			}
		})
	}
	return above
}

// Scores are numbers with a threshold.
type Scores struct {
	v         Visitor
	threshold int
}

// C13bMethod is C13b where the closure is the same in each iteration.
func (s *Scores) C13bMethod(rounds int) int {
	count := 0
	for range rounds {
		s.v.Each(func(n int) {
			if n >= s.threshold {
				count += n
			}
		})
	}
	return count
}

// A padded struct wastes space between its fields.
type padded struct {
	a bool
	b int64
	c bool
	d int64
	e bool
}

// C22 allocates a padded struct: another order of the fields takes 24 bytes,
// this one 40, a block of 48. One object either way.
func C22(n int64) any {
	return &padded{a: n > 0, b: n, c: n < 0, d: -n, e: n == 0}
}
