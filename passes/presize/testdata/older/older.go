// Package older is of a language version without utf8.AppendRune.
package older

import (
	"bytes"
	"strings"
)

func known(table map[string]bool, names map[string]bool, sep rune) bool {
	key := &bytes.Buffer{} // want "key grows although"
	for name, whole := range names {
		if whole {
			key.WriteRune(sep)
			key.WriteRune('é')
			key.WriteString(name)
		}
	}
	return table[key.String()]
}

// keys: no strings.SplitSeq could do without the list
func keys(path string) []string {
	parts := strings.Split(path, ".")
	out := []string{} // want "out grows by append although its length is known"
	for i := 0; i < len(parts); i++ {
		out = append(out, strings.ToUpper(parts[i]))
	}
	return out
}
