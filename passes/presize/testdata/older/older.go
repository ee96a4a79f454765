// Package older is of a language version without utf8.AppendRune.
package older

import "bytes"

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
