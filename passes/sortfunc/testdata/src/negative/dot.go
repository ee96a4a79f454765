package negative

import . "sort"

// nope: a dot import is not removed when nothing is left of it
func dot(s []item) {
	Slice(s, func(i, j int) bool { return s[i].rank < s[j].rank }) // refused "with a dot"
}
