package switched

import (
	"fmt"
	"os"
	"strings"
)

const get = "GET"

type request struct{ method, name string }

func (r *request) direct() int {
	switch strings.ToUpper(r.method) { // want "strings.ToUpper makes what is only compared"
	case get, "HEAD":
		return 1
	case "":
		return 2
	case "PUT":
		fallthrough
	default:
		return 3
	}
}

func begun(s string) bool {
	switch n := len(s); strings.ToLower(s) { // want "strings.ToLower makes .*review: U.017F matches s; U.0130 no longer matches i"
	case "yes":
		return n > 0
	case "utf8", "binary":
		return true
	}
	return false
}

func once(s string) bool {
	lower := strings.ToLower(s)
	return lower == "on" // want "strings.ToLower makes"
}

func parts(s string) (string, error) {
	lower := strings.ToLower(s)
	if strings.HasPrefix(lower, "www.") { // want "strings.ToLower makes"
		return s[4:], nil
	}
	if lower != "hello" {
		return "", fmt.Errorf("no %s", s)
	}
	switch lower {
	case "a", "b":
		return "", nil
	}
	return s, nil
}

func named() bool {
	term := strings.ToLower(os.Getenv("TERM"))
	return term == "dumb" || "" == term // want "strings.ToLower makes"
}

func kept(f func() string) int {
	var term = strings.ToLower(f())
	for i := range 3 {
		if term == "dumb" { // want "strings.ToLower makes"
			return i
		}
	}
	return 0
}

// the name is another one by then
func changed(s string) bool {
	word := strings.ToLower(s)
	s = strings.TrimSpace(s)
	return word == "put" || len(s) == 0 // want "strings.ToLower makes"
}

func (r *request) field() bool {
	word := strings.ToLower(r.name)
	r.reset()
	return word == "put" // want "strings.ToLower makes"
}

func (r *request) reset() { r.name = "" }

func again(s string) bool {
	s = strings.ToLower(s)
	return s == "on" || s == "no" // want "strings.ToLower makes"
}

func trimmed(s string, strict bool) bool {
	println(s)
	if !strict {
		s = strings.ToUpper(strings.TrimSpace(s))
		switch s { // want "strings.ToUpper makes"
		case "ON":
			return true
		}
		return false
	}
	return false
}

func number(v string) bool {
	v = strings.ToLower(v)
	return v == "1" || v == "on" // want "strings.ToLower makes"
}
