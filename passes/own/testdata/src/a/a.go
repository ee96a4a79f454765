package a

import (
	"fmt"
	"lib"
	"sort"
	"strings"
)

type user struct {
	name string
	tags map[string]int
}

func quote(u *user, list []string) string {
	a := fmt.Sprintf("%q", u.name)        // want "beforeQuote matches"
	b := (fmt.Sprintf)("%q", (list[0]))   // want "beforeQuote matches"
	const format = "%" + "q"              // a constant
	c := fmt.Sprintf(format, string("x")) // want "beforeQuote matches"
	return a + b + c + fmt.Sprintf("%s", a)
}

func join(a, b string) string {
	if lib.Join(a, b) == "x/y" { // want "beforeJoin matches"
		return lib.Join("x"+a, b)[1:] // want "beforeJoin matches"
	}
	return lib.Fast(a, b)
}

func equal(p, q []byte) bool {
	if strings.EqualFold(string(p), string(q)) { // want "beforeEqual matches"
		return true
	}
	left := string(p)
	right := string(q)
	return strings.EqualFold(left, right) // want "beforeEqual matches"
}

func keys(u *user) []string {
	// want +1 "beforeKeys matches"
	var names []string
	for name := range u.tags {
		names = append(names, name)
	}
	sort.Strings(names)
	return names[:len(names):len(names)]
}

func keysOf(m map[string]int) (all []string, n int) {
	switch {
	case len(m) > 0:
		sorted := []string(nil)
		for k := range m {
			sorted = append(sorted, k)
		}
		sort.Strings(sorted)
		return sorted, 1
	default:
		// want +1 "beforeKeys matches"
		var keys []string
		for key := range m {
			keys = append(keys, key)
		}
		sort.Strings(keys)
		all = keys
	}
	return all, len(m)
}

func pad(u *user, n int) (string, error) {
	for i := range n {
		u.name = strings.TrimSpace(fmt.Sprintf("%s%d", u.name, i)) // refused "needs a statement"
	}
	return fmt.Sprintf("%s%d", u.name, n), nil // want "beforePad matches"
}

func has(list []string, v string, numbers []int) bool {
	// want +1 "beforeIndex matches"
	set := make(map[string]bool)
	for _, x := range list {
		set[x] = true
	}
	if set[v] {
		return true
	}
	// want +1 "beforeIndex matches"
	seen := make(map[int]bool)
	for _, x := range numbers {
		seen[x] = true
	}
	return seen[7]
}

func push(s *lib.Stack, names []string) {
	// want +1 "beforePushes matches"
	for _, name := range names {
		s.Push(name)
	}
	for i, name := range names {
		s.Push(name)
		_ = i
	}
}

func concat(parts [][]string) (list []string) {
	for i, words := range parts {
		var text strings.Builder // refused "what is evaluated beside the result"
		for _, word := range words {
			text.WriteString(word)
		}
		list = append(list, text.String(), parts[i][0])
	}
	// want +1 "beforeConcat matches"
	var text strings.Builder
	for _, word := range list {
		text.WriteString(word)
	}

	return []string{text.String()}
}
