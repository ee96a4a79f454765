package guarded

import "strings"

type version struct{ major, meta, pre string }

func parse(s string) version {
	parts := []string{s, s, s}
	var v version
	if strings.Contains(parts[2], "+") {
		extra := strings.SplitN(parts[2], "+", 2) // want "makes a slice that is not needed"
		v.meta = extra[1]
		parts[2] = extra[0]
	}
	if strings.Contains(s, "-") && len(s) > 1 {
		v.major = s
		extra := strings.Split(s, "-") // want "makes a slice that is not needed"
		v.pre = extra[1]
	}
	return v
}

func leaves(s string) (host, port string) {
	if !strings.Contains(s, ":") {
		return s, ""
	}
	hp := strings.SplitN(s, ":", 2) // want "makes a slice that is not needed"
	return hp[0], hp[1]
}

func indexed(s string) string {
	if strings.Index(s, "=") < 0 || s == "" {
		return ""
	} else if strings.Count(s, ";") == 2 {
		three := strings.Split(s, ";") // want "makes a slice that is not needed"
		return three[2] + three[0]
	}
	kv := strings.SplitN(s, "=", 2) // want "makes a slice that is not needed"
	return kv[1]
}

// nope: another text, another separator, the text as it was, or the other outcome
func others(s, t string) string {
	if strings.Contains(t, "=") && strings.Contains(s, ":") {
		kv := strings.SplitN(s, "=", 2) // refused "part 1 may not exist"
		t = kv[1]
	}
	if strings.Contains(s, "=") {
		s = s[1:]
		kv := strings.SplitN(s, "=", 2) // refused "part 1 may not exist"
		t += kv[1]
	}
	if strings.Index(s, "=") < 0 {
		kv := strings.SplitN(s, "=", 2) // refused "part 1 may not exist"
		t += kv[1]
	}
	if strings.Contains(s, "=") || t == "" {
		kv := strings.SplitN(s, "=", 2) // refused "part 1 may not exist"
		t += kv[1]
	}
	return t
}

// nope: the text is another one in the next turn
func loop(s string) (n int) {
	if !strings.Contains(s, "=") {
		return 0
	}
	for {
		kv := strings.SplitN(s, "=", 2) // refused "part 1 may not exist"
		n += len(kv[0])
		s = kv[1]
	}
}

// nope: two parts are all there are
func limited(s string) string {
	if strings.Count(s, ",") == 2 {
		kv := strings.SplitN(s, ",", 2) // refused "part 2 may not exist"
		return kv[1] + kv[2]
	}
	return s
}

// The number of parts is asked for in words that no Cut says.
func numbered(s string, n int) int {
	if !strings.Contains(s, ",") {
		return -1
	}
	v := strings.Split(s, ",") // want "makes a slice that is not needed"
	if len(v) == n {
		return len(v[0])
	}
	w := strings.Split(s, ",") // want "makes a slice that is not needed"
	return len(w) + len(w[1])
}

func inPlace(s string) string {
	if !strings.Contains(s, "=") {
		return ""
	}
	if strings.Count(s, ".") == 2 {
		return strings.Split(s, ".")[1] // want "makes a slice that is not needed"
	}
	return strings.TrimSpace(strings.SplitN(s, "=", 2)[1]) // want "makes a slice that is not needed"
}

// nope: the part may not exist
func unguarded(s string) string {
	if strings.Contains(s, "=") {
		s += ";"
	}
	return strings.SplitN(s, "=", 2)[1] // refused "a part is used that may not exist"
}
