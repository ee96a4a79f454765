package writers

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
)

func builder(keys []string, vals []int) string {
	var b strings.Builder
	for i, k := range keys {
		fmt.Fprintf(&b, "%s=%d, ", k, vals[i]) // want "fmt.Fprintf"
	}
	for i, k := range keys {
		v := vals[i]
		fmt.Fprintf(&b, "%s=%d;", k, v) // want "fmt.Fprintf"
	}
	return b.String()
}

func buffer(b *bytes.Buffer, n int, r rune) {
	fmt.Fprintf(b, "%d %c", n, r) // want "fmt.Fprintf"
	fmt.Fprint(b, n)              // want "fmt.Fprint"
}

func buffered(w *bufio.Writer, s string) {
	fmt.Fprintf(w, "<%s>", s) // want `fmt.Fprintf.*\(review: the writer below`
}

// nope: any writer
func other(w io.Writer, s string) {
	fmt.Fprintf(w, "<%s>", s)
}

// nope: the results are used
func results(b *bytes.Buffer, s string) (int, error) {
	return fmt.Fprintf(b, "<%s>", s)
}

// nope: operands are evaluated before anything is written
func calls(b *bytes.Buffer, f func() string) {
	fmt.Fprintf(b, "<%s>", f())
}

// nope: bytes of the buffer itself
func own(b *bytes.Buffer, p []byte) {
	fmt.Fprintf(b, "<%s>", p)
}

type holder struct{ b bytes.Buffer }

// nope: the buffer would be named several times
func field(h *holder, s string) {
	fmt.Fprintf(&h.b, "<%s>", s) // BAD: harmless here
}

// nope: vals[i] may panic when half is written, and the caller sees it
func shared(b *strings.Builder, vals []int, i int) {
	fmt.Fprintf(b, "%d=%d", i, vals[i])
}

func leaked(vals []int, i int) {
	var b strings.Builder
	defer func() { println(b.String()) }()
	fmt.Fprintf(&b, "%d=%d", i, vals[i])
}
