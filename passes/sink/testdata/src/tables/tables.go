package tables

import "sync"

type node struct {
	name  string
	notes map[string]int
	tags  map[string]bool
	seen  map[int]struct{}
	byID  map[int]*node
	kept  map[int]int
	many  map[int]int
	root  *node
}

func newNode(name string) *node {
	return &node{
		name:  name,
		notes: make(map[string]int), // want "each object gets a map for notes, also one that nothing is put into .review: notes is nil until something is put in"
		tags:  map[string]bool{},    // want "each object gets a map for tags, .*.review: tags is nil"
		kept:  make(map[int]int),
	}
}

func child(root *node) *node {
	n := &node{seen: make(map[int]struct{}), root: root} // want "each object gets a map for seen, .*.review: seen is nil .*; what is put into seen where an object was made without it, or it was set to nil, panicked"
	n.byID = nil
	return n
}

func (n *node) note(s string) {
	n.notes[s]++
	if n.tags[s] {
		return
	}
	for i := range s {
		n.root.seen[i] = struct{}{}
	}
}

func (n *node) tag(s string) int {
	n.tags[s] = true
	delete(n.seen, 1)
	for range n.seen {
		n.seen = nil
	}
	return len(n.notes)
}

// nope: the map goes elsewhere
func all(list []*node) (maps []map[int]int) {
	for _, n := range list {
		n.kept[1] = 2
		maps = append(maps, n.kept)
	}
	return maps
}

// nope: nil is told from empty
func (n *node) find(id int) *node {
	if n.byID == nil {
		return nil
	}
	return n.byID[id]
}

func indexed(list []*node) *node {
	n := &node{byID: make(map[int]*node), many: make(map[int]int)} // refused "entries are put into many in 4 places"
	for i, c := range list {
		n.byID[i] = c
	}
	n.many[1], n.many[2] = 3, 4
	return n
}

func (n *node) more(m *node) {
	n.many[2] = 3
	m.many[3] = 3
	if n != m {
		m, n = n, m
		m.many[4] = 3
	}
}

type value struct{ counts map[int]int }

func newValue() value {
	return value{counts: make(map[int]int)} // refused "objects with counts are copied"
}

func (v value) count(i int) value {
	v.counts[i]++
	return v
}

type visited struct {
	notes map[int]string
	next  *visited
	mu    sync.Mutex
	locks map[int]string
	steps map[int]int
	paren map[int]bool
	n     int
}

type walker struct{ at *visited }

func (w *walker) walk(n int) *visited {
	w.at = &visited{
		notes: make(map[int]string), // refused "more is done than to put an entry into notes"
		locks: make(map[int]string), // refused "more is done than to put an entry into locks"
		steps: make(map[int]int),    // refused "more is done than to put an entry into steps"
		paren: make(map[int]bool),   // want "each object gets a map for paren, .*.review: paren is nil"
	}
	w.at.notes[n] = w.step()      // nope: it may be another object then
	w.at.locks[w.at.lock()] = "x" // nope: the lock is taken first
	w.at.mu.Unlock()
	at := w.at
	for _, at.steps[n] = range []int{1, 2} { // nope: each time of another
		at = at.next
	}
	(w.at.paren)[n] = true
	return at
}

//go:noinline
func (w *walker) step() string {
	w.at = w.at.next
	return "step"
}

func (v *visited) lock() int {
	v.mu.Lock()
	return v.n
}

type pairs[K comparable] struct {
	n    int
	seen map[K]int
}

func (p *pairs[K]) see(k K) {
	p.seen[k]++
}

func newPairs() *pairs[int] {
	return &pairs[int]{n: 1, seen: map[int]int{}} // want "each object gets a map for seen, .*.review: seen is nil"
}

// A map that is certain to be there is not asked for again.
type index struct {
	byName map[string]int
	byKey  map[string]int
	lines  map[int]string
	words  map[string]bool
	looped map[int]int
	all    *index
}

func newIndex() *index {
	return &index{
		byName: map[string]int{},  // want "each object gets a map for byName, .*.review: byName is nil"
		byKey:  map[string]int{},  // want "each object gets a map for byKey, .*.review: byKey is nil"
		lines:  map[int]string{},  // nope: no entry is put into this one
		words:  map[string]bool{}, // want "each object gets a map for words, .*.review: words is nil"
		looped: make(map[int]int), // want "each object gets a map for looped, .*.review: looped is nil"
	}
}

var registry index

func (x *index) add(name string, keys []string) {
	x.byName[name], x.byName[name+name] = 1, 2
	for _, key := range keys {
		x.byName[key]++
	}
	registry.byKey[name] = 1
	registry.byKey[lower(name)] = 2
	for _, key := range keys {
		registry.byKey[key]++
	}
}

func lower(s string) string { return s[1:] }

func (x *index) line(n int) {
	x.lines = make(map[int]string)
	if n > 0 {
		x.lines[n] = "line"
	}
	for w := range x.words {
		x.words[w+"s"] = true
	}
}

func (x *index) others() {
	x.all.words["all"] = true
	x = x.all
	x.words["other"] = true
}

func (x *index) loop(n int) {
	for i := 0; i < n; x.looped = map[int]int{} {
		x.looped[i] = n
	}
	if n > 2 {
		x.looped[n]++
	}
}

// The literal of reset sets no map then.
type state struct{ open map[int]bool }

func (s *state) reset() {
	*s = state{open: map[int]bool{}} // want "each object gets a map for open, .*.review: open is nil"
}

func (s *state) twice(n int) {
	s.open[n] = true
	s.reset()
	s.open[n+1] = true
}
