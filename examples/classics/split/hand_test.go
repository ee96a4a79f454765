package split

import "strings"

func handC11(s string) int {
	n := 0
	for p := range strings.SplitSeq(s, ",") {
		if p != "" {
			n++
		}
	}
	return n
}

func handC11Index(s string) (last int) {
	i := 0
	for p := range strings.SplitSeq(s, ",") {
		if p != "" {
			last = i
		}
		i++
	}
	return last
}

func (c *Config) handC11Method(key string) string {
	for l := range strings.SplitSeq(c.text, "\n") {
		if k, v, ok := strings.Cut(l, "="); ok && k == key {
			return v
		}
	}
	return ""
}

func handC11Fields(lines []string) int {
	n := 0
	for _, l := range lines {
		for f := range strings.FieldsSeq(l) {
			n += len(f)
		}
	}
	return n
}

func handC11b(address string) string {
	user, _, _ := strings.Cut(address, "@")
	return user
}

func handC11bAssign(address string) string {
	user, _, _ := strings.Cut(address, "@")
	return "~" + user
}

func handC11bPair(pair string) (key, value string, ok bool) {
	if key, value, ok = strings.Cut(pair, "="); !ok {
		return "", "", false
	}
	return key, value, true
}

func handC11bLast(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

func handC11bCount(s string) int { return strings.Count(s, ";") + 1 }
