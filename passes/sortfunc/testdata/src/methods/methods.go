package methods

import (
	"sort"
	"strings"
	"time"
)

type item struct {
	key  string
	size int
	at   time.Time
	f    float64
}

type byKey []item

func (b byKey) Len() int           { return len(b) }
func (b byKey) Less(i, j int) bool { return b[i].key < b[j].key }
func (b byKey) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

func keys(items []item, c chan []item) {
	sort.Sort(byKey(items))               // want "sort.Sort takes the slice as an interface"
	sort.Stable(byKey(items[1:]))         // want "sort.Stable takes"
	sort.Sort(sort.Reverse(byKey(items))) // want "sort.Sort takes"
	sort.Sort((byKey)(<-c))               // want "sort.Sort takes"
	if len(items) > 1 {
		var sorted byKey = items
		sort.Sort(sorted) // want "sort.Sort takes"
	}
}

func (b byKey) Sort() { sort.Sort(b) } // want "sort.Sort takes"

// Several keys, on several lines.
type bySize []*item

func (x bySize) Len() int { return len(x) }

func (x bySize) Swap(a, b int) {
	x[b], x[a] = x[a], x[b]
}

func (x bySize) Less(i, j int) bool {
	// The largest first.
	if x[i].size != x[j].size {
		return x[i].size > x[j].size
	}
	return x[i].at.Before(x[j].at)
}

func sizes(lists map[string][]*item) {
	for _, list := range lists {
		sort.Sort(bySize(list)) // want "sort.Sort takes"
	}
}

type wrapper struct{ items []*item }

func (w wrapper) Len() int           { return len(w.items) }
func (w wrapper) Swap(i, j int)      { w.items[i], w.items[j] = w.items[j], w.items[i] }
func (w wrapper) Less(i, j int) bool { return strings.Compare(w.items[i].key, w.items[j].key) == -1 }

type items []*item

func (s items) Len() int      { return len(s) }
func (s items) Swap(i, j int) { s[i], s[j] = s[j], s[i] }

type byTime struct{ items }

func (b byTime) Less(i, j int) bool {
	p, q := b.items[i], b.items[j]
	return p.at.After(q.at)
}

type byFloat struct{ items }

func (b byFloat) Less(i, j int) bool { return b.items[i].f < b.items[j].f }

func wrapped(list []*item, w *wrapper) {
	sort.Sort(wrapper{list})                // want "sort.Sort takes"
	sort.Sort(wrapper{items: list})         // want "sort.Sort takes"
	sort.Sort(*w)                           // nope: it is read through a pointer
	sort.Stable(sort.Reverse(byTime{list})) // want "sort.Stable takes"
	v := byFloat{list}
	sort.Sort(v) // want "sort.Sort takes"
}

type ids []uint32

func (s ids) Len() int           { return len(s) }
func (s ids) Less(i, j int) bool { return s[i] < s[j] }
func (s ids) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }

func natural(n []uint32) {
	sort.Sort(ids(n))               // want "sort.Sort takes"
	sort.Sort(sort.Reverse(ids(n))) // want "sort.Sort takes"
}

type named interface{ name() string }

type byName []named

func (s byName) Len() int           { return len(s) }
func (s byName) Less(i, j int) bool { return s[i].name() < s[j].name() }
func (s byName) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }

func names(s []named) {
	sort.Sort(byName(s)) // want "review: name must not change the slice"
}

// The names are taken where Less stands, or here.
func beside(a, b []item) {
	sort.Sort(byKey(a)) // want "sort.Sort takes"
	sort.Sort(byKey(b)) // want "sort.Sort takes"
}

func elsewhere(list []*item, names []string) {
	if len(list) > 0 {
		sort.Sort(&byElsewhere{list}) // want "sort.Sort takes"
	}
	sort.Sort(byFold(names)) // nope: refused "str of Less means something else here"
}
