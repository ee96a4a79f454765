package old

import (
	"os"
	"sort"
	"strings"
	"sync"
)

type item struct {
	key  string
	rank int
	Path struct{ depth int }
}

func names(s []string) {
	sort.Slice(s, func(i, j int) bool { return s[i] < s[j] }) // want "sort.Slice swaps elements by reflection"
	sort.Sort(sort.StringSlice(s))
}

type ids []int

func numbers(s ids) {
	sort.SliceStable(s, func(i, j int) bool { return s[i] < s[j] }) // want "sort.SliceStable swaps elements by reflection"
}

func large(s []uint64) {
	sort.Slice(s, func(i, j int) bool { return s[i] < s[j] }) // want "sort.Slice swaps elements by reflection"
}

func keyed(items []item) {
	sort.Slice(items, func(i, j int) bool { return items[i].key < items[j].key }) // want "sort.Slice swaps elements by reflection"
}

func keyedAgain(all []item) {
	sort.SliceStable(all, func(x, y int) bool { return all[x].key < all[y].key })
}

type list struct{ items []*item }

func (l *list) sort(ranks map[string]int) {
	sort.Slice(l.items, func(i, j int) bool { // want "sort.Slice swaps elements by reflection"
		// The higher rank first.
		if x, y := l.items[i], l.items[j]; x.rank != y.rank {
			return x.rank > y.rank
		}
		return strings.Compare(l.items[i].key, l.items[j].key) < 0
	})
	sort.Slice(l.items, func(i, j int) bool { return ranks[l.items[i].key] < ranks[l.items[j].key] }) // want "sort.Slice swaps elements by reflection"
}

func pointed(files *[]os.FileInfo) {
	sort.Slice(*files, func(i, j int) bool { // want "sort.Slice swaps elements by reflection .review: Name must not change the slice."
		return (*files)[i].Name() < (*files)[j].Name()
	})
}

func deep(items []item) {
	sort.Slice(items, func(i, j int) bool { return items[i].Path.depth > items[j].Path.depth }) // want "sort.Slice swaps elements by reflection"
}

type byRank []item

func (b byRank) Len() int           { return len(b) }
func (b byRank) Less(p, q int) bool { return b[p].rank < b[q].rank }
func (b byRank) Swap(p, q int)      { b[p], b[q] = b[q], b[p] }

func fits(m map[string][]item, k string) {
	sort.SliceStable(m[k], func(i, j int) bool { return m[k][i].rank < m[k][j].rank }) // want "sort.SliceStable swaps elements by reflection"
}

func taken(items []item) {
	sort.Slice(items, func(i, j int) bool { return items[i].rank > items[j].rank }) // want "sort.Slice swaps elements by reflection"
}

type pair[K any] struct {
	key   K
	count int
}

type counts[K comparable, V any] struct {
	pairs []pair[K]
	last  V
}

func (c *counts[K, V]) sort() {
	sort.Slice(c.pairs, func(i, j int) bool { return c.pairs[i].count < c.pairs[j].count }) // want "sort.Slice swaps elements by reflection .review: no element may hold the variable c.pairs."
}

func local() int {
	type point struct{ x, y int }
	points := []point{{1, 2}}
	sort.Slice(points, func(i, j int) bool { return points[i].x < points[j].x }) // refused "the type of the elements has no name at package level"
	return points[0].x
}

func locked(all []struct {
	mu sync.Mutex
	n  int
}) {
	sort.Slice(all, func(i, j int) bool { return all[i].n < all[j].n }) // nope: go vet would complain // refused "the type of the elements has no name at package level"
}

var swapped int

// nope: less writes
func writes(items []item) {
	sort.Slice(items, func(i, j int) bool {
		swapped++
		return items[i].key < items[j].key
	})
}

// nope: the length is no element
func length(items []item) {
	sort.Slice(items, func(i, j int) bool { return items[len(items)-1].rank < items[j].rank }) // refused "less uses items, which a method has not"
}

type timers []*item

func (t timers) Len() int           { return len(t) }
func (t timers) Less(i, j int) bool { return t[i].rank < t[j].rank }
func (t timers) Swap(i, j int)      { t[i], t[j] = t[j], t[i] }

type wheel struct {
	timers timers
	list   []item
}

func (w *wheel) order() {
	sort.Sort(w.timers)         // want "sort.Sort takes a copy of the slice as an interface"
	sort.Stable(byRank(w.list)) // want "sort.Stable takes a copy of the slice as an interface"
}

func (w wheel) copied(t timers) {
	sort.Sort(w.timers) // nope: the field of a copy // refused "has no slices.SortFunc"
	sort.Sort(t)        // nope: a variable would be moved to the heap // refused "has no slices.SortFunc"
	sort.Sort(sort.Reverse(t))
}

type odd []item

var shared wheel

func (o odd) Len() int { return len(o) }
func (o odd) Less(i, j int) bool {
	shared.list = nil
	return o[i].rank < o[j].rank
}
func (o odd) Swap(i, j int) { o[i], o[j] = o[j], o[i] }

// nope: Less changes the field
func (w *wheel) odd() { sort.Sort(odd(w.list)) }

type edge[K comparable] struct {
	from K
	cost float64
}

// nope: a constraint without a name
func union[K ~int | ~string](edges []edge[K]) {
	sort.Slice(edges, func(i, j int) bool { return edges[i].cost < edges[j].cost }) // refused "has no name at package level"
}

func depths(items []item) {
	sort.Slice(items, func(i, j int) bool { return items[i].Path.depth < items[j].Path.depth }) // want "sort.Slice swaps elements by reflection"
} // by depth

type number interface{ ~int | ~float64 }

func constrained[N number](list []measure[N]) {
	sort.Slice(list, func(i, j int) bool { return list[i].name < list[j].name }) // want "sort.Slice swaps elements by reflection"
}

type measure[N number] struct {
	name  string
	value N
}

// nope: the constraint is made of another parameter
func dependent[K comparable, N interface{ convert() K }](list []box[N]) {
	sort.Slice(list, func(i, j int) bool { return list[i].name < list[j].name }) // refused "has no name at package level"
}

type box[N any] struct {
	name  string
	value N
}

func byNumber(numbers map[string]int) (keys []string) {
	for k := range numbers {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool { // want "sort.Slice swaps elements by reflection"
		if numbers[keys[i]] == numbers[keys[j]] {
			return keys[i] < keys[j]
		}
		return numbers[keys[i]] > numbers[keys[j]]
	})
	return keys
}

// nope: a variable whose address others have, one that a called function sets, one without a copy, and a function
func captured(s []item, at *item, ask func(item) int) {
	weights := map[string]int{}
	p := &weights
	sort.Slice(s, func(i, j int) bool { return weights[s[i].key] < weights[s[j].key] }) // refused "less uses weights"
	var turns int
	next := func(o item) int { turns++; return o.rank }
	sort.Slice(s, func(i, j int) bool { return next(s[i])+turns < next(s[j]) }) // nope: calls who knows what
	var mu struct {
		sync.Mutex
		n int
	}
	sort.Slice(s, func(i, j int) bool { return s[i].rank*mu.n < s[j].rank }) // refused "less uses mu"
	sort.Slice(s, func(i, j int) bool { return ask(s[i]) < ask(s[j]) })      // nope: calls who knows what
	_, _ = p, at
}

type weighed struct {
	items   []item
	weights map[string]int
}

// nope: the receiver itself
func (w *weighed) order() {
	sort.Slice(w.items, func(i, j int) bool { return w.weights[w.items[i].key] < w.weights[w.items[j].key] }) // refused "less uses w,"
}
