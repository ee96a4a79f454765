package writers

import (
	"bufio"
	"bytes"
	"strconv"
	"strings"
	"time"
)

func builder(ns []int, t time.Time) string {
	var b strings.Builder
	for _, n := range ns {
		b.WriteString(strconv.Itoa(n)) // want "strconv.Itoa makes a string"
	}
	b.WriteString(t.Format(time.Kitchen)) // want "Format makes a string"
	return b.String()
}

func buffer(b *bytes.Buffer, w *bufio.Writer, n int64) {
	b.WriteString(strconv.FormatInt(n, 2)) // want "strconv.FormatInt makes a string"
	w.WriteString(strconv.FormatInt(n, 2)) // want "strconv.FormatInt makes a string"
}

// nope: the writer would be evaluated twice
func field(h struct{ b *bytes.Buffer }, n int) {
	h.b.WriteString(strconv.Itoa(n)) // BAD: harmless here
}
