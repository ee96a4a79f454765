package repeat

import (
	"fmt"
	"strconv"
)

const space = " "

func indent(s string, level int) string {
	for i := 0; i < level; i++ {
		s += "  " // want "each turn of the loop copies s"
	}
	return s
}

func padded(n, width int) string {
	digits := strconv.Itoa(n)
	for len(digits) < width {
		digits = "0" + digits // want "each turn of the loop copies digits"
	}
	return digits
}

func fraction(digits string) string {
	for len(digits) < 9 {
		digits += "0" // want "each turn of the loop copies digits"
	}
	return "." + digits
}

func under(line, title string, column int) string {
	for range len(title) {
		line = line + "=" // want "each turn of the loop copies line"
	}
	println(line)
	for i := 1; i < (2 + column); i++ {
		line += space // want "each turn of the loop copies line"
	}
	println(line)
	for range 3 {
		line += "^" // want "each turn of the loop copies line"
	}
	return fmt.Sprint(line, "\n")
}

// nope: a text of another length may overshoot, what changes cannot be asked once, and the counter is used.
func negative(s string, n int, next func() int, small uint8) string {
	for len(s) < n {
		s += "ab"
	}
	for i := 0; i < next(); i++ {
		s += " "
	}
	for i := 0; i <= n; i++ {
		s += " "
	}
	for i := uint8(0); i < small; i++ {
		s += " "
	}
	for i := 0; i < len(s); i++ {
		s += ""
	}
	for i := 0; i < n; i++ {
		s += s
	}
	for i := 0; i < n; i++ {
		s += " "
		n--
	}
	return s
}
