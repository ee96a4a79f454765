package lists

import (
	"errors"
	"fmt"
	"sort"
	"strings"
)

type peer struct {
	name     string
	distance int
}

func (p *peer) far() bool    { return p.distance > limit(p) }
func (p peer) near() bool    { return p.distance < 3 }
func limit(p *peer) int      { return len(p.name) + p.distance/2 }
func newPeer(s string) *peer { return &peer{name: s} }

// A list that goes through a type, its methods, operands and results.
type byDistance []*peer // sorted

func (l byDistance) Len() int           { return len(l) }
func (l byDistance) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }
func (l byDistance) Less(i, j int) bool { return l[i].distance < l[j].distance }

func grown(l byDistance, names []string) byDistance {
	if cap(l) < len(l)+len(names) {
		more := make(byDistance, len(l), len(l)+len(names))
		copy(more, l)
		l = more
	}
	for _, name := range names {
		pd := peer{name: name}
		pd.distance = len(name)
		l = append(l, &pd) // want "each element of l is an allocation of its own .*review: an element that nothing has been put into is an empty peer"
	}
	return l
}

func nearest(names, more []string, n int) (out []string) {
	l := make(byDistance, 0, len(names))
	l = grown(l, names)
	if len(l) < n {
		l = grown(l, more)
	}
	for _, name := range names {
		pd := &peer{
			name: name,
		}
		pd.distance = strings.Count(name, "/")
		l = append(l, pd)
	}
	sort.Sort(l)
	if n < len(l) {
		l = l[:n]
	}
	for _, p := range l {
		if p.near() && p.far() {
			out = append(out, p.name)
		}
	}
	return out
}

// A local list, its elements lent, copied and compared.
func local(names []string) int {
	var l []*peer
	for i, name := range names {
		l = append(l, &peer{name, i}, new(peer)) // want "each element of l is an allocation of its own"
		if i > 3 {
			l = append(l, newPeer(name))
		}
	}
	sort.Slice(l, func(i, j int) bool { return l[i].name < l[j].name })
	sum := 0
	for _, p := range l {
		c := *p
		c.distance++
		sum += c.distance + limit(p) + (*p).distance
	}
	first := l[0]
	rest := l[1:]
	last, n := rest[len(rest)-1], first.distance
	if first.far() || limit(l[0]) > 3 {
		return n + last.distance
	}
	return sum
}

// A field of a struct.
type table struct {
	rows, old []*row
	n         int
}

type row struct {
	key   string
	cells []string
}

func (t *table) add(key string, cells ...string) {
	t.rows = append(t.rows, &row{key: key, cells: cells}) // want "each element of t.rows is an allocation of its own"
	t.n++
}

func (t *table) find(key string) ([]string, error) {
	for i := range t.rows {
		if t.rows[i].key == key {
			t.rows[i].cells[0] = "found"
			return t.rows[i].cells, nil
		}
	}
	t.rows, t.old = nil, t.rows
	return nil, errors.New("none")
}

// Maps, of which an element is only read.
type field struct{ orig, value string }

func fieldOf(s string) *field { return &field{orig: s, value: s} }

func fields(text string) (sum int) {
	m := map[string]*field{"a": {orig: "b"}}
	for _, s := range strings.Fields(text) {
		f := fieldOf(s)
		f.value = strings.Trim(f.value, "'")
		if f.value == "" {
			continue
		}
		m[s] = f // want "each element of m is an allocation of its own"
	}
	if f, ok := m["a"]; ok {
		sum = len(f.value)
	}
	for k, f := range m {
		sum += len(k) + len(f.orig)
	}
	delete(m, "a")
	return sum
}

func unsure(text string, n int) int {
	m := make(map[string]*field, n)
	m[text] = &field{value: text} // want "each element of m is .*review: what is read with a key that is not there is an empty field, where nil panicked; room for n of field is made at once"
	return len(m["a"].value)
}

// A list of which one part goes into another, and that a literal begins.
func parted(names []string) (near, far int) {
	all := []*peer{&peer{name: "a"}, {name: "b"}}
	var some []*peer
	for _, name := range names {
		p := newPeer(name)
		all = append(all, p) // want "each element of all is an allocation of its own"
	}
	for _, p := range all {
		if p.near() {
			some = append(some, p)
		}
	}
	return len(some), len(all)
}

// A struct that is printed.
type report struct{ lines []*line }

type line struct{ n int }

func (r *report) fill(n int) {
	for i := range n {
		r.lines = append(r.lines, &line{i}) // want "each element of r.lines is .*review: what prints a report prints the elements of lines where it printed addresses"
	}
	println(r)
	fmt.Println(r)
}

// Lists that are made with their length, and filled.
func filled(names []string, n int) (sum int) {
	l := make([]*peer, len(names))
	for i, name := range names {
		if name == "" {
			return 0
		}
		l[i] = &peer{name: name} // want "each element of l is an allocation of its own$"
	}
	var m = make([]*peer, n)
	for i := range n {
		p := newPeer("b")
		p.distance = i
		m[i] = p // want "each element of m is .*review: room for n of peer is made at once.$"
	}
	for i, p := range l {
		sum += p.distance - m[i].distance
	}
	return sum
}

func partly(names []string) (sum int) {
	l := make([]*peer, len(names))
	for i, name := range names {
		if name == "" {
			continue
		}
		l[i] = &peer{name: name} // want "each element of l is .*review: an element that nothing has been put into"
	}
	other := make([]*peer, len(l))
	for i, name := range names {
		other[i] = &peer{name: name} // want "each element of other is .*review: an element that nothing has been put into"
	}
	return l[0].distance + other[0].distance
}

// Elements of a map that may not be there.
func found(text string) (sum int) {
	m := map[string]*field{}
	m[text] = fieldOf(text) // want "each element of m is an allocation of its own$"
	f, ok := m["a"]
	if !ok || f.value == "" {
		return 0
	}
	return len(f.value)
}

func lost(text string) (sum int) {
	m := map[string]*field{}
	m[text] = fieldOf(text) // want "each element of m is .*review: what is read with a key that is not there"
	f, ok := m["a"]
	g, other := m["b"]
	if ok {
		sum = len(g.value)
	}
	if other {
		sum += len(f.value)
	}
	return sum
}

func ranged(rows []row) (sum int) {
	var l []*row
	for _, r := range rows {
		l = append(l, &r) // want "each element of l is an allocation of its own"
	}
	for _, r := range l {
		sum += len(r.cells)
	}
	return sum
}

// Lists in maps and lists.
type index struct {
	byName map[string][]*row
	levels [][]*row
}

func (x *index) add(name string, level int) {
	x.byName[name] = append(x.byName[name], &row{key: name}) // want "each element of x.byName.name. is an allocation of its own"
	for len(x.levels) <= level {
		x.levels = append(x.levels, nil)
	}
	x.levels[level] = append(x.levels[level], &row{key: name}) // want "each element of x.levels.level. is an allocation of its own"
}

func (x *index) count(name string) (n int) {
	if rows, ok := x.byName[name]; ok {
		n = len(rows) + len(rows[0].key)
	}
	for _, rows := range x.byName {
		for _, r := range rows {
			n += len(r.cells)
		}
	}
	for i := range x.levels {
		n += len(x.levels[i][0].cells)
	}
	return n
}

func groups(names []string) int {
	byKey := map[string]map[string]*field{"a": {"b": {orig: "c"}}}
	for _, name := range names {
		if byKey[name] == nil {
			byKey[name] = make(map[string]*field)
		}
		byKey[name]["d"] = fieldOf(name) // want "each element of byKey.name. is an allocation of its own"
	}
	sum := 0
	for _, group := range byKey {
		for _, f := range group {
			sum += len(f.value)
		}
	}
	return sum
}

// Operands that nothing uses, and results that have names.
func unused(names []string) int {
	l, n := named(names)
	return ignored(l, n)
}

func ignored(_ []*row, n int) int { return n }

func named(names []string) (l []*row, n int) {
	for _, name := range names {
		l = append(l, &row{key: name}) // want "each element of l is an allocation of its own"
	}
	n = len(names)
	return
}

type box struct {
	rows []*row
	n    int
}

func boxed(names []string) *box {
	var l []*row
	for _, name := range names {
		l = append(l, &row{key: name}) // want "each element of l is an allocation of its own"
	}
	return &box{l, 1}
}

func inHead(names []string) int {
	m := make(map[string]*row)
	for _, name := range names {
		if m[name] = new(row); len(m) > 1 { // want "each element of m is an allocation of its own"
			break
		}
	}
	return len(m)
}

// forked makes two lists that may share what has been appended.
func forked(names []string) int {
	var all []*row
	for _, name := range names {
		all = append(all, &row{key: name}) // want "each element of all is .*review: what is appended to it and kept under another name may share its array"
	}
	a := another(all, "a")
	b := another(all, "b")
	return len(a[len(a)-1].key) + len(b)
}

func another(l []*row, name string) []*row { return append(l, &row{key: name}) }

type rows = []*row

func aliased(names []string) (n int) {
	var l rows
	for _, name := range names {
		l = append(l, &row{key: name}) // want "each element of l is an allocation of its own"
	}
	for _, r := range l {
		n += len(r.key)
	}
	return n
}
