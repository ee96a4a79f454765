package slice

import . "sort"

// Whatever else is rewritten, the last use of a dot import stays.
func dots(s, t []string) {
	Slice(s, func(i, j int) bool { return s[i] < s[j] }) // want "sort.Slice swaps"
	Slice(t, func(i, j int) bool { return t[i] < t[j] }) // refused "with a dot"
}
