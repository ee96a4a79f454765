package old

import "sort"

type crate struct{ w, h int }

func crates(s []crate) {
	sort.Slice(s, func(i, j int) bool { // want "sort.Slice swaps elements by reflection"
		if s[i].w != s[j].w {
			return s[i].w < s[j].w
		}
		return s[i].h < s[j].h
	})
}
