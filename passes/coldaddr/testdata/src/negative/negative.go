package negative

import (
	"fmt"
	"io"
)

type counter struct{ n int }

func (c *counter) Write(p []byte) (int, error) {
	c.n += len(p)
	return len(p), nil
}

var _ io.Writer = (*counter)(nil)

var increment = func(c *counter) int {
	c.n++
	return c.n
}

func countSome(yes bool) int {
	var c counter // nope: only what increment returns is printed
	if yes {
		fmt.Println(increment(&c))
	}
	return c.n
}

func countWritten(yes bool) int {
	var c counter // nope: it is written to
	if yes {
		fmt.Fprintf(&c, "%d", 1)
	}
	return c.n
}

type part struct{ name, text string }

func lastOf(lines []string) (last *part) {
	for _, l := range lines {
		found := part{name: "x", text: l} // nope: it could be made in the branch // refused "found has no other use"
		if l != "" {
			last = &found
		}
	}
	return last
}
