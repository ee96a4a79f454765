package methods

import "sort"

type span struct{ start, end int }

type byStart []span

func (s byStart) Len() int { return len(s) }
func (s byStart) Less(i, j int) bool {
	if s[i].start != s[j].start {
		return s[i].start < s[j].start
	}
	return s[i].end > s[j].end
}
func (s byStart) Swap(i, j int) { s[i], s[j] = s[j], s[i] }

type track struct{ spans, gaps byStart }

// Less is too long to be written twice.
func (t *track) order() {
	sort.Sort(t.spans)  // want "sort.Sort takes a copy of the slice"
	sort.Stable(t.gaps) // want "sort.Stable takes a copy of the slice"
}
