package dot

import (
	. "fmt"
	"io"
)

// The last use of an import stays, which is another one here.
func first(w io.Writer, s string) {
	Fprint(w, s) // want "put into an interface .*review: a writer with"
}

// nope: the import would have no use left
func last(w io.Writer, s string) {
	Fprint(w, s) // refused "fmt is imported with a dot"
}
