package dot

import . "strings"

// nope: the import would have no use left
func only(b []byte) bool {
	return HasPrefix(string(b), "http://") // refused "strings is imported with a dot"
}
