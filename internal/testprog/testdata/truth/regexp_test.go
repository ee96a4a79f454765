// Compiling a regular expression builds a program of many objects; once, in a
// package variable, is enough. Matching is free, finding returns slices.

package truth

import (
	"regexp"
	"testing"
)

var (
	regexpReady = regexp.MustCompile(`(a+)(b+)`)
	regexpText  = "aaabbb"
	regexpTotal int
)

//go:noinline
func regexpCompile() {
	re := regexp.MustCompile(`(a+)(b+)`) // heap: regexp any
	regexpTotal += re.NumSubexp()
}

//go:noinline
func regexpFind() {
	m := regexpReady.FindStringSubmatch(regexpText) // heap: regexp 2
	regexpTotal += len(m)
}

//go:noinline
func regexpMatch() {
	if regexpReady.MatchString(regexpText) { // heap: none
		regexpTotal++
	}
}

func BenchmarkRegexp(b *testing.B) {
	for b.Loop() {
		regexpCompile()
		regexpFind()
		regexpMatch()
	}
}
