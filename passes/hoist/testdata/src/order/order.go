package order

import (
	"fmt"
	"regexp"
)

type word string

func (w word) String() string { return clean(string(w)) }

// fmt calls String, which the order of initialization does not see.
var greeting = fmt.Sprint(word("hello"))

func clean(s string) string {
	return regexp.MustCompile(`\s+`).ReplaceAllString(s, " ") // want `made anew in each call of clean \(review: an initializer might run clean before the variable is set\)`
}

// Seen by the order of initialization, but greeting may come by as well.
var ready = known("x")

func known(s string) bool {
	return inner(s)
}

func inner(s string) bool {
	return regexp.MustCompile("x").MatchString(s) // want `made anew in each call of inner \(review: an initializer might run inner before the variable is set\)`
}
