package traps

import "strings"

func both() (string, string) { return "a,b", "," }

// nope: results of one call
func several() string {
	return strings.Split(both())[0]
}

// nope: nil where there is one part, and a slice of its own elsewhere
func sometimes(s string) []string {
	parts := strings.Split(s, ",")
	if len(parts) > 1 {
		return parts
	}
	return nil
}

// nope: a local value of the same name
func shadowed(s string) string {
	strings := splitter{}
	return strings.Split(s, ",")[0]
}

type splitter struct{}

func (splitter) Split(s, sep string) []string { return []string{s + sep} }

// nope: the slice is shared
func aliased(s string, keep *[]string) string {
	parts := strings.Split(s, ",")
	*keep = parts
	return parts[0]
}
