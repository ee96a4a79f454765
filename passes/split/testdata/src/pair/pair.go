package pair

import "strings"

// basic test
func inside(s string) map[string]string {
	m := map[string]string{}
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) == 2 {
		m[kv[0]] = kv[1]
	}
	return m
}

func behind(lines []string) (out []string) {
	for _, l := range lines {
		kv := strings.SplitN(l, ":", 2) // want "strings.SplitN makes a slice"
		if len(kv) != 2 || kv[1] == "" {
			continue
		}
		out = append(out, kv[1], kv[0])
	}
	return out
}

func otherwise(s string, ok bool) string {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) < 2 {
		return kv[0]
	} else if ok {
		return kv[1]
	}
	return ""
}

func grouped(s string) string {
	var (
		n  = len(s)
		kv = strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
		m  = n
	)
	if len(kv) == 2 && m > 0 {
		return kv[1]
	}
	return ""
}

func spelt(s string) string {
	var kv []string = strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	return kv[0]
}

// nope: another one of the group is made of it
func chained(s string) string {
	var (
		kv = strings.SplitN(s, "=", 2)
		m  = kv[0]
	)
	return m
}
