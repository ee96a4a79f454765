package alias

import (
	"strings"
	u8 "unicode/utf8"
)

var table = map[string]int{}

// nope: the variable hides the package
func hidden(s string) int {
	u8 := strings.ToLower(s)
	return table[u8]
}

var _ = u8.RuneLen
