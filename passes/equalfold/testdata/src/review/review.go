package review

import (
	"bytes"
	"strings"
)

func both(a, b string, header []string, c, d []byte, f func() string) bool {
	if strings.ToLower(a) == strings.ToLower(b) { // want "review: U.0130 no longer matches i; U.017F matches s, U.03C2 matches U.03C3, as 20 other second small letters do"
		return true
	}
	for _, h := range header {
		if strings.ToUpper(h) != (strings.ToUpper(a[:1])) { // want "review: U.0131 no longer matches I; U.212A matches K, as the second capitals U.03F4, U.1E9E, U.2126 and U.212B do"
			return strings.ToLower(f()) == strings.ToLower("Host") // want "review: U.0130"
		}
	}
	return bytes.Equal(bytes.ToLower(c), bytes.ToLower(d)) || // want "review: U.0130"
		string(bytes.ToLower(c)) == string(bytes.ToLower(d)) // want "review: U.0130"
}

func upgrade(v string) bool {
	return strings.ToLower(v) == "websocket" // want "review: U.017F matches s"
}

func basic(v string) bool {
	return strings.ToLower(v) != "basic" // want "review: U.0130 no longer matches i; U.017F matches s"
}

func call(f func() string) bool {
	return strings.ToLower(f()) == "host" // want "review: U.017F matches s"
}

func upper(v string) bool {
	return strings.ToUpper(v) == "LINK" // want "review: U.0131 no longer matches I; U.212A matches K"
}

func prefix(v string) bool {
	return strings.HasPrefix(strings.ToLower(v), "kit") // want "review: U.0130 no longer matches i; U.212A no longer matches k"
}

// The length changes after it was taken.
func changing(v string) bool {
	n := 5
	n++
	return strings.ToLower(v[:n]) == "basic" // want "review: U.0130 no longer matches i; U.017F matches s"
}
