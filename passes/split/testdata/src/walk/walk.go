package walk

import (
	"strconv"
	"strings"
)

func numbers(s string) ([]int, error) {
	parts := strings.Split(s, ",") // want "strings.Split makes a slice"
	numbers := make([]int, 0, len(parts))
	for _, part := range parts {
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}

func twice(s string) (n int) {
	parts := strings.Split(s, ",") // want "strings.Split makes a slice"
	n = 2 * len(parts)
	for range parts {
		n++
	}
	return n + (len(parts))
}

func between(s string, list []string) (n int) {
	var words = strings.Fields(s) // want "strings.Fields makes a slice"
	n = len(list)
	if n > 3 {
		for _, w := range words {
			n += len(w)
		}
	}
	return n
}

func blank(s string) (n int) {
	var (
		parts = strings.Split(s, ",") // want "strings.Split makes a slice"
		one   = 1
	)
	for _ = range parts {
		n += one
	}
	return n
}

// the loop changes the string, which the sequence has
func cut(s string) (n int) {
	parts := strings.Split(s, ",") // want "strings.Split makes a slice"
	n = 1
	for _, part := range parts {
		s = part
	}
	return n + len(s)
}

// nope: stringsseq of x/tools does it
func plain(s string) (n int) {
	parts := strings.Split(s, ",")
	for _, part := range parts {
		n += len(part)
	}
	return n
}

// nope: it would be split again and again
func again(s string, rounds int) (n int) {
	parts := strings.Split(s, ",")
	for range rounds {
		for _, part := range parts {
			n += len(part)
		}
	}
	return n
}

// nope: and counted in each iteration
func counted(s string) (n int) {
	parts := strings.Split(s, ",")
	n = 1
	for _, part := range parts {
		n += len(part) * len(parts)
	}
	return n
}

// nope: there are two loops
func loops(s string) (n int) {
	parts := strings.Split(s, ",")
	for _, part := range parts {
		n += len(part)
	}
	for _, part := range parts {
		n *= len(part)
	}
	return n
}

// nope: a part is used beside the loop
func first(s string) (n int) {
	parts := strings.Split(s, ",")
	n = len(parts[0])
	for _, part := range parts {
		n += len(part)
	}
	return n
}

func written(s string) (n int) {
	parts := strings.Split(s, ",") // want "strings.Split makes a slice"
	s = "x"
	for _, part := range parts {
		n += len(part)
	}
	return n + len(s)
}

type line struct{ text string }

func field(l *line, change func()) (n int) {
	parts := strings.Split(l.text, ",") // want "strings.Split makes a slice"
	change()
	for _, part := range parts {
		n += len(part)
	}
	return n
}

func made(text func() string) (n int) {
	lines := strings.Split(text(), "\n") // want "strings.Split makes a slice"
	last := len(lines) - 1
	for i, line := range lines {
		if n += len(line); i < last {
			n++
		}
	}
	return n
}

func words(read func() string) (n int) {
	words := strings.Fields(read()) // want "strings.Fields makes a slice"
	n++
	for _, word := range words {
		n += len(word)
	}
	return n
}

// nope: the loop runs later, and not here
func later(s string) func() int {
	parts := strings.Split(s, ",")
	n := 0
	return func() int {
		for _, part := range parts {
			n += len(part)
		}
		return n
	}
}

// nope: fields are not counted by separators
func fields(s string) (n int) {
	words := strings.Fields(s)
	n = len(words)
	for _, w := range words {
		n += len(w)
	}
	return n
}

// nope: strings is something else where the loop is
func hidden(s string) (n int) {
	parts := strings.Split(s, ",")
	n = 1
	if strings := n; strings > 0 {
		for _, part := range parts {
			n += len(part)
		}
	}
	return n
}

// The index is asked for.
func index(s string) (n int) {
	parts := strings.Split(s, ",") // want "strings.Split makes a slice"
	n = 1
	for i, part := range parts {
		n += i * len(part)
	}
	return n
}

// nope: a comment would be lost
func commented(s string) (n int) {
	parts := strings.Split(s, ",")
	n = 1
	for _, part := range /* all of the */ parts {
		n += len(part)
	}
	return n
}

func lengths(s string) (list []int) {
	words := strings.FieldsFunc(s, func(r rune) bool { return r < 'a' || r > 'z' }) // want "strings.FieldsFunc makes a slice"
	list = append(list, len(s))
	for _, word := range words {
		list = append(list, len(word))
	}
	return list
}
