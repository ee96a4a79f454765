package negative

import (
	"sort"
	"sync"
	"unsafe"
)

type item struct {
	key  string
	rank int
	arr  [4]int
}

func (e *item) touch() int { e.rank++; return e.rank }

// nope: the index itself
func tie(s []item) {
	sort.Slice(s, func(i, j int) bool { return s[i].key < s[j].key || i < j })
}

// nope: another slice
func beside(s []item, ranks []int) {
	sort.Slice(s, func(i, j int) bool { return ranks[i] < ranks[j] })
}

// nope: a part of the slice that is sorted
func part(s []item) {
	sort.Slice(s[1:], func(i, j int) bool { return s[i].key < s[j].key })
	sort.Slice(s[1:], func(i, j int) bool { return s[1:][i].key < s[1:][j].key })
}

// nope: elements have addresses
func addresses(s []item) {
	sort.Slice(s, func(i, j int) bool { return uintptr(unsafe.Pointer(&s[i])) < uintptr(unsafe.Pointer(&s[j])) })
	sort.Slice(s, func(i, j int) bool { return s[i].touch() < s[j].touch() })
	sort.Slice(s, func(i, j int) bool {
		p, q := &s[i], &s[j]
		return p.key < q.key
	})
	sort.Slice(s, func(i, j int) bool { return len(s[i].arr[:2]) < len(s[j].arr[:]) })
}

// nope: an element is written
func written(s []item) {
	sort.Slice(s, func(i, j int) bool {
		s[i].rank++
		return s[i].rank < s[j].rank
	})
}

var count int

// nope: less has effects
func effects(s []item, log func(string), done chan int, m map[string]int, mu *sync.Mutex) {
	sort.Slice(s, func(i, j int) bool {
		count++
		return s[i].rank < s[j].rank
	})
	sort.Slice(s, func(i, j int) bool {
		m[s[i].key]++
		return s[i].rank < s[j].rank
	})
	sort.Slice(s, func(i, j int) bool {
		mu.Lock()
		defer mu.Unlock()
		return s[i].rank < s[j].rank
	})
	sort.Slice(s, func(i, j int) bool { return s[i].rank < s[j].rank+<-done })
	sort.Slice(s, func(i, j int) bool { return func() int { return s[i].rank }() < s[j].rank })
}

// nope: not a literal, or another signature
func functions(s []item, less func(i, j int) bool) {
	sort.Slice(s, less) // refused "less is not a function literal"
	sort.Slice(s, func(int, int) bool { return false })
	sort.Slice(s, func(_, j int) bool { return s[j].rank > 0 })
	sort.Slice(s, func(i, j int) (before bool) {
		before = s[i].rank < s[j].rank
		return
	})
}

// nope: not known to be a slice
func interfaces(s any, f func() []item) {
	sort.Slice(s, func(i, j int) bool { return false })
	sort.Slice(f(), func(i, j int) bool { return f()[i].rank < f()[j].rank })
}

// nope: less sees the slice at the end, the sort the one of now
func deferred(s []item) {
	defer sort.Slice(s, func(i, j int) bool { return s[i].rank < s[j].rank })
	s = s[1:]
}

type large struct{ words [17]int64 }

type locked struct {
	mu sync.Mutex
	n  int
}

// nope: too large for a copy, or not to be copied
func copies(l []large, m []locked) {
	sort.Slice(l, func(i, j int) bool { return l[i].words[0] < l[j].words[0] })
	sort.Slice(m, func(i, j int) bool { return m[i].n < m[j].n })
}

// nope: no name for the type
func nameless(s []struct{ n int }) {
	sort.Slice(s, func(i, j int) bool { return s[i].n < s[j].n })
}

// nope: the name means something else here
func shadowed(s []item) {
	type item int
	sort.Slice(s, func(i, j int) bool { return s[i].rank < s[j].rank })
}

// nope: int is something else here
func number(s []item) {
	type int struct{}
	sort.Slice(s, func(i, j number1) bool { return s[i].rank < s[j].rank })
}

type number1 = int

type node struct {
	children []node
	weight   int
}

// nope: n may be one of its children, and another node after it was moved
func (n *node) sort() {
	sort.Slice(n.children, func(i, j int) bool { return n.children[i].weight < n.children[j].weight })
}

type tree struct {
	children []*tree
	name     string
}

// nope: t.children may be the same slice as t.children[0].children
func (t *tree) sort() {
	sort.Slice(t.children[0].children, func(i, j int) bool { return t.children[0].children[i].name < t.children[0].children[j].name })
}

type deep []deep

// nope: a slice of itself
func selves(d deep) {
	sort.Slice(d[0], func(i, j int) bool { return len(d[0][i]) < len(d[0][j]) })
}

// nope: not package sort
type sorter struct{}

func (sorter) Slice(s []item, less func(i, j int) bool) {}

func method(s []item, sort sorter) {
	sort.Slice(s, func(i, j int) bool { return s[i].rank < s[j].rank })
}

// nope: a comment would be lost
func comment(s []item) {
	sort.Slice(s, func(i, j int /* indices */) bool { return s[i].rank < s[j].rank })
}
