package begun

import (
	"slices"
	"strings"
)

type entry struct{ fields, more []string }

func (e *entry) with(name string) *entry {
	fields := append([]string{}, e.fields...)
	fields = append(fields, name, "=") // want "fields grows by append although its length is known"
	return &entry{fields: fields}
}

func some(a, b []string) []string {
	all := slices.Clone(a)
	for _, s := range b {
		if s != "" {
			all = append(all, s) // want "all grows by append .*review: .*the copy of a nil a is empty when nothing is added"
		}
	}
	return all
}

func counted(a, b []string) string {
	all := append([]string(nil), a...)
	for _, s := range b {
		all = append(all, s+"!") // want "all grows by append"
	}
	return strings.Join(all, " ")
}

func returned(args []string, verbose bool) []string {
	all := []string{"run"}
	if verbose {
		all = append(all, "-v") // want "all grows by append"
	}
	return append(all, args...)
}

func both(e entry, err error) ([]string, error) {
	list := append([]string(nil), e.fields...)
	list = append(list, "and") // want "list grows by append"
	return append(list, e.more...), err
}

// nope: a part of a list, a text, or the result of a call
func others(a []string, s string, f func() []string) ([]string, []byte, []string) {
	part := append([]string{}, a[1:]...)
	part = append(part, s)
	text := append([]byte{}, s...)
	text = append(text, s...)
	list := slices.Clone(f())
	list = append(list, s)
	return part, text, list
}

// nope: it is returned in each turn
func turns(a []string) []string {
	out := []string{}
	for _, s := range a { // the room for what is appended at last is not counted
		if s == "" {
			return append(out, s)
		}
	}
	return out
}

type shelf struct{ items []int }

// the first element is looked for before the shelf is
func panicsBefore(names []int, s *shelf) []int {
	out := []int{names[7]}
	for _, x := range s.items {
		out = append(out, x+1)
	}
	return out
}

// the length may be negative, which comes before the shelf
func negativeBefore(n int, s *shelf) []int {
	out := make([]int, n-1)
	for _, x := range s.items {
		out = append(out, x+1)
	}
	return out
}
