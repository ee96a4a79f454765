// Package beside has files that this build leaves out. One of them declares strconv for the whole
// package, which nobody can import by that name then; what others mention is free.
package beside

import "fmt"

func decimal(n int) string {
	return fmt.Sprintf("%d", n) // want `Sprintf`
}

func octets(b []byte) string {
	return fmt.Sprintf("%x", b) // want `Sprintf`
}
