package elsewhere

import "strings"

type point struct{ x, y int }

// nope: another build has a number of it.
func scan(s string) *point {
	s = strings.ToLower(strings.TrimSpace(s))
	return &point{strings.Index(s, "x"), strings.Index(s, "y")} // refused "may turn the address of the result of scan into a number"
}
