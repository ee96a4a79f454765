package stable

import (
	"cmp"
	"sort"
)

type pair struct {
	key   string
	value int
}

func values(p []pair) {
	sort.SliceStable(p, func(i, j int) bool { return p[i].value < p[j].value })      // want "sort.SliceStable swaps"
	sort.SliceStable(p, func(i, j int) bool { return cmp.Less(p[i].key, p[j].key) }) // want "sort.SliceStable swaps"
}

func ints(p []int) {
	sort.SliceStable(p, func(i, j int) bool { return p[i] < p[j] }) // want "sort.SliceStable swaps"
}
