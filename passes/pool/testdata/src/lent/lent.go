package lent

import (
	"bytes"
	"fmt"
	"io"
)

// w may be of a package that imports this one.
func send(w io.Writer, x any) {
	var buf bytes.Buffer // want `buf is made in each call .*review: no Write or Read of this module may keep the slice it is given.`
	fmt.Fprint(&buf, x)
	w.Write(buf.Bytes())
}

// fill reads from one.
func fill(r io.Reader) string {
	var buf bytes.Buffer // want `buf is made in each call .*review: no Write or Read of this module may keep the slice it is given.`
	buf.ReadFrom(r)
	return buf.String()
}

type sink interface{ take(p []byte) }

// nope: no contract forbids take to keep the slice.
func give(s sink, x any) {
	var buf bytes.Buffer
	fmt.Fprint(&buf, x)
	s.take(buf.Bytes())
}

// nope: nor is there one for a function.
func call(f func([]byte), x any) {
	var buf bytes.Buffer
	fmt.Fprint(&buf, x)
	f(buf.Bytes())
}

// nothing is written to anybody
func render(x any) string {
	var buf bytes.Buffer // want `buf is made in each call and used up in it; it could come from a pool$`
	fmt.Fprint(&buf, x)
	return buf.String()
}

// Send is what the packages use that import this one.
func Send(w io.Writer, x any) { send(w, x) }
