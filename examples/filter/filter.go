// Package filter keeps the elements of a list that pass a test, in five ways that differ
// in whose memory the result has, and so in what the caller may do afterwards:
//
//	         memory of the result   the list afterwards
//	New      its own                as it was
//	Into     the caller's           as it was
//	InPlace  the list's             reordered, nothing lost
//	Delete   the list's             shorter, the rest cleared
//	Seq      none                   as it was
//
// The order of what is kept is that of the list.
package filter

import (
	"iter"
	"slices"
)

// New returns the elements that pass in an array of their own, made as long as the list
// so that it never grows, however few pass.
func New[T any](list []T, pass func(T) bool) []T {
	kept := make([]T, 0, len(list))
	for _, v := range list {
		if pass(v) {
			kept = append(kept, v)
		}
	}
	return kept
}

// Into appends the elements that pass to dst, an array that the caller reuses.
func Into[T any](dst, list []T, pass func(T) bool) []T {
	for _, v := range list {
		if pass(v) {
			dst = append(dst, v)
		}
	}
	return dst
}

// InPlace moves what passes to the front of list and returns that part. What does not
// pass stands behind it, in any order: list has the same elements as before. Whoever else
// holds list sees them in the new order.
func InPlace[T any](list []T, pass func(T) bool) []T {
	k := 0
	for i := range list {
		if pass(list[i]) {
			list[k], list[i] = list[i], list[k]
			k++
		}
	}
	return list[:k]
}

// Delete moves what passes to the front and clears the rest, so that what it pointed to
// can be collected. Whoever else holds list sees zero values in it.
func Delete[T any](list []T, pass func(T) bool) []T {
	return slices.DeleteFunc(list, func(v T) bool { return !pass(v) })
}

// Seq yields what passes, without memory for it: for whoever goes through it once.
func Seq[T any](list []T, pass func(T) bool) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, v := range list {
			if pass(v) && !yield(v) {
				return
			}
		}
	}
}

// Evens is New for one test, which the compiler can inline: where it cannot, a third of the
// time goes into calls of pass.
func Evens(list []int) []int {
	kept := make([]int, 0, len(list))
	for _, v := range list {
		if v%2 == 0 {
			kept = append(kept, v)
		}
	}
	return kept
}

// EvensInPlace is InPlace for the same test.
func EvensInPlace(list []int) []int {
	k := 0
	for i, v := range list {
		if v%2 == 0 {
			list[k], list[i] = v, list[k]
			k++
		}
	}
	return list[:k]
}

// odds is Evens for the others. All its callers are here, and have no use for list any more,
// and so "unheap fix -review" may overwrite it.
func odds(list []int) []int {
	kept := make([]int, 0, len(list))
	for _, v := range list {
		if v%2 != 0 {
			kept = append(kept, v)
		}
	}
	return kept
}

// Load filters what load returns, which nobody else will look at.
func Load(load func() []int) []int { return odds(load()) }
