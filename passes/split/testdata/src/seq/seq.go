package seq

import "strings"

// basic test
func index(s string) (n int) {
	for i, p := range strings.Split(s, ",") { // want "strings.Split makes a slice"
		if p == "" {
			continue
		}
		n += i * len(p)
	}
	return n
}

func fields(s string) (n int) {
	for i, f := range strings.Fields(s) { // want "strings.Fields makes a slice"
		n += i * len(f)
	}
	return n
}

// nope: the index is captured
func captured(s string) (fs []func() int) {
	for i, p := range strings.Split(s, ",") {
		fs = append(fs, func() int { return i + len(p) })
	}
	return fs
}

// nope: the name is used around the loop
func used(s string) (n int) {
	i := 7
	for i, p := range strings.Split(s, ",") {
		n += i * len(p)
	}
	return n + i
}

// nope: the index is changed
func changed(s string) (n int) {
	for i, p := range strings.Split(s, ",") {
		i *= 2
		n += i * len(p)
	}
	return n
}

// nope: stringsseq of x/tools does it
func plain(s string) (n int) {
	for _, p := range strings.Split(s, ",") {
		n += len(p)
	}
	return n
}

// a body on the line of its loop
func oneLine(s string) (n int) {
	for i, p := range strings.Split(s, ",") { n += i * len(p) } // want "strings.Split makes a slice"
	return n
}
