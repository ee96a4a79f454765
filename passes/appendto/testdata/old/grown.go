package old

import "bytes"

// slices.Grow is of go1.21.
func snake(s string) string {
	var buf bytes.Buffer // want "what snake returns is only looked at, or written$"
	buf.Grow(len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == 'X' {
			buf.WriteByte('_')
		}
		buf.WriteByte(s[i])
	}
	return buf.String()
}

// column keeps the text only where it is new.
func column(cache map[string]int, field string) int {
	name := snake(field)
	if i, ok := cache[name]; ok {
		return i
	}
	i := len(cache) + len(name)
	cache[name] = i
	return i
}

func escape(v string) string {
	out := make([]byte, 0, len(v)) // want "what escape returns is only looked at, or written$"
	for i := 0; i < len(v); i++ {
		if v[i] == '"' {
			out = append(out, '\\')
		}
		out = append(out, v[i])
	}
	return string(out)
}

func pair(buf *bytes.Buffer, v string) {
	buf.WriteString(escape(v))
}

type node struct {
	name string
	tags map[string]bool
}

func (n *node) keys(prefix string) []string {
	if n == nil {
		return nil
	}
	keys := make([]string, 0, len(n.tags))
	for tag := range n.tags {
		keys = append(keys, prefix+tag) // want `what keys returns is appended to something else$`
	}
	return keys
}

func all(nodes []*node) []string {
	list := []string{}
	for _, n := range nodes {
		list = append(list, n.keys("x")...)
	}
	return list
}
