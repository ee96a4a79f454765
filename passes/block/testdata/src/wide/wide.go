package wide

// grid: the product may be negative on a processor with 32 bits, and note has run then.
func grid(a, b []int, note func()) ([]int, []int) {
	x := make([]int, len(a)) // want `2 slices of one type .*review: .*; a size that is too large for an int of 32 bits panics before`
	note()
	y := make([]int, len(a)*len(b))
	return x, y
}

// plain lengths fit, or memory runs out in either case.
func lengths(a, b []int, note func()) ([]int, []int) {
	x := make([]int, len(a)) // want `review: one of the slices in use keeps the memory of all of them\)$`
	note()
	y := make([]int, len(b))
	return x, y
}
