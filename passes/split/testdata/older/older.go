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

func three(s string) string {
	v := strings.Split(s, ".") // want "strings.Split makes a slice"
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

func second(s string) string {
	return strings.Split(s, "@")[1] // want "strings.Split makes a slice"
}

func index(s string) (n int) {
	for i, p := range strings.Split(s, arrow) { // want "strings.Split makes a slice"
		if p == "" {
			continue
		}
		n += i * len(p)
	}
	return n
}

func names(list func() string) (out []string) {
next:
	for _, rest := range strings.Split(list(), "/*") { // want "strings.Split makes a slice"
		for _, end := range strings.Split(rest, ",") { // want "strings.Split makes a slice"
			if end == "" {
				continue next
			}
			out = append(out, end)
		}
	}
	return out
}

func sizes(s string) []int {
	ids := strings.Split(s, ",") // want "strings.Split makes a slice"
	sizes := make([]int, len(ids))
	for i, id := range ids {
		sizes[i] = len(id)
	}
	return sizes
}

func twice(s string) (n int) {
	parts := strings.Split(s, ",") // want "strings.Split makes a slice"
	n = len(parts)
	for range parts {
		n++
	}
	return n
}

func trimmed(s string) string {
	kv := strings.Split(s, "=") // want "strings.Split makes a slice"
	for i := range kv {
		kv[i] = strings.TrimSpace(kv[i])
	}
	if len(kv) != 2 {
		return ""
	}
	return kv[0] + kv[1]
}

// nope: the part hides the length of the separator
func hidden(s string) (n string) {
	for _, len := range strings.Split(s, arrow) {
		n += len
	}
	return n
}

// nope: one variable for all iterations
func kept(s string) (fs []func() string) {
	for _, p := range strings.Split(s, ",") {
		fs = append(fs, func() string { return p })
	}
	return fs
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

// nope: the body declares the name anew
func renamed(s string) (n int) {
	for _, p := range strings.Split(s, ",") {
		p := strings.TrimSpace(p)
		n += len(p)
	}
	list := strings.Split(s, ",")
	n += len(list)
	for _, p := range list {
		p := strings.TrimSpace(p)
		n += len(p)
	}
	return n
}

func directly(text func() string) (n int) {
	parts := strings.Split(text(), ",") // want "strings.Split makes a slice"
	for _, p := range parts {
		n += len(p)
	}
	lines := strings.Split(text(), "\n") // want "strings.Split makes a slice"
	n++
	for _, line := range lines {
		n += len(line)
	}
	return n
}

func tags(tag string) (name string, n int) {
	fields := strings.Split(tag, ",") // want "strings.Split makes a slice"
	for _, flag := range fields[1:] {
		if flag == "omitempty" {
			n++
		}
	}
	return fields[0], n
}

func pairs(s string) (key, value string) {
	kv := strings.Split(s, ":") // want "strings.Split makes a slice"
	if len(kv) > 1 {
		return kv[0], strings.Join(kv[1:], ":")
	}
	return "", s
}

func values(s string) map[string]string {
	kv := strings.Split(s, "=") // want "strings.Split makes a slice"
	return map[string]string{kv[0]: strings.Join(kv[1:], "=")}
}

// three parts are gathered
func lines(s string) (a, b, c string) {
	f := strings.Split(s, " ") // want "strings.Split makes a slice"
	if len(f) < 3 {
		return
	}
	return f[0], f[1], strings.Join(f[2:], " ")
}

func dotted(s string, set func([]string) bool) bool {
	parts := strings.Split(s, ".") // want "strings.Split makes a slice"
	if len(parts) >= 2 && set([]string{parts[0], parts[1]}) {
		return set([]string{parts[0], parts[1]})
	}
	return false
}
