package term

import (
	"io"
	"os"

	"golang.org/x/term"
)

// An Output is a writer and what it supports.
type Output struct {
	io.Writer
	// Terminal says that the output is a terminal, on which a line can be redrawn.
	Terminal bool
	// Color says that colour is welcome: on a terminal that is not dumb, unless the environment sets NO_COLOR
	// (no-color.org).
	Color bool
	// Width is the number of columns; 0 if the output is no terminal.
	Width int
}

// Open describes f. getenv returns the environment variables that count.
func Open(f *os.File, getenv func(string) string) Output {
	out := Output{Writer: f}
	fd := int(f.Fd())
	if !term.IsTerminal(fd) || getenv("TERM") == "dumb" {
		return out
	}
	out.Terminal = true
	out.Color = getenv("NO_COLOR") == ""
	if w, _, err := term.GetSize(fd); err == nil {
		out.Width = w
	}
	return out
}
