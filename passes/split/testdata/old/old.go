package old

import "strings"

func index(s string) (n int) {
	for i, p := range strings.Split(s, ",") { // want "strings.Split makes a slice"
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
		for _, p := range strings.Split(rest, ",") { // want "strings.Split makes a slice"
			if p == "" {
				continue next
			}
			out = append(out, p)
		}
	}
	return out
}

// nope: one variable for all iterations
func captured(s string) (fs []func() string) {
	for _, p := range strings.Split(s, ",") {
		fs = append(fs, func() string { return p })
	}
	return fs
}

// nope: the index is changed
func changed(s string) (n int) {
	for i, p := range strings.Split(s, ",") {
		i *= 2
		n += i * len(p)
	}
	return n
}

// nope: a variable from outside
func outside(s string) (p string) {
	for _, p = range strings.Split(s, ",") {
	}
	return p
}

// nope: FieldsSeq is of go1.24
func fields(s string) (n int) {
	for i, p := range strings.Fields(s) {
		n += i * len(p)
	}
	return n
}

// nope: SplitN(s, ",", 2) makes two parts
func limited(s string) (n int) {
	for i, p := range strings.SplitN(s, ",", 2) {
		n += i * len(p)
	}
	return n
}

func variable(s string) (n int) {
	parts := strings.Split(s, ",") // want "strings.Split makes a slice"
	for _, p := range parts {
		n += len(p)
	}
	return n
}

func twice(s string) (n int) {
	parts := strings.Split(s, ",") // want "strings.Split makes a slice"
	n = len(parts)
	for range parts {
		n++
	}
	return n
}

func indexes(s string) (n int) {
	parts := strings.Split(s, ",") // want "strings.Split makes a slice"
	for i := 0; i < len(parts); i++ {
		n += len(parts[i])
	}
	return n
}

// nope: one variable for all iterations
func shared(s string) (fs []func() string) {
	parts := strings.Split(s, ",")
	for _, p := range parts {
		fs = append(fs, func() string { return p })
	}
	return fs
}

const comma = ","

// nope: the part hides the separator
func hidden(s string) (n int) {
	parts := strings.Split(s, comma)
	for _, comma := range parts {
		n += len(comma)
	}
	return n
}

// nope: the part hides the separator
func hides(s string) (n int) {
	for _, comma := range strings.Split(s, comma) {
		n += len(comma)
	}
	return n
}

func second(s string) string {
	return strings.Split(s, "@")[1] // want "strings.Split makes a slice"
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

// nope: FieldsSeq is of go1.24
func words(s string) int {
	return len(strings.Fields(s)) // refused "go 1.20 has no strings.FieldsSeq"
}

// nope: FieldsSeq is of go1.24
func third(s string) string {
	return strings.Fields(s)[2] // refused "no strings.FieldsSeq"
}

// nope: min is of go1.21
func limitedMin(s string) (string, int) {
	v := strings.SplitN(s, " ", 3)
	if len(v) < 2 {
		return "", len(v)
	}
	return v[1], 0
}

func numbered(s string) []int {
	ids := strings.Split(s, ",") // want "strings.Split makes a slice"
	sizes := make([]int, len(ids))
	for i, id := range ids {
		sizes[i] = len(id)
	}
	return sizes
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

// nope: the name of the type means something else
func shadowing(s string) (n int) {
	type string int
	for _, p := range strings.Split(s, ",") {
		n += len(p) + int(string(1))
	}
	return n
}
