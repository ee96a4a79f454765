package old

import "strings"

// nope: Cut is of go1.18
func first(s string) string {
	return strings.Split(s, "@")[0]
}

// nope: SplitSeq is of go1.24
func index(s string) (n int) {
	for i, p := range strings.Split(s, ",") {
		n += i * len(p)
	}
	return n
}
