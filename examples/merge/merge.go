// Package merge joins several lists into one, four times: with a list that grows, with
// one that is counted first, by the standard library, and into memory of the caller.
//
// All keep one contract: the elements of the lists in their order, and nil if there are
// none. The lists are not changed, and the result shares no memory with them. Lists whose
// lengths add up to more than an int holds are a panic that says so, before anything has
// been copied, but for [OneLoop], which is stopped by append when it gets there.
package merge

import "slices"

// OneLoop appends list after list. Each time the array is outgrown a larger one is made
// and everything so far is copied again.
func OneLoop[T any](lists ...[]T) []T {
	var all []T
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}

// TwoLoops counts first, and makes one array of the right size.
func TwoLoops[T any](lists ...[]T) []T {
	n := 0
	for _, list := range lists {
		n += len(list)
		if n < 0 { // two lengths are at most MaxInt each: their sum turns negative
			panic("merge: more elements than an int can count")
		}
	}
	if n == 0 {
		return nil
	}
	all := make([]T, 0, n)
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}

// Concat is what the standard library has had since Go 1.22: TwoLoops with another text
// in its panic, and with an array that is not cleared before it is filled.
func Concat[T any](lists ...[]T) []T { return slices.Concat(lists...) }

// Into appends the lists to dst, which the caller keeps for the next time: once dst is as
// large as the largest result, nothing is allocated any more. The result is good until
// the caller passes it, or what it came from, to Into again.
func Into[T any](dst []T, lists ...[]T) []T {
	for _, list := range lists {
		dst = append(dst, list...)
	}
	return dst
}
