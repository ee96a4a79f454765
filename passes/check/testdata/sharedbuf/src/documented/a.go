// Package documented is not safe for concurrent use, and says so.
package documented

var buf [20]byte

// nope: the package says it.
func Fill(c byte) string {
	buf[0] = c
	return string(buf[:1])
}
