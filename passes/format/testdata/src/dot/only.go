package dot

import . "fmt"

// nope: the import would have no use left
func only(n int) string {
	return Sprintf("%d", n) // refused "fmt is imported with a dot"
}
