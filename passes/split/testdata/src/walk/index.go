package walk

import "strings"

func indexes(s string) (n int) {
	parts := strings.Split(s, ",") // want "strings.Split makes a slice"
	for i := 0; i < len(parts); i++ {
		n += len(parts[i])
	}
	return n
}

func keys(s string, part string) (n int) {
	parts := strings.Split(s, ",") // want "strings.Split makes a slice"
	for i := range parts {
		if p := parts[i]; p != part {
			n += len(p)
		}
	}
	return n
}

func numbered(s string) (n int) {
	parts := strings.Fields(s) // want "strings.Fields makes a slice"
	for i := range len(parts) {
		for range 3 {
			n += len(parts[i])
		}
	}
	return n
}

// The index is used otherwise, too.
func other(s string) (n int) {
	parts := strings.Split(s, ",") // want "strings.Split makes a slice"
	for i := range parts {
		n += i * len(parts[i])
	}
	return n
}

// nope: from the second on
func from(s string) (n int) {
	parts := strings.Split(s, ",")
	for i := 1; i < len(parts); i++ {
		n += len(parts[i])
	}
	return n
}

// nope: every second
func step(s string) (n int) {
	parts := strings.Split(s, ",")
	for i := 0; i < len(parts); i += 2 {
		n += len(parts[i])
	}
	return n
}

// nope: the index jumps
func jump(s string) (n int) {
	parts := strings.Split(s, ",")
	for i := 0; i < len(parts); i++ {
		n += len(parts[i])
		i++
	}
	return n
}

// nope: a part behind the loop
func behind(s string) (n int) {
	parts := strings.Split(s, ",")
	i := 0
	for i = range parts {
		n += len(parts[i])
	}
	return n + len(parts[i])
}

// nope: the list is another one
func replaced(s string) (n int) {
	parts := strings.Split(s, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
		n += len(parts[i])
	}
	return n
}

func filled(s string) []int {
	ids := strings.Split(s, ",") // want "strings.Split makes a slice"
	sizes := make([]int, len(ids))
	for i, id := range ids {
		if id == "" {
			continue
		}
		sizes[i] = len(id) + len(ids[i])
	}
	return sizes
}

// nope: a turn sets the index, or its name is taken
func set(s string) (n int) {
	parts := strings.Split(s, ",")
	for i, part := range parts {
		i *= 2
		n += i * len(part)
	}
	more := strings.Split(s, ";") // refused "there is no room for the counter of the parts"
	for j, part := range more {
		n += j * len(part)
	}
	j := n
	return n + j
}
