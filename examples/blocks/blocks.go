// Package blocks asks for sizes that the allocator does not have. It has some seventy, up
// to 32 KiB, and whole pages of 8 KiB above; what is asked for is rounded up.
package blocks

// Five makes an array of 40 bytes: the next size is 48.
func Five() *[5]int64 { return new([5]int64) }

// Pages makes n bytes. From 32,769 on they are whole pages: that many take 40,960.
func Pages(n int) []byte { return make([]byte, n) }

// Twice joins a text with itself: two conversions and their sum, three objects. The
// compiler makes no copy for a conversion in a sum, but only if one of the others is a
// constant that is not empty.
func Twice(b []byte) string { return string(b) + string(b) }

// Line is such a sum: one object.
func Line(b []byte) string { return string(b) + string(b) + "\n" }

// Joined is Twice by way of bytes: one object, and a copy of it.
func Joined(b []byte) string {
	var stack [128]byte
	return string(append(append(stack[:0], b...), b...))
}
