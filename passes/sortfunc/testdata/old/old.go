package old

import "sort"

func names(s []string) {
	sort.Slice(s, func(i, j int) bool { return s[i] < s[j] })
	sort.Sort(sort.StringSlice(s))
}
