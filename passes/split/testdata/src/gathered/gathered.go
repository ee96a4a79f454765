package gathered

import (
	"strconv"
	"strings"
)

func second(s string) string {
	return strings.Split(s, "@")[1] // want "strings.Split makes a slice"
}

func sum(s string) int {
	n, _ := strconv.Atoi(strings.Fields(s)[0]) // want "strings.Fields makes a slice"
	return n
}

func words(s string) int {
	return 2 * len(strings.Fields(s)) // want "strings.Fields makes a slice"
}

func stat(line string) (user, system int64) {
	f := strings.Fields(line) // want "strings.Fields makes a slice"
	if len(f) < 17 || f[0] != "cpu" {
		return 0, 0
	}
	user, _ = strconv.ParseInt(f[13], 10, 64)
	system, _ = strconv.ParseInt(f[14], 10, 64)
	return user, system
}

func five(s string) string {
	v := strings.Split(s, ".") // want "strings.Split makes a slice"
	if len(v) != 5 {
		return ""
	}
	return v[4]
}

func guard(s string) string {
	var kv = strings.Split(s, "=") // want "strings.Split makes a slice"
	return kv[1]
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

func shrunk(path string) string {
	var (
		parts = strings.Split(path, "/") // want "strings.Split makes a slice"
		n     = len(path)
	)
	if parts[0] == "" {
		parts = parts[1:]
	}
	if len(parts) > 2 {
		parts = parts[:len(parts)-1]
	}
	return strings.Join(parts[:len(parts)-1], ".") + strconv.Itoa(n)
}

func grown(s string) string {
	v := strings.Split(s, ".") // want "strings.Split makes a slice"
	for len(v) < 3 {
		v = append(v, "0")
	}
	return v[0] + v[1] + v[2]
}

func each(f func() string) (n int) {
	if v := strings.Fields(f()); len(v) > 3 { // want "strings.Fields makes a slice"
		for i, s := range v {
			n += i * len(s)
		}
	}
	return n
}

// the stack of one that calls itself stays small
func deep(s string) int {
	v := strings.Fields(s) // want "strings.Fields makes a slice"
	if len(v) < 2 {
		return 0
	}
	return 1 + deep(v[1])
}

// nope: too many for the stack of one that calls itself
func deeper(s string) int {
	v := strings.Fields(s) // refused "the stack has no room"
	if len(v) < 20 {
		return 0
	}
	return 1 + deeper(v[1])
}

// nope: nothing shows that there are few
func lines(s string) (n int) {
	v := strings.Split(s, "\n") // refused "how many parts there are"
	for i := range v {
		n += i * len(v[i])
	}
	return n + len(v[n])
}

// nope: the list is returned
func tail(s string) []string {
	v := strings.Split(s, ",") // refused "leave the function by return v"
	if len(v) < 3 {
		return nil
	}
	return v[2:]
}

// nope: all lines of a text
func headed(s string) (n int) {
	v := strings.Split(s, "\n") // refused "how many parts there are"
	if v[1] != "" {
		return 0
	}
	for i := range v {
		n += i * len(v[i])
	}
	return n
}

// nope: as many pairs as there are
func pairs(s string) (n int) {
	v := strings.Split(s, ",") // refused "how many parts there are"
	for len(v) > 1 {
		n += len(v[0]) * len(v[1])
		v = v[2:]
	}
	return n
}

// names of the loop that are taken
func taken(s string) string {
	part := strings.Split(s, ",") // want "strings.Split makes a slice"
	more := strings.Fields(s)     // want "strings.Fields makes a slice"
	part[1], more[1] = more[1], part[1]
	return part[0] + more[2]
}

type line struct{ fields []string }

// nope: the list is stored
func (l *line) parse(s string) string {
	l.fields = strings.Fields(s)
	v := strings.Fields(s) // refused "leave the function by l.fields = v"
	l.fields = v
	return v[2]
}

// nope: it had no room behind it, so that an index above its length panicked
func above(s string, n int) string {
	v := strings.Split(s, ",") // refused "may leave the function"
	if v[2] == "" {
		return ""
	}
	return strings.Join(v[:n], "")
}

// nope: cap says what was there
func capacity(s string) int {
	v := strings.Split(s, ",") // refused "may leave the function"
	return cap(v) + len(v[2])
}

// nope: a new array for each append, which others keep
func forked(s string) (a, b []string) {
	v := strings.Split(s, ",") // refused "may leave the function"
	a, b = append(v, v[2]), append(v, "b")
	return a, b
}

// nope: the function may keep it
func handed(s string, keep func([]string)) string {
	v := strings.Split(s, ",") // refused "may leave the function by keep"
	keep(v)
	return v[2]
}

// nope: the literal runs later
func later(s string) func() string {
	v := strings.Split(s, ",") // refused "may leave the function"
	return func() string { return v[2] }
}

// nope: nothing shows which
func nth(s string, n int) string {
	return strings.Split(s, ",")[n] // refused "which part is used"
}

// nope: the condition is asked again and again
func again(s string) (n int) {
	for strings.Split(s, ",")[1] == "x" { // refused "evaluated first"
		s = s[2:]
		n += len(s)
	}
	for len(strings.Fields(s)) > 2 { // refused "evaluated first"
		s = s[1:]
	}
	return n
}

// nope: an element has an address
func addressed(s string) *string {
	return &strings.Split(s, ",")[1] // refused "may change"
}

// nope: predeclared names mean something else
func hidden(s string, append string) string {
	return strings.Split(s, append+",")[0] + strings.Split(s, ",")[1]
}
