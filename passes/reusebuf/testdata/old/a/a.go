// Package a is of a time without clear and slices.Grow.
package a

// nope: clear needs go1.21.
func distinct(list [][]string) (n int) {
	for _, words := range list {
		seen := make(map[string]bool)
		for _, w := range words {
			seen[w] = true
		}
		n += len(seen)
	}
	return n
}

// nope: slices.Grow needs go1.21.
func sized(list [][]int) (n int) {
	for _, xs := range list {
		b := make([]int, 0, len(xs))
		b = append(b, xs...)
		n += len(b)
	}
	return n
}
