package order

import "fmt"

type level int

// String mentions names, which is initialized before whatever mentions String.
func (l level) String() string { return names[l] }

// label is a part of the value of first: fmt calls String unseen, when names may be empty.
func label(l level) string {
	return fmt.Sprintf("level %v", l) // want "review: .*; what such a method mentions is initialized before variables that need its text"
}

// later is called when everything is initialized.
func later(l level) string {
	return fmt.Sprintf("level %v", l) // want "review: a panic in a String or Error method is not caught\\)"
}

var first = try(func() string { return label(1) })

var names = list()

func list() []string { return []string{"low", "high"} }

func try(f func() string) (s string) {
	defer func() { _ = recover() }()
	return f()
}
