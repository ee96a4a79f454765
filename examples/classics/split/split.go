// Package split holds the classic cases of strings cut into slices of which
// only the parts are wanted, one after the other or one of them.
package split

import "strings"

// C11 goes through the parts of a split.
func C11(s string) int {
	n := 0
	for _, p := range strings.Split(s, ",") {
		if p != "" {
			n++
		}
	}
	return n
}

// C11Index is C11 that uses the index as well.
func C11Index(s string) (last int) {
	for i, p := range strings.Split(s, ",") {
		if p != "" {
			last = i
		}
	}
	return last
}

// A Config is a text of key=value lines.
type Config struct{ text string }

// C11Method is C11 as a method, split into lines by a variable.
func (c *Config) C11Method(key string) string {
	lines := strings.Split(c.text, "\n")
	for _, l := range lines {
		if k, v, ok := strings.Cut(l, "="); ok && k == key {
			return v
		}
	}
	return ""
}

// C11Fields is C11 with Fields, nested in another loop.
func C11Fields(lines []string) int {
	n := 0
	for _, l := range lines {
		for _, f := range strings.Fields(l) {
			n += len(f)
		}
	}
	return n
}

// C11b returns the first part.
func C11b(address string) string {
	return strings.Split(address, "@")[0]
}

// C11bAssign is C11b by way of a variable.
func C11bAssign(address string) string {
	user := strings.Split(address, "@")[0]
	return "~" + user
}

// C11bPair takes both parts of a pair.
func C11bPair(pair string) (key, value string, ok bool) {
	kv := strings.SplitN(pair, "=", 2)
	if len(kv) != 2 {
		return "", "", false
	}
	return kv[0], kv[1], true
}

// C11bLast returns the last part.
func C11bLast(path string) string {
	parts := strings.Split(path, "/")
	return parts[len(parts)-1]
}

// C11bCount only counts.
func C11bCount(s string) int {
	return len(strings.Split(s, ";"))
}
