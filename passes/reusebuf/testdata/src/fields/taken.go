package fields

import "slices"

type taken struct {
	text   []byte
	copies []int
	cloned []int
	first  int
}

func (t *taken) Take(s string, list []int) {
	t.text = []byte(s)                      // want "t.text is made anew each time .review: t.text of no elements is empty, or nil"
	t.copies = append([]int(nil), list...)  // want "t.copies is made anew each time .review: t.copies of no elements"
	t.cloned = slices.Clone(list[t.first:]) // want "t.cloned is made anew each time .review: t.cloned of no elements"
	slices.Sort(t.copies)
	t.first = len(t.text) + len(t.copies) + len(t.cloned)
}
