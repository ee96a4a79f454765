package counted

import "strings"

func address(s string) (host, port string, ok bool) {
	parts := strings.Split(s, ":") // want "strings.Split makes a slice"
	switch len(parts) {
	case 1:
		return parts[0], "", true
	case 2:
		return parts[0], parts[1], true
	}
	return "", "", false
}

// perhaps more than two
func atLeast(s string) bool {
	kv := strings.Split(s, "=") // want "strings.Split makes a slice"
	return len(kv) >= 2 && kv[1] == "x"
}

func numbers(s string) string {
	v := strings.Split(s, ".") // want "strings.Split makes a slice"
	if len(v) == 2 {
		return v[1]
	}
	if 3 == len(v) {
		return v[2]
	}
	return ""
}

func condition(s string) string {
	if v := strings.Split(s, "."); len(v) == 3 { // want "strings.Split makes a slice"
		return v[1]
	}
	return ""
}

func tagged(s string) (first, last string) {
	n := len(s)
	switch v := strings.Split(s, "."); len(v) { // want "strings.Split makes a slice"
	case 1, 2:
		return v[0], ""
	default:
		return v[0], v[2][:n%2]
	case 0, 3:
	}
	return "", ""
}

func conditions(s string) string {
	v := strings.Split(s, "/") // want "strings.Split makes a slice"
	switch {
	case len(v) < 2 || v[1] == "":
		return v[0]
	case len(v) == 2, len(v) == 3:
		return v[1]
	default:
		return v[2]
	}
}

func loop(lines []string) (n int) {
	for _, l := range lines {
		v := strings.Split(l, " ") // want "strings.Split makes a slice"
		for n := 0; len(v) > 1 && n < 3; n++ {
			println(v[1])
		}
		if !(len(v) >= 4) {
			continue
		}
		n += len(v) + len(v[3])
	}
	return n
}

func limited(s string) (string, int) {
	v := strings.SplitN(s, " ", 3) // want "strings.SplitN makes a slice"
	if len(v) < 2 {
		return "", len(v)
	} else if len(v) > 2 {
		return v[2], len(v)
	}
	return v[1], 0
}

func later(s string) func() string {
	v := strings.Split(s, " ") // want "strings.Split makes a slice"
	if len(v) < 2 {
		return nil
	}
	return func() string { return v[1] }
}

// nope: two names v
func twice(s, v string) string {
	if v := strings.Split(s, "."); len(v) == 3 { // refused "no room for more than one statement"
		return v[1]
	}
	return v
}

// nope: an else has no room
func otherwise(s string) string {
	if s == "" {
	} else if v := strings.Split(s, "."); len(v) == 3 { // refused "no room for more than one statement"
		return v[1]
	}
	return ""
}

// nope: the next clause has it, too, and the closure has the list
func falls(s string) func() string {
	v := strings.Split(s, ".") // refused "part 1 may not be there"
	switch len(v) {
	case 2:
		fallthrough
	case 1:
		return func() string { return v[1] }
	}
	return nil
}

// nope: the other branch of it
func other(s string) func() string {
	v := strings.Split(s, ".") // refused "part 1 may not be there"
	if len(v) == 1 || s == "" {
		return func() string { return v[1] }
	}
	return nil
}

// nope: the length of another one
func mistaken(s string, w []string) func() string {
	v := strings.Split(s, ".") // refused "part 1 may not be there"
	switch len(w) {
	case 2:
		return func() string { return v[1] }
	}
	return nil
}

// nope: only if s is not empty
func sometimes(s string) func() string {
	v := strings.Split(s, ".") // refused "part 1 may not be there"
	if s != "" {
		if len(v) < 2 {
			return nil
		}
	}
	return func() string { return v[1] }
}

// A clause that goes on with the next one.
func levels(s string) (low, high string) {
	l := strings.SplitN(s, "-", 2) // want "strings.SplitN makes a slice"
	switch len(l) {
	case 2:
		high = l[1]
		fallthrough
	case 1:
		low = l[0]
	}
	return low, high
}

func which(s string) string {
	l := strings.SplitN(s, "-", 2) // want "strings.SplitN makes a slice"
	switch len(l) {
	case 1:
		return l[0]
	default:
		return l[1]
	case 3:
		return ""
	}
}
