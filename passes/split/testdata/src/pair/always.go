package pair

import "strings"

func always(tag string) (name, params string) {
	parts := strings.SplitN(tag, ":", 2) // want "strings.SplitN makes a slice"
	if len(parts) >= 1 {
		name = parts[0]
	}
	if len(parts) >= 2 {
		params = parts[1]
	}
	return name, params
}

func alwaysReturns(host string) string {
	labels := strings.Split(host, ".") // want "strings.Split makes a slice"
	if len(labels) > 0 {
		return labels[0]
	}
	return ""
}

func alwaysSeveral(list map[string]int, s string) {
	kv := strings.Split(s, "=") // want "strings.Split makes a slice"
	if len(kv) != 0 {
		// each has a name
		list[kv[0]]++
		if s != "" {
			list[s]++
		}
	}
	list[""]++
}

// nope: the last part is taken in another way
func alwaysLast(s string) (n int) {
	parts := strings.Split(s, "=") // refused "compared with 0"
	if len(parts) > 0 {
		last := parts[len(parts)-1]
		n = len(last)
	}
	return n
}

// nope: a variable of the branch, or more code that never runs
func alwaysMore(s string) (n int) {
	parts := strings.Split(s, "=") // refused "compared with 0"
	if len(parts) > 0 {
		first := parts[0]
		n = len(first)
	}
	others := strings.Split(s, ";") // refused "compared with 0"
	if len(others) > 0 {
		return len(others[0])
	}
	n++
	return n
}

// nope: else
func alwaysElse(s string) int {
	parts := strings.Split(s, "=") // refused "compared with 0"
	if len(parts) > 0 {
		return len(parts[0])
	} else {
		return 0
	}
}

func answered(s string) bool {
	parts := strings.Split(s, ",") // want "strings.Split makes a slice"
	if len(parts) > 0 {
		return parts[0] == "a"
	}
	return len(parts) == 0 || s == ""
}

func askedAnd(s string, g bool) bool {
	parts := strings.Split(s, ",") // want "strings.Split makes a slice"
	return g && len(parts) > 0 && len(parts) >= 1 && parts[0] == "a"
}

// nope: two comparisons that share what would be removed
func askedTwice(s string, found func(string)) string {
	parts := strings.Split(s, ",") // refused "compared with 0"
	if len(parts) > 0 && len(parts) >= 1 {
		return parts[0]
	}
	others := strings.Split(s, ";") // refused "compared with 0"
	if len(others) > 0 {
		found(others[0])
		if len(others) == 0 {
			found("")
		}
	}
	return ""
}
