// Package older is of a language version without utf8.AppendRune.
package older

import "strings"

var units = map[string]int{"KB": 1 << 10, "MB": 1 << 20}

func size(name string) (int, bool) {
	n, ok := units[strings.ToUpper(name)] // want "ToUpper makes a text that is only looked at"
	return n, ok
}

// tagged and typed show the form without min and max.
func tagged(s string) bool {
	return strings.HasPrefix(strings.ToLower(s), "www.") // want "strings.ToLower makes what is only compared"
}

func typed(s string) bool {
	return strings.HasSuffix(strings.ToLower(s), ".htm") // want "strings.ToLower makes what is only compared"
}
