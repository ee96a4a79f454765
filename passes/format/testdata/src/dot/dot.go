package dot

import (
	. "fmt"
	. "strconv"
)

// The function of package strconv is hidden, so that it is written with the name of the package.
func hidden(b []byte, n int, AppendInt func([]byte, int64, int) []byte) []byte {
	_ = Itoa(n)
	return append(b, Sprintf("%d", n)...) // want `Sprintf`
}

var _ Stringer
