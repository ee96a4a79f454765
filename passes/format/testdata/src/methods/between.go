package methods

import "fmt"

var shared = []byte("abc")

type scribbler int

func (s scribbler) String() string {
	copy(shared, "XYZ")
	return "s"
}

// the method writes to bytes that are printed in front of it
func written(b []byte, s scribbler, text string) string {
	return fmt.Sprintf("%s/%s/%s", b, s, text) // want "review: what such a method changes is printed changed"
}

type printer string

func (p printer) String() string {
	fmt.Println("called")
	return string(p)
}

// the method prints although an operand behind it panics
func printed(p printer, list []int, i int) string {
	return fmt.Sprintf("%s/%d", p, list[i]) // want "review: such a method may have run where an operand panics"
}

// an interface and a text of any kind hold the operand itself, and no copy
func boxed[B ~string | ~[]byte](text string) (any, B) {
	return any(fmt.Sprintf("%s", text)), // want "review: who keeps the text may keep an operand"
		B(fmt.Sprintf("%s", text)) // want "review: who keeps the text may keep an operand"
}
