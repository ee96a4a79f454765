package older

import "strings"

var units = map[string]int{"é": 1}

// unit has constants and shifts that have their type only as arguments.
func unit(parts <-chan string, n uint) int {
	const euro = 0x20ac
	var b strings.Builder // want "b grows although its text may fit on the stack$"
	for p := range parts {
		b.WriteString(p)
		b.WriteRune(euro)
		b.WriteRune(0xe9)
		b.WriteRune('é')
		b.WriteRune(1 << n)
		b.WriteRune(rune(n))
	}
	return units[b.String()]
}
