package tokens

import (
	"bufio"
	"io"
	"strings"
)

// the package strings is not needed any more
func only(r io.Reader) (n int) {
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		line := sc.Text() // want "bytes are copied to a string that is looked at"
		if strings.HasPrefix(line, "x") {
			n++
		}
	}
	return n
}

// no variable has the text
func inPlace(sc *bufio.Scanner, all []string) (n int) {
	for sc.Scan() {
		if strings.HasPrefix(sc.Text(), "x") || strings.Contains(sc.Text(), all[0]) { // want "bytes are copied to a string to call strings.HasPrefix"
			n++
		}
		if strings.HasPrefix((*bufio.Scanner).Text(sc), "y") { // nope: a method expression
			n++
		}
	}
	return n
}
