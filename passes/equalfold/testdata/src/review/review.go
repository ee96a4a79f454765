package review

import "strings"

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
