package last

import "strings"

// want +3 "strings.Split makes a slice"

func base(path string) string {
	parts := strings.Split(path, "/")
	return parts[len(parts)-1]
}

// nope: the separator may begin within itself
func long(path string) string {
	parts := strings.Split(path, "::")
	return parts[len(parts)-1]
}

// the comment stays
func comment(path string) string {
	parts := strings.Split(path, "/") // all of them // want "strings.Split makes a slice"
	return parts[len(parts)-1]
}

// the string is written in between
func written(path string) string {
	parts := strings.Split(path, "/") // want "strings.Split makes a slice"
	path = "x"
	return parts[len(parts)-1] + path
}

const slash = "/"

// the package and the separator have other meanings where the part is taken
func hidden(path string) string {
	parts := strings.Split(path, "/") // want "strings.Split makes a slice"
	for strings := range 1 {
		return parts[len(parts)-1] + string(rune(strings))
	}
	more := strings.Split(path, slash) // want "strings.Split makes a slice"
	for slash := range 1 {
		return more[len(more)-1] + string(rune(slash))
	}
	return ""
}

func grouped(path string) string {
	var (
		n     = len(path)
		parts = strings.Split(path, "/") // want "strings.Split makes a slice"
	)
	return parts[len(parts)-1][:n]
}

// s is another one when the loop comes back
func again(next func() string) (out []string) {
	s := next()
	parts := strings.Split(s, "/") // want "strings.Split makes a slice"
	for range 3 {
		out = append(out, parts[len(parts)-1])
		s = next()
	}
	return out
}

// s is another one when the function is called
func later(s string) func() string {
	parts := strings.Split(s, "/") // want "strings.Split makes a slice"
	f := func() string { return parts[len(parts)-1] }
	s = "other"
	return f
}

// the part is taken before the string is written
func itself(path string) (int, string) {
	names := strings.Split(path, "\\") // want "strings.Split makes a slice"
	n := 1
	n, path = len(path), names[len(names)-1]
	return n, path
}

type document struct{ file string }

func (d *document) extension(known map[string]string) string {
	dotted := strings.Split(d.file, ".") // want "strings.Split makes a slice"
	if kind, ok := known[dotted[len(dotted)-1]]; ok {
		return kind
	}
	return dotted[len(dotted)-1]
}

func unnamed(next func() string) string {
	steps := strings.Split(next(), "/") // want "strings.Split makes a slice"
	return next() + steps[len(steps)-1]
}

func qualifier(name string) string {
	parts := strings.Split(name, ".") // want "strings.Split makes a slice"
	if len(parts) > 1 {
		return parts[len(parts)-1]
	}
	return ""
}

func suffix(name string) (string, bool) {
	if dotted := strings.Split(name, "."); len(dotted) != 1 { // want "strings.Split makes a slice"
		return dotted[len(dotted)-1], true
	}
	return "", false
}

// nope: the text is another one by then
func renamed(name string) string {
	parts := strings.Split(name, ".") // refused "nothing shows how many parts there are"
	name = ""
	if len(parts) > 1 {
		return name + parts[len(parts)-1]
	}
	return name
}

// the separator cannot begin within itself
func message(text string) string {
	parts := strings.Split(text, ": ") // want "strings.Split makes a slice"
	return "failed: " + parts[len(parts)-1]
}

// nope: it can
func dashes(text string) string {
	parts := strings.Split(text, "--")
	return parts[len(parts)-1]
}

func parent(name string) (dir, base string) {
	parts := strings.Split(name, ".") // want "strings.Split makes a slice"
	return strings.Join(parts[:len(parts)-1], "."), parts[len(parts)-1]
}

func parentIf(name string) (dir, base string, err error) {
	parts := strings.Split(name, "::") // nope: parts is assigned again
	if len(parts) < 2 {
		return "", "", nil
	}
	parts = strings.Split(name, "->")
	if len(parts) < 2 {
		return "", "", nil
	}
	names := strings.Split(name, "->") // want "strings.Split makes a slice"
	if len(names) < 2 {
		return "", "", nil
	}
	dir = strings.Join(names[0:len(names)-1], "->")
	return dir, names[len(names)-1], nil
}

func onlyParent(name string) string {
	parts := strings.Split(name, "/") // want "strings.Split makes a slice"
	return strings.Join(parts[:len(parts)-1], "/")
}

// nope: another separator
func translated(name string) string {
	parts := strings.Split(name, "/")
	return strings.Join(parts[:len(parts)-1], ".") + parts[len(parts)-1]
}
