package late

import "fmt"

var table = map[string]int{}

type token struct {
	name []byte
	next *token
}

func (t *token) Name() string { return string(t.name) }

func (t *token) trimmed() []byte { return t.name[1:] }

func (t *token) inner() string { return string(t.trimmed()) }

func found(b []byte) (int, error) {
	name := string(b) // want "bytes are copied to a string that is looked at before it is kept"
	if n, ok := table[name]; ok {
		return n, nil
	}
	return 0, fmt.Errorf("no %q", name)
}

func field(t *token) (int, error) {
	name := string(t.name[1:]) // want "looked at before it is kept"
	switch name {
	case "a", "b":
		return len(name) + int(name[0]), nil
	}
	if t.next != nil {
		return 0, fmt.Errorf("%s is not last", name)
	}
	return 0, fmt.Errorf("%s is unknown", name)
}

func method(t *token, list []string) bool {
	name := t.Name() // want "looked at before it is kept"
	for _, s := range list {
		if s == name {
			return true
		}
	}
	last = name
	return false
}

func called(t *token, k string) bool {
	return t.inner() == k // want "bytes are copied to a string that is only looked at"
}

func interned(b []byte) int {
	name := string(b) // want "looked at before it is kept"
	if n, ok := table[name]; ok {
		return n
	}
	n := len(name)
	table[name] = n
	last = name
	return n
}

var last string

func branch(t *token) int {
	name := string(t.name) // want "looked at before it is kept"
	n, ok := table[name]
	if !ok {
		n = len(name)
		table[name] = n
		last = name
	}
	return n + len(name)
}

func loop(list [][]byte, out []string) []string {
	for _, b := range list {
		name := string(b) // want "looked at before it is kept"
		if table[name] > 0 {
			continue
		}
		out = append(out, name)
	}
	return out
}

func reused(r func([]byte) int, buf []byte, out []string) []string {
	for n := r(buf); n > 0; n = r(buf) {
		name := string(buf[:n]) // want "looked at before it is kept"
		if table[name] > 0 {
			continue
		}
		out = append(out, name)
	}
	return out
}

func reassigned(b []byte) string {
	var name = string(b) // want "looked at before it is kept"
	b = nil
	if table[name] > 0 {
		return ""
	}
	return name
}

func hides(b []byte) string {
	name := string(b) // want "looked at before it is kept"
	if b := table[name]; b > 0 {
		return ""
	}
	return name
}

func shadowed(b []byte) string {
	name := string(b) // want "looked at before it is kept"
	for b := range 10 {
		if name == "x" && b > 0 {
			return ""
		}
	}
	return name
}

func copied(b, out []byte) []byte {
	name := string(b) // want "looked at before it is kept"
	if name < "m" {
		return append(out, name...)
	}
	if len(name) > 3 {
		copy(out, name)
		return out
	}
	last = name
	return out
}

func clauses(t *token) int {
	name := string(t.name) // want "looked at before it is kept"
	switch name {
	case "a":
		return 1
	case "b":
		last = name
	default:
		var n int
		table[name] = n
		last = name
	}
	return 0
}

func shortened(b []byte) int {
	name := string(b) // want "looked at before it is kept"
	if table[name] > 0 {
		return 0
	}
	b = b[1:]
	if len(name) == len(b) {
		last = "x"
		return 1
	}
	last = name
	return 2
}

func selected(t *token, names chan string) int {
	name := string(t.name) // want "looked at before it is kept"
	if table[name] > 0 {
		return 0
	}
	select {
	default:
		last = name
	}
	return 1
}

// nope: whoever is waited for may change the bytes.
func waits(t *token, done chan bool) int {
	name := string(t.name)
	if table[name] > 0 {
		return 0
	}
	select {
	case <-done:
		last = name
	}
	return 1
}

// nope: whoever gets the token may change the bytes.
func sends(t *token, tokens chan *token) int {
	name := string(t.name)
	if table[name] > 0 {
		return 0
	}
	select {
	case tokens <- t:
		last = name
	default:
	}
	return 1
}

// It is on the stack, if it is short.
func only(b []byte) int {
	name := string(b) // want "bytes are copied to a string"
	if name == "a" {
		return 1
	}
	return table[name]
}
