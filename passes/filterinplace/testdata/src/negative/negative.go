package negative

import "strings"

// nope: make panics without fields
func afterFirst(s string) []string {
	fields := strings.Fields(s)
	rest := make([]string, 0, len(fields)-1)
	for i, f := range fields {
		if i > 0 {
			rest = append(rest, f)
		}
	}
	return rest
}

// nope: and here for n < 0
func atMost(s string, n int) []byte {
	all := []byte(s)
	some := make([]byte, 0, n)
	for _, c := range all {
		if c > ' ' {
			some = append(some, c)
		}
	}
	return some
}
