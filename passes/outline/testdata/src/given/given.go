package given

import "strings"

type named struct {
	name  string
	count int
}

// twice makes its result in two places: the split moves one of them, and is not
// repeated for the other.
func twice(names []string, at int) *named {
	if at >= len(names) {
		return &named{}
	}
	n := &named{name: names[at]} // want "the result of twice is on the heap"
	for _, other := range names {
		if other == n.name {
			n.count++
		}
		if other > n.name {
			n.count += len(other)
		}
	}
	for i := range names {
		n.count += len(names[i]) * i
	}
	n.name = strings.TrimSpace(n.name)
	return n
}
