package pair

import (
	"errors"
	"strings"
)

var errBad = errors.New("bad")

func version(s string) (major, minor, patch string, err error) {
	v := strings.Split(s, ".") // want "strings.Split makes a slice"
	if len(v) != 3 {
		return "", "", "", errBad
	}
	return v[0], v[1], v[2], nil
}

const colon = ":"

func hostPort(s string) (host, port string) {
	parts := strings.Split(s, colon) // want "strings.Split makes a slice"
	if n := len(s); len(parts) == 2 && n > 2 {
		return parts[0], parts[1]
	}
	return parts[0], ""
}

func valid(s string) bool {
	p := strings.Split(s, "@") // want "strings.Split makes a slice"
	return !(len(p) == 2) || p[0] == "x"
}

func negated(s string, ok bool) bool {
	p := strings.Split(s, "@") // want "strings.Split makes a slice"
	return ok && len(p) != 2
}

func spread(s string) string {
	if p := strings.Split(s, "@"); len(p) == 2 { // want "strings.Split makes a slice"
		return p[1]
	}
	return ""
}

func limited(s string) string {
	p := strings.SplitN(s, " ", 4) // want "strings.SplitN makes a slice"
	if len(p) < 4 || p[3] == "" {
		return p[0]
	}
	return p[3] + p[1]
}

func last(s string) string {
	p := strings.SplitN(s, " ", 4) // want "strings.SplitN makes a slice"
	if len(p) == 4 {
		return p[3]
	}
	return ""
}

func firstOf(s string) string {
	p := strings.SplitN(s, " ", 3) // want "strings.SplitN makes a slice"
	return p[0]
}
