package runes

import "unicode"

func upper(s string) (n int) {
	list := []rune(s) // want "the string is copied to runes only to be ranged over, or counted"
	if len(list) > 80 {
		return 0
	}
	for _, r := range list {
		if unicode.IsUpper(r) {
			n++
		}
	}
	return n
}

func length(s string) int {
	chars := []rune(s) // want "the string is copied to runes only to be ranged over, or counted"
	return len(chars)
}

// nope: the index counts runes, an element is used, or the text is another one there
func others(s, t string, all []string) (n int) {
	a := []rune(s)
	for i, r := range a {
		n += i * int(r)
	}
	b := []rune(s)
	n += len(b) + int(b[0])
	c := []rune(t)
	t = s
	for _, r := range c {
		n += int(r)
	}
	d := []rune(s)
	for range all {
		n += len(d)
		for _, r := range d {
			n += int(r)
		}
	}
	e := []rune(s)
	f := func() int { return len(e) }
	return n + f()
}
