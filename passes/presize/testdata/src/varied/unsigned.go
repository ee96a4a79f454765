package varied

import (
	"math/rand/v2"
	"strings"
)

// A difference of numbers without a sign wraps around.
func wrapped(k uint8) string {
	n := int(rand.UintN(uint(k) - 5))
	list := make([]string, n) // want "list is on the heap.*review: "
	for i := range list {
		list[i] = word()
	}
	return strings.Join(list, " ")
}
