package seq

import (
	"strings"
	"unicode"
)

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

func runs(s string, sep rune) (n int) {
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { return r == sep || unicode.IsPunct(r) }) { // want "strings.FieldsFunc makes a slice"
		n += len(word)
	}
	for i, word := range strings.FieldsFunc(s, vowel) { // want "strings.FieldsFunc makes a slice"
		n += i * len(word)
	}
	return n
}

func vowel(r rune) bool { return strings.ContainsRune("aeiou", r) }

var quoted rune

// nope: what the function says, or does, would change from part to part
func noticed(s string) (n int) {
	var last rune
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { last = r; return r == ' ' }) {
		n += len(word) * int(last)
	}
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { return r == last }) {
		n += len(word)
		last = 'x'
	}
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { return r == quoted }) { // refused "how often the function runs"
		n += len(word)
	}
	odd := func(rune) bool { n++; return n%2 == 1 }
	for _, word := range strings.FieldsFunc(s, odd) {
		n += len(word)
	}
	return n
}
