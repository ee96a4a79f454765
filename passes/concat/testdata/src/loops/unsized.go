package loops

import (
	"fmt"
	"strings"
)

// how long it will be is not known, and each operand is one
func upper(parts []string) string {
	s := ""
	for _, p := range parts {
		s += strings.ToUpper(p) // want "each [+]= copies s"
	}
	return s
}

// a rune, or bytes, are written as they are, also as the first
func runes(r rune, text string, keep func(rune) bool) string {
	s := string(r)
	for _, r := range text {
		if keep(r) {
			s += string(r) // want "each [+]= copies s"
		}
	}
	return s
}

// a byte stands for the rune of its number
func low(text string) string {
	s := ""
	for i := 0; i < len(text); i++ {
		if text[i] != '-' {
			s += string(text[i] + 1) // want "each [+]= copies s"
		}
	}
	return s
}

// text with a format is written with it
func formatted(list []error) string {
	result := fmt.Sprintf("[%s", list[0])
	for _, err := range list[1:] {
		result += fmt.Sprintf(", %s", err) // want "each [+]= copies result"
	}
	result += "]"
	return result
}

func parted(list []error, name string) string {
	result := ""
	for _, err := range list {
		result += name + fmt.Sprintf(": %v", err) // want "each [+]= copies result"
	}
	return result + fmt.Sprintf(" (%d)", len(list))
}

// next may change what the operand before it is
func inOrder(list []*string, next func() string) string {
	s := ""
	for _, p := range list {
		s += *p + next() // want "each [+]= copies s"
	}
	return s
}

// it is read when it does not grow any more
func after(list []string, n int, keep func(string)) {
	s := ""
	for _, x := range list {
		s += strings.TrimSpace(x) // want "each [+]= copies s"
	}
	for range n {
		keep(s)
	}
}

// and asked for its length
func nodelets(list []string, write func(string)) bool {
	var s string
	for _, x := range list {
		s += strings.TrimSpace(x) // want "each [+]= copies s"
	}
	write(s)
	return s != ""
}

// use may keep the string
func looped(list []string, a, b string) (n int) {
	s := ""
	for _, x := range list {
		if x == a {
			s += a // want "review: a text that is kept while s grows"
			s += b
		}
		use(&n, s)
	}
	return n
}

func use(n *int, s string) { *n += len(s) }

// n may be far too large for parts, whose end is a panic
func runsOut(n int, parts []string) string {
	s := ""
	for i := 0; i < n; i++ {
		s += "x" // want "each [+]= copies s"
		_ = parts[i]
	}
	return s
}
