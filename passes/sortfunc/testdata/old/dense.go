package old

import "sort"

func first(l []place) { sort.Slice(l, func(i, j int) bool { return l[i].row < l[j].row }) } // want "sort.Slice swaps elements by reflection"
func other(l []place) { sort.Slice(l, func(i, j int) bool { return l[i].column < l[j].column }) } // want "sort.Slice swaps elements by reflection"

type place struct{ row, column int }
