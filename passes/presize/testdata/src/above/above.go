package above

import (
	"slices"
	"sort"
)

type coord struct{ x, y float64 }

// Its callers only look at the length of the list, and range over it: it may be made where it is declared.
func corners(poly []coord) []coord {
	var res []coord
	for i, p := range poly {
		next := poly[(i+1)%len(poly)]
		if p.x != next.x && p.y != next.y {
			res = append(res, p) // or "make\(\[\]coord, 0, len\(poly\)\)" // want "res grows by append"
		}
	}
	return res
}

func area(poly []coord) (sum float64) {
	poly = corners(poly)
	if len(poly) < 3 {
		return 0
	}
	for _, p := range poly {
		sum += p.x * p.y
	}
	return sum
}

// A caller asks for nil.
func sides(poly []coord) []coord {
	var res []coord
	for _, p := range poly {
		if p.x != p.y {
			res = append(res, p) // or "^$" // want "res grows by append .*review: who keeps the result"
		}
	}
	return res
}

func flat(poly []coord) bool { return sides(poly) == nil }

// copies
func clone(list []int) (twice []int) {
	all := []int{} // want "all grows by append"
	for i := range list {
		all = append(all, list[i])
	}
	twice = all
	return twice
}

// The list is asked for in between.
func between(list []int) []int {
	all := []int{} // want "all grows by append"
	println(len(all))
	for _, x := range list {
		all = append(all, x)
	}
	return all
}

type box struct{ list []int }

func (b *box) copy(from *box) {
	b.list = []int{} // want "b.list grows by append"
	for _, x := range from.list {
		b.list = append(b.list, x)
	}
}

// The length of what is copied might change in between.
func (b *box) later(from *box, log func()) []rune {
	all := []int{}
	log()
	for _, x := range from.list {
		all = append(all, x) // want "all grows by append"
	}
	b.list = all
	runes := []rune{} // want "runes grows by append"
	for _, r := range []rune("text" + string(rune(len(all)))) {
		runes = append(runes, r)
	}
	return runes
}

func (b *box) next(from *box) (int, []int) {
	n, all := from.grow(), []int{}
	for _, x := range from.list {
		all = append(all, x)
	}
	return n, all
}

func (b *box) grow() int {
	b.list = append(b.list, 1)
	return len(b.list)
}

type ring struct {
	members map[string]uint64
	sum     func(string) uint64
}

// What stands between only declares variables: the members are looked at as early as the list is declared.
func (r *ring) hashes() (uint64, int) {
	var keys []uint64                // want "keys grows by append although its length is known"
	names := make(map[uint64]string) // want "the map names grows although its size is known"
	for name := range r.members {
		key := r.sum(name)
		keys = append(keys, key)
		names[key] = name
	}
	sort.Slice(keys, func(i, j int) bool { return keys[i] < keys[j] })
	return keys[0], len(names)
}

// What stands between may change the members, end the function, or be seen before the panic of a ring that is nil.
func (r *ring) steps(n int) (last int) {
	var changed, halved, shown []uint64
	first := r.sum("first")
	for _, m := range r.members {
		changed = append(changed, m) // want "changed grows by append"
	}
	half := 1 / n
	for _, m := range r.members {
		halved = append(halved, m) // want "halved grows by append"
	}
	println(half, first)
	for _, m := range r.members {
		shown = append(shown, m) // want "shown grows by append"
	}
	slices.Sort(changed)
	slices.Sort(halved)
	slices.Sort(shown)
	return int(changed[0] + halved[0] + shown[0])
}

var loads int

func load() []uint64 { loads++; return []uint64{uint64(loads), 2} }

// The list is not made, nor loaded, before the declaration that reads what loading it changes.
func loaded() (int, int) {
	var keys []uint64
	n := loads
	for _, k := range load() {
		keys = append(keys, k+1) // want "keys grows by append"
	}
	slices.Sort(keys)
	return int(keys[0]), n
}

func indexed() map[uint64]int {
	byKey := make(map[uint64]int) // nope: it would be loaded before n is read
	n := loads
	for _, k := range load() {
		byKey[k] = n
	}
	return byKey
}

func waits(r *ring) int {
	if r == nil {
		for {
		}
	}
	return len(r.members)
}

// A call in between may never end.
func (r *ring) waited() uint64 {
	var keys []uint64
	waits(r)
	n := waits(r)
	for _, m := range r.members {
		keys = append(keys, m+uint64(n)) // want "keys grows by append"
	}
	slices.Sort(keys)
	return keys[0]
}

// A constant of the loop stands below the declaration.
func fives(list []int) int {
	var keys []int
	const n = 5
	for i := range list {
		for j := 0; j < n; j++ {
			keys = append(keys, i+j) // want "keys grows by append"
		}
	}
	slices.Sort(keys)
	return keys[0]
}

// What is printed is seen before a panic.
func (r *ring) shown() []uint64 {
	var out []uint64
	println("here")
	for _, m := range r.members {
		out = append(out, m) // want "out grows by append"
	}
	return out
}
