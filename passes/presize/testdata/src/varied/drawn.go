package varied

import (
	"math/rand"
	"strings"
)

func between(low, high int) int {
	if low == high {
		return low
	}
	return rand.Intn((high+1)-low) + low
}

func Number(low, high int) int { return between(low, high) }

func word() string { return string(rune('a' + rand.Intn(26))) }

// The arguments say how many there can be.
func words() string {
	n := Number(1, 4)
	list := make([]string, n) // want "list is on the heap"
	for i := range list {
		list[i] = word()
	}
	return strings.Join(list, " ")
}

func below(k int) string {
	list := make([]string, rand.Intn(8)) // want "list is on the heap"
	for i := range list {
		list[i] = word()
	}
	return strings.Join(list, " ")
}

type dice struct{ rand *rand.Rand }

func (d dice) throw(most int) int { return d.rand.Intn(most) }

// A source of numbers may be wrong.
func (d dice) faces() string {
	n := d.throw(6)
	list := make([]string, n) // want "list is on the heap.*review: "
	for i := range list {
		list[i] = word()
	}
	return strings.Join(list, " ")
}

func sum(n int) int {
	if n == 0 {
		return 3
	}
	return sum(n-1) + 1
}

// A function that calls itself says nothing.
func sums() string {
	n := sum(4)
	list := make([]string, n) // want "list is on the heap.*review: "
	for i := range list {
		list[i] = word()
	}
	return strings.Join(list, " ")
}

func raised(n int) int {
	n += len(word())
	return n
}

// A parameter that is changed is not what is given.
func more() string {
	n := raised(4)
	list := make([]string, n) // want "list is on the heap.*review: "
	for i := range list {
		list[i] = word()
	}
	return strings.Join(list, " ")
}

func halves(low, high int) int {
	if high > 9 {
		n := halves(low, low)
		list := make([]string, n) // want "list is on the heap.*review: "
		for i := range list {
			list[i] = word()
		}
		return len(strings.Join(list, " "))
	}
	return rand.Intn(high - low)
}

func once(q, p int) int {
	if p == 2 {
		return q
	}
	n := second(p)
	list := make([]string, n) // want "list is on the heap.*review: "
	for i := range list {
		list[i] = word()
	}
	return len(strings.Join(list, " "))
}

// What it gives the first function belongs to another frame.
func second(b int) int { return once(b, 2) }

func onces() int { return once(1, 1000) }
