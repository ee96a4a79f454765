package varied

import "sort"

type numbers []int

// middle needs an order, and leaves its operand alone.
func middle(list numbers) int {
	work := make(numbers, len(list)) // want "work is on the heap, since its length varies"
	copy(work, list)
	sort.Ints(work)
	return work[len(work)/2]
}

func digits(s string) (n int) {
	text := make([]byte, len(s)) // want "text is on the heap, since its length varies"
	copy(text, s)
	for i := range text {
		if text[i] >= '0' {
			n++
		}
		text[i] = 0
	}
	return n + len(text)
}

// Another slice is copied.
func other(list, first []int) int {
	work := make([]int, len(list)) // want "work is on the heap, since its length varies"
	copy(work, first)
	sort.Ints(work)
	return work[0]
}

// The copy is asked for its number.
func askedFor(list []int) int {
	work := make([]int, len(list)) // want "work is on the heap, since its length varies"
	n := copy(work, list)
	sort.Ints(work)
	return work[n-1]
}

// A part stays empty.
func shifted(list []int) int {
	work := make([]int, len(list)) // want "work is on the heap, since its length varies"
	copy(work[1:], list)
	sort.Ints(work)
	return work[0]
}
