package generic

import (
	"cmp"
	"sort"
)

func keys[K ~int | ~string](s []K) {
	sort.Slice(s, func(i, j int) bool { return s[i] < s[j] }) // want "sort.Slice"
}

// K may be a floating-point number.
func ordered[K cmp.Ordered](s []K) {
	sort.Slice(s, func(i, j int) bool { return s[i] < s[j] }) // want "sort.Slice"
}

type list[T any] []*node[T]

type node[T any] struct {
	weight int
	value  T
}

func (l list[T]) sort() {
	sort.Slice(l, func(i, j int) bool { return l[i].weight < l[j].weight }) // want "sort.Slice"
}

func of[S ~[]E, E ~string](s S) {
	sort.Slice(s, func(i, j int) bool { return len(s[i]) < len(s[j]) }) // want "sort.Slice"
}

// nope: a value may be of any size
func any_[T any](s []node[T]) {
	sort.Slice(s, func(i, j int) bool { return s[i].weight < s[j].weight })
}
