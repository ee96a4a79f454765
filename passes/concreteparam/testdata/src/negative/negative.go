package negative

import (
	"fmt"
)

type label struct{ text, more string }

func (l label) String() string { return l.text + suffix }

// A call of label.String in full would have suffix initialized first.
var (
	full   = join(label{"a", "b"}) // refused "may need join for its value"
	suffix = fmt.Sprint("!")
)

// nope: a package-level variable needs it.
func join(s fmt.Stringer) string {
	out := s.String()
	for i := range 3 {
		out += fmt.Sprint(i) + s.String()
	}
	return out
}

// nope: its own type would be one for each T, and an argument for T.
func nested(s fmt.Stringer, depth int) string {
	type deeper struct {
		label
		depth int
	}
	out := s.String()
	for i := range depth {
		out += fmt.Sprint(i) + s.String()
	}
	if depth > 0 {
		out += nested(deeper{label{"a", "b"}, depth}, depth-1)
	}
	return out
}

func callNested() string { return nested(label{"a", "b"}, 3) }
