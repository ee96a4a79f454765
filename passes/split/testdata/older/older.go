package older

import (
	"os"
	"strings"
)

const arrow = "->"

func first(s string) string {
	return strings.Split(s, "@")[0] // want "strings.Split makes a slice"
}

func defined(s string) int {
	name := strings.SplitN(s, arrow, 2)[0] // want "strings.SplitN makes a slice"
	i := strings.Split(name, ":")[0]       // want "strings.Split makes a slice"
	return len(name) + len(i)
}

func assigned(s string, list []string) (name string) {
	for range list {
		s = strings.Split(s, "#")[0] // want "strings.Split makes a slice"
	}
	name = strings.Split(os.Getenv(s), ",")[0] // want "strings.Split makes a slice"
	return name
}

type header struct{ key, value, line string }

func pair(line string, h *header) bool {
	kv := strings.SplitN(line, ":", 2) // want "strings.SplitN makes a slice"
	if len(kv) != 2 || kv[0] == "" || len(kv[0]) > len(kv[1]) {
		return false
	}
	h.key, h.value = kv[0], strings.TrimSpace(kv[1])
	return true
}

func exact(h header, i int) (string, string) {
	kv := strings.Split(h.line, arrow) // want "strings.Split makes a slice"
	if len(kv) == 2 && i > 0 {
		return kv[0], kv[1]
	}
	return kv[0], ""
}

func value(i string) string {
	if kv := strings.SplitN(i, "=", 2); len(kv) == 2 { // want "strings.SplitN makes a slice"
		return kv[1]
	}
	return ""
}

func called() string {
	kv := strings.SplitN(os.Getenv("A"), "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) == 2 {
		return kv[1]
	}
	return ""
}

func has(s string) bool {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	return len(kv) == 2
}

func last(s string) string {
	parts := strings.Split(s, "/") // want "strings.Split makes a slice"
	return parts[len(parts)-1]
}

func counted(s string) (string, int) {
	v := strings.Split(s, ":") // want "strings.Split makes a slice"
	switch len(v) {
	case 2:
		return v[1], 2
	case 3:
		return "", 3
	}
	return v[0], len(v)
}

// nope: two Cuts
func three(s string) string {
	v := strings.Split(s, ".") // refused "go 1.14 has no strings.Cut"
	if len(v) != 3 {
		return ""
	}
	return v[0] + v[1] + v[2]
}

// nope: a literal would see the whole string first
func captured(s string) (name string) {
	defer func() { println(name) }()
	name = strings.Split(s, ",")[0] // want "strings.Split makes a slice"
	return name
}

// nope: a part that may not be there
func second(s string) string {
	return strings.Split(s, "@")[1] // refused "no strings.Cut"
}

// nope: false is another one
func shadowed(s string, false int) (string, int) {
	kv := strings.SplitN(s, "=", 2) // refused "no strings.Cut"
	if len(kv) == 2 {
		return kv[1], false
	}
	return "", false
}

func both(path string) bool {
	parts := strings.SplitN(path, "/", 2) // want "strings.SplitN makes a slice"
	if len(parts) != 2 || len(parts[0]) == 0 || len(parts[1]) == 0 {
		return false
	}
	return parts[1] != "" && parts[0] != "x"
}

func user(s string) string {
	parts := strings.SplitN(s, ":", 2) // want "strings.SplitN makes a slice"
	if len(parts) != 2 {
		return ""
	}
	return parts[0][1:] + parts[1]
}
