package slice

import (
	"bytes"
	"sort"
)

type block struct{ ip, mask []byte }

// blocks are equal where nothing tells them apart.
func blocks(list []block) {
	sort.Slice(list, func(i, j int) bool { // want "sort.Slice swaps elements by reflection"
		if n := bytes.Compare(list[i].ip, list[j].ip); n != 0 {
			return n < 0
		}
		if list[i].mask == nil {
			return false
		}
		if n := bytes.Compare(list[i].mask, list[j].mask); n != 0 {
			return n < 0
		}
		return false
	})
}

// marked says nothing of the others.
func marked(list []block) {
	sort.Slice(list, func(i, j int) bool { // want "sort.Slice swaps elements by reflection"
		if list[i].ip == nil && list[j].ip != nil {
			return true
		}
		return false
	})
}
