package negative

import (
	"fmt"
	_ "unsafe"
)

//go:linkname linked example.com/elsewhere.linked

// nope: another package may call it by that name.
func linked(s fmt.Stringer) string {
	text := ""
	for i := range 3 {
		text += s.String() + fmt.Sprint(i, text, len(text))
	}
	return text
}

func callsLinked() string { return linked(number(1)) }

type number int

func (n number) String() string { return fmt.Sprint(int(n)) }
