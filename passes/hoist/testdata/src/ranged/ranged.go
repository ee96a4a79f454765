package ranged

import "regexp"

type list interface{ each(yield func(string) bool) }

type words []string

func (l words) each(yield func(string) bool) {
	for _, w := range l {
		if valid(w) && !yield(w) {
			return
		}
	}
}

var known list = words{"a", "b"}

// The loop calls a method of words, which the order of initialization does not see.
var count = func() (n int) {
	for range known.each {
		n++
	}
	return n
}()

func valid(s string) bool {
	return regexp.MustCompile("x").MatchString(s) // want `made anew in each call of valid \(review: an initializer might run valid before the variable is set\)`
}
