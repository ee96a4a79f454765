package negative

import "strings"

// nope: the string is assigned as well
func assigned(parts []string) string {
	s := ""
	for _, p := range parts {
		if p == "" {
			s = ""
		}
		s += p + ","
	}
	return s
}

// nope: grows at its beginning
func prepended(parts []string) string {
	s := ""
	for _, p := range parts {
		s = p + s
	}
	return s
}

// nope: a function literal reads it
func captured(parts []string) string {
	s := ""
	get := func() string { return s }
	for _, p := range parts {
		s += p + ","
	}
	return get()
}

// nope: its address is taken
func addressed(parts []string) string {
	s := ""
	p := &s
	for _, x := range parts {
		s += x + ","
	}
	return *p
}

// nope: a named result
func named(parts []string) (s string) {
	for _, p := range parts {
		s += p + ","
	}
	return s
}

type text string

// nope: another type than string
func typed(parts []text) text {
	var s text
	for _, p := range parts {
		s += p + ","
	}
	return s
}

// nope: stringsbuilder of x/tools does it as well
func plain(parts []string) string {
	s := ""
	for _, p := range parts {
		s += strings.ToUpper(p)
	}
	return s
}

// nope: shares its declaration
func together(parts []string) (string, int) {
	s, n := "", 0
	for _, p := range parts {
		s += p + ","
		n++
	}
	return s, n
}

// nope: the operand reads the string
func reads(parts []string) string {
	s := ""
	for _, p := range parts {
		s += p + s
	}
	return s
}

// nope: a number
func number(ns []int) int {
	s := 0
	for _, n := range ns {
		s += n + 1
	}
	return s
}

// nope: the comment would be lost
func comment(parts []string) string {
	s := ""
	for _, p := range parts {
		s += p + // the part
			","
	}
	return s
}

// nope: no room for a statement
func post(n int) string {
	s := ""
	for i := 0; i < n; s += "a" + "b" {
		i++
	}
	return s
}
