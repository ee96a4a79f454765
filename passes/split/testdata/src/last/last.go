package last

import "strings"

// want +3 "strings.Split makes a slice"

func base(path string) string {
	parts := strings.Split(path, "/")
	return parts[len(parts)-1]
}

// nope: the separator has more than one byte
func long(path string) string {
	parts := strings.Split(path, "::")
	return parts[len(parts)-1]
}

// the comment stays
func comment(path string) string {
	parts := strings.Split(path, "/") // all of them // want "strings.Split makes a slice"
	return parts[len(parts)-1]
}

// nope: the string is written in between
func written(path string) string {
	parts := strings.Split(path, "/")
	path = "x"
	return parts[len(parts)-1] + path
}

const slash = "/"

// nope: the package and the separator have other meanings where the part is taken
func hidden(path string) string {
	parts := strings.Split(path, "/")
	for strings := range 1 {
		return parts[len(parts)-1] + string(rune(strings))
	}
	more := strings.Split(path, slash)
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
