package slice

import (
	"bytes"
	"sort"
	"strings"
	"time"
)

type entry struct {
	name  string
	size  int64
	score float64
	dir   bool
	at    time.Time
	key   []byte
	next  *entry
}

func names(s []entry) []entry {
	sort.Slice(s, func(i, j int) bool { return s[i].name < s[j].name }) // want "sort.Slice swaps elements by reflection"
	return s
}

func largest(s []*entry) {
	sort.Slice(s, func(i, j int) bool { // want "sort.Slice"
		// the largest first
		return s[i].size > s[j].size
	})
}

func natural(ids []uint16, words []string) {
	sort.Slice(ids, func(i, j int) bool { return ids[i] < ids[j] })       // want "sort.Slice"
	sort.Slice(ids, func(i, j int) bool { return ids[j] < ids[i] })       // want "sort.Slice"
	sort.Slice(words, func(i, j int) bool { return words[i] > words[j] }) // want "sort.Slice"
}

// NaN is neither less nor greater, and stays neither.
func numbers(f []float64, s []entry) {
	sort.Slice(f, func(i, j int) bool { return f[i] < f[j] })             // want "sort.Slice"
	sort.Slice(s, func(i, j int) bool { return s[i].score > s[j].score }) // want "sort.Slice"
}

type table struct {
	rows   []entry
	counts map[string]int
}

func (t *table) sort() {
	sort.Slice(t.rows, func(i, j int) bool { // want "sort.Slice"
		if t.rows[i].size != t.rows[j].size {
			return t.rows[i].size > t.rows[j].size
		}
		if t.rows[i].next == nil {
			return false
		} else if t.rows[j].next == nil {
			return true
		}
		return t.rows[i].at.Before(t.rows[j].at)
	})
}

func (t *table) byCount(words []string) {
	sort.Slice(words, func(i, j int) bool { // want "sort.Slice"
		n, m := t.counts[words[i]], t.counts[words[j]]
		if n == m {
			return words[i] < words[j]
		}
		return n > m
	})
	sort.Slice(words, func(i, j int) bool { return t.counts[words[i]] > t.counts[words[j]] }) // want "sort.Slice"
}

func late(s []entry, groups map[string][]entry, k string) {
	sort.Slice(s, func(i, j int) bool { return s[i].at.After(s[j].at) })                          // want "sort.Slice"
	sort.Slice(groups[k], func(i, j int) bool { return groups[k][i].name < groups[k][j].name })   // want "sort.Slice"
	sort.Slice(s[0].next.key, func(i, j int) bool { return s[0].next.key[i] > s[0].next.key[j] }) // want "sort.Slice"
}

func compared(s []entry, keys [][]byte) {
	sort.Slice(keys, func(i, j int) bool { return bytes.Compare(keys[i], keys[j]) < 0 })                  // want "sort.Slice"
	sort.Slice(keys, func(i, j int) bool { return bytes.Compare(keys[i], keys[j]) == -1 })                // want "sort.Slice"
	sort.Slice(s, func(i, j int) bool { return strings.Compare(s[i].name, s[j].name) > 0 })               // want "sort.Slice"
	sort.Slice(s, func(i, j int) bool { return strings.ToLower(s[i].name) < strings.ToLower(s[j].name) }) // want "sort.Slice"
}

// Names that less gives to the elements are kept.
func named(s []entry) {
	sort.Slice(s, func(i, j int) bool { // want "sort.Slice"
		l, r := s[i], s[j]
		if l.dir != r.dir {
			return l.dir
		}
		return l.name < r.name
	})
	sort.Slice(s, func(i, j int) bool { // want "sort.Slice"
		first := s[i]
		second := s[j]
		switch {
		case first.size < second.size:
			return true
		case first.size > second.size:
			return false
		}
		return first.name < second.name
	})
}

func directories(s []entry, p []*entry) {
	sort.Slice(s, func(i, j int) bool { return s[i].dir && !s[j].dir }) // want "sort.Slice"
	// The second question could panic where the first does not.
	sort.Slice(p, func(i, j int) bool { return p[i].dir && !p[j].dir }) // want "sort.Slice"
}

// A function of the package, seen to change nothing.
func ranked(s []entry) {
	sort.Slice(s, func(i, j int) bool { // want "sort.Slice"
		return rank(s[i].name) < rank(s[j].name)
	})
	sort.Slice(s, func(i, j int) bool { return s[i].before(s[j]) }) // want "sort.Slice"
}

func rank(name string) int {
	n := 0
	for _, r := range name {
		if r == '/' {
			n++
		}
	}
	return n
}

func (e entry) before(f entry) bool { return e.name < f.name || e.name == f.name && e.size < f.size }

func taken(a, b int, s []entry, slices int) int {
	sort.Slice(s, func(i, j int) bool { return s[i].name < s[j].name }) // want "sort.Slice"
	return a + b + slices
}

func nested(all [][]entry, ok bool) {
	for _, s := range all {
		if ok {
			sort.Slice(s, func(i int, j int) bool { return (s)[i].name < s[(j)].name }) // want "sort.Slice"
		}
	}
	func() {
		sort.Slice(all[0], func(i, j int) bool { return all[0][i].name < all[0][j].name }) // want "sort.Slice"
	}()
}

// x[i] / x[j] may panic in two ways: their order stays.
func ratio(s []struct{ n, d int }, r []ratios) {
	sort.Slice(r, func(i, j int) bool { return r[i].n/r[i].d > r[j].n/r[j].d }) // want "sort.Slice"
}

type ratios struct{ n, d int }

func shifted(s []uint) {
	sort.Slice(s, func(i, j int) bool { return 1<<s[i] < uint64(s[j]) }) // want "sort.Slice"
}

func cmpTaken(s []entry) {
	sort.Slice(s, func(i, j int) bool { // want "sort.Slice"
		cmp := s[i].size
		return cmp < s[j].size
	})
}

type tree struct {
	children []*tree
	name     string
}

func (t *tree) sort() {
	sort.Slice(t.children, func(i, j int) bool { return t.children[i].name < t.children[j].name }) // want "sort.Slice"
	for _, c := range t.children {
		sort.Slice(c.children, func(k, l int) bool { // want "sort.Slice"
			switch x := any(c).(type) {
			case *tree:
				return x.name < c.children[k].name
			default:
				panic("never")
			}
		})
	}
}

func positions(s []entry) {
	sort.Slice(s, func(i, j int) bool { // want "sort.Slice"
		p, q := s[i], s[j]
		return p.size < q.size || p.size == q.size && p.dir && !q.dir
	})
}
