package fields

import "sort"

// nope: a field beside the method of its name
func measured(s []item, Len map[string]int) {
	sort.Slice(s, func(i, j int) bool { return Len[s[i].key] < Len[s[j].key] }) // refused "less uses Len, which a method has not"
}

type swaps struct{ Swap []item }

func (x swaps) order(sizes map[string]int) {
	sort.Slice(x.Swap, func(i, j int) bool { return sizes[x.Swap[i].key] < sizes[x.Swap[j].key] }) // want "sort.Slice swaps elements by reflection"
}

type words[L ~[]item] struct{ all L }

func (w *words[L]) order() {
	sort.Slice(w.all, func(i, j int) bool { return w.all[i].key > w.all[j].key }) // want "sort.Slice swaps elements by reflection"
}

type byByte []byte

func (b byByte) Len() int           { return len(b) }
func (b byByte) Less(i, j int) bool { return b[i] < b[j] }
func (b byByte) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

type holder[L ~[]byte] struct{ bytes L }

func (h *holder[L]) order() {
	sort.Sort(byByte(h.bytes)) // nope: no pointer to any type of slice becomes one to another // refused "has no slices.SortFunc"
}

type item struct{ key string }

type table struct {
	rows  []item
	cells [32]int
}

// The object is in the frame of a caller.
func (t *table) order() {
	sort.Slice(t.rows, func(i, j int) bool { return t.rows[i].key < t.rows[j].key }) // want "sort.Slice swaps elements by reflection"
}

func sorted(rows []item) []item {
	t := &table{rows: rows}
	t.order()
	return t.rows
}

type stack struct{ bytes byByte }

func (s *stack) order() {
	sort.Sort(s.bytes) // nope: the object is in the frame of a caller // refused "has no slices.SortFunc"
}

func least(bytes []byte) byte {
	var s stack
	s.bytes = bytes
	s.order()
	return s.bytes[0]
}

type heap struct{ bytes byByte }

var all []*heap

func (h *heap) order() {
	sort.Sort(h.bytes) // want "sort.Sort takes a copy of the slice as an interface"
}

// The object is on the heap in any case.
func keep(bytes []byte) {
	h := &heap{bytes}
	h.order()
	all = append(all, h)
}
