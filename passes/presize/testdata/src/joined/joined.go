package joined

import "strconv"

type names []string

func run(f func(...string), args []string, name string) {
	f(append([]string{"run", name}, args...)...) // want "what is joined grows although its length is known"
	f(append([]string{                           // want "what is joined grows"
		"run",
		name,
	}, args[1:]...)...)
}

func key(prefix string, id []byte, n uint64) ([]byte, []byte) {
	return append([]byte(prefix), id...), // want "what is joined grows"
		append(append([]byte("key:"), id...), '/') // want "what is joined grows"
}

func pair(key []byte, value string) []byte {
	return append(append([]byte(nil), key...), []byte(value)...) // want "what is joined grows .*review: nil becomes empty"
}

func merged(a, b, c names) (names, names) {
	return append(append(append(names{}, a...), b...), c...), // want "what is joined grows"
		append(append(names(nil), a...), b...) // want "what is joined grows"
}

func more(a names, n int) names { return append(append(names(nil), a...), "", strconv.Itoa(n)) } // want "what is joined grows"

func without(list []int, i int) []int {
	return append(append([]int{}, list[:i]...), list[i+1:]...) // or "slices.Concat.list.:i., list.i.1:.." // want "what is joined grows"
}

// nope: a copy alone is made in its length
func copied(a names) names { return append(names{}, a...) }

// nope: the slices may have to be made, or have room
func others(a names, f func() names) names {
	return append(append(f(), a...), append(names{"a"}, f()...)...)
}

// nope: what is in front may panic, or show something, before the length is taken
func early(a *names, f func() string) names { return append(names{f()}, *a...) }

func untyped(a [][]int) [][]int { return append([][]int{{1}, {2}}, a...) } // want "what is joined grows although its length is known"

// nope: the elements have places
func placed(a []int) []int { return append([]int{5: 1}, a...) }

// nope: a part of a slice is in use
func used(a []int) []int { return append(append(a[:1], a...), a...) }

// nope: nothing is joined
func nothing() []int { return append([]int{1}, nil...) }
