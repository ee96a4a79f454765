package dot

import . "strings"

func host(s string) string {
	return Split(s, "@")[0] // want "makes a slice that is not needed"
}

func hidden(s string, Cut bool) string {
	return Split(s, "@")[0] // nope: Cut is a variable // refused "another name"
}
