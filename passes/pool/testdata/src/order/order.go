package order

import (
	"bytes"
	"fmt"
)

type word string

func (w word) String() string { return shout(string(w)) }

// fmt calls String, which the order of initialization does not see. The pool is there
// already: the compiler sets a variable of which all is constant before any code runs.
var greeting = fmt.Sprint(word("hello"))

func shout(s string) string {
	var buf bytes.Buffer // want `buf is made in each call`
	fmt.Fprintf(&buf, "%s!", s)
	return buf.String()
}
