package dot

import . "strings"

func host(s string) string {
	return Split(s, "@")[0] // want "makes a slice that is not needed"
}

func hidden(s string, Cut bool) string {
	return Split(s, "@")[0] // nope: Cut is a variable // refused "another name"
}

func late(s string) string {
	parts := Split(s, "/") // want "makes a slice that is not needed"
	LastIndex := func(a, b string) int { return -1 }
	_ = LastIndex(s, "")
	return parts[len(parts)-1]
}

func key(s string) {
	for SplitSeq, p := range Split(s, "/") { // nope: the index would hide the function
		println(SplitSeq, p)
	}
}
