package equal

import (
	"bytes"
	"strings"
)

const scheme = "basic"

func truth(v string) bool {
	return strings.ToLower(v) == "true" // want "strings.ToLower makes what is only compared"
}

func not(v string) bool {
	if "content-type" == strings.ToLower(v) { // want "strings.ToLower makes"
		return false
	}
	return (strings.ToUpper(v)) != "GET" // want "strings.ToUpper makes"
}

// The length is known: no other character has room.
func known(auth string, b []byte) bool {
	l := len(scheme)
	if len(auth) < 10 || strings.ToLower(auth[:5]) != "basic" { // want "strings.ToLower makes"
		return false
	}
	return strings.ToLower(auth[:l]) == scheme || // want "strings.ToLower makes"
		strings.ToLower(auth[2:7]) == scheme // want "strings.ToLower makes"
}

type request struct{ header map[string]string }

func (r *request) local(all []string, i int) bool {
	ok := strings.ToLower(r.header["host"]) == "localhost" && i > 0 // want "strings.ToLower makes"
	ok = ok || strings.ToLower(all[i]) == "host"                    // want "strings.ToLower makes"
	ok = ok && strings.ToLower(all[i]) != "host"                    // want "strings.ToLower makes"
	ok = ok || strings.ToLower(all[i]) != "host"                    // want "strings.ToLower makes"
	ok = ok != (strings.ToLower(all[i]) == "host")                  // want "strings.ToLower makes"
	return !(strings.ToLower(all[i]) == "host") && ok               // want "strings.ToLower makes"
}

// A call stays one.
func once(f func() string) bool {
	return strings.ToLower(f()) == "get" // want "strings.ToLower makes"
}

func inBytes(b []byte) bool {
	if string(bytes.ToLower(b)) == "yes" { // want "bytes.ToLower makes"
		return true
	}
	return bytes.Equal(bytes.ToUpper(b), []byte("NO")) // want "bytes.ToUpper makes"
}

func generic[T ~string](v T) bool {
	return strings.ToLower(string(v)) == "on" // want "strings.ToLower makes"
}

func cases(v string) int {
	switch {
	case strings.ToLower(v) == "on": // want "strings.ToLower makes"
		return 1
	case strings.ToLower(v) == "host": // want "strings.ToLower makes"
		return 2
	}
	return 0
}

// All calls give constants.
func hasAttr(token, attr string) bool {
	return strings.ToUpper(token) == attr || attr == strings.ToUpper(token[:1]) // want "strings.ToUpper makes what is only compared" "strings.ToUpper makes what is only compared"
}

func attrs(token string) bool {
	return hasAttr(token, "DATA") || hasAttr(token[1:], "HREF")
}

func swapped(b []byte) bool {
	return bytes.Equal([]byte("NO"), bytes.ToUpper(b)) // want "bytes.ToUpper makes"
}
