package generic

import "sort"

// nope: a variable of the type of the parameter is none of the methods
func near[T number](s []measure[T], x T) {
	sort.Slice(s, func(i, j int) bool { return s[i].value-x < s[j].value-x }) // refused "less uses x, which a method has not"
}

func converted[T number](s []measure[T]) {
	sort.Slice(s, func(i, j int) bool { return s[i].value*T(2) < s[j].value*T(2) }) // want "sort.Slice swaps elements by reflection"
}

// pairs and ranked need two types, as their constraints differ.
func pairs[T comparable](all []pair[T]) {
	sort.Slice(all, func(i, j int) bool { return all[i].count*2 < all[j].count*2 }) // want "sort.Slice swaps elements by reflection"
}

func ranked[T number](all []pair[T]) {
	sort.Slice(all, func(i, j int) bool { return all[i].count*2 < all[j].count*2 }) // want "sort.Slice swaps elements by reflection"
}

func pairsAgain[T comparable](again []pair[T]) {
	sort.Slice(again, func(i, j int) bool { return again[i].count*2 < again[j].count*2 })
}

type number interface{ ~int | ~float64 }

type measure[N number] struct {
	name  string
	value N
}

type pair[K any] struct {
	key   K
	count int
}
