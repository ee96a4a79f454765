package sprintf

import "fmt"

// A function that calls itself has a small buffer at each level.
func deep(n int, a, b, c, d string) string {
	if n == 0 {
		return ""
	}
	s := fmt.Sprintf("%s %s %s %s %d", a, b, c, d, n) // want "fmt.Sprintf puts plain values into interfaces$"
	return deep(n-1, b, c, d, s) + s
}
