package a

import "strings"

var seen = map[string]int{}

func lookup(user, id string) int {
	key := user
	key += ":" + id // want "key .= … is on the heap even where key could be on the stack"
	return seen[key]
}

func extension(name, ext string) bool {
	if !strings.HasPrefix(ext, ".") {
		name += "." // want "name .= … is on the heap"
	}
	name /* and */ += /* the rest */ ext // want "name .= … is on the heap"
	return name == "go.mod" || strings.HasSuffix(name, ".go")
}

func (l list) each(prefix string, out []byte) []byte {
	for _, s := range l {
		s := s + prefix
		s += s[:1]                    // want "s .= … is on the heap"
		out = append(out, (s)[1:]...) // a copy
	}
	return out
}

type list []string

func written(b *strings.Builder, line string) {
	line += "\n" // want "line .= … is on the heap"
	b.WriteString(line)
}
