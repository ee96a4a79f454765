package old

import (
	"bufio"
	"bytes"
	"fmt"
)

func buffer(b *bytes.Buffer, n int, name func() string) error {
	fmt.Fprintf(b, "%s=%d", name(), n)  // want "fmt.Fprintf"
	_, err := fmt.Fprintf(b, "<%d>", n) // want "fmt.Fprintf"
	return err
}

func writer(w *bufio.Writer, n int) {
	fmt.Fprintf(w, "%d;", n) // want "fmt.Fprintf"
}
