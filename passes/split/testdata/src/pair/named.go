package pair

import (
	"fmt"
	"strings"
)

// The parts have names already.
func address(s string) (string, error) {
	parts := strings.Split(s, ":") // want "strings.Split makes a slice"
	if len(parts) != 2 || parts[0] == "" {
		return "", fmt.Errorf("no port: %s", s)
	}

	host := parts[0]
	if host == "localhost" {
		host = "127.0.0.1"
	}
	port := parts[1]
	return port + host, nil
}

func both(s string) string {
	parts := strings.Split(s, "/") // want "strings.Split makes a slice"
	var name string
	switch len(parts) {
	case 1:
		name = parts[0]
	case 2:
		prefix, rest := parts[0], parts[1]
		return rest + prefix
	}
	return name
}

func inner(s string, m map[string]string) {
	if kv := strings.SplitN(s, "=", 2); len(kv) == 2 { // want "strings.SplitN makes a slice"
		k, v := kv[0], kv[1]
		m[k] = v
	}
}

func repeated(s string, n int) (out []string) {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	for range n {
		k := kv[0]
		k += "x"
		out = append(out, k)
	}
	return out
}

func trimmed(s string) string {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) < 2 {
		return ""
	}
	// The key is without blanks.
	key := strings.TrimSpace(kv[0])
	value, more := kv[1], len(s)
	return value[more%2:] + key
}

// Not these: another name is meant in between, a comment is about it, and the part is
// looked at later.
func others(s string) string {
	kv := strings.SplitN(s, "=", 3) // want "strings.SplitN makes a slice"
	if len(kv) < 3 || len(value) > 3 {
		return ""
	}
	// the first one
	key := kv[0]
	key += "x"
	value, last := kv[1], kv[2]
	last += "x"
	return key + value + last + kv[2]
}

var value = "v"

// A name of the inner block is that of a result, which := would set.
func hides(s string, m map[string]string) (key string) {
	key = "none"
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) == 2 {
		key := kv[0]
		m[key] = kv[1]
	}
	return
}

// The name of the inner block is that of a result, which the return would not find.
func deeper(s string, m map[string]string) (key string) {
	key = "none"
	if len(s) > 1 {
		kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
		if len(kv) == 2 {
			key := kv[0]
			m[key] = kv[1]
		}
		return
	}
	return
}

// options has a key already.
func options(tag string) (key string, opts map[string]string) {
	opts = make(map[string]string)
	for i, s := range strings.Split(tag, ",") { // want "strings.Split makes a slice"
		if i == 0 {
			key = s
			continue
		}
		pair := strings.SplitN(s, "=", 2) // want `strings.SplitN makes a slice that is not needed`
		if len(pair) == 1 {
			opts[pair[0]] = ""
		} else {
			opts[pair[0]] = pair[1]
		}
	}
	return key, opts
}
