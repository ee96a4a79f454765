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

type drain struct{ last []byte }

func (d *drain) put(p []byte) { d.last = p }

type printer struct{ w io.Writer }

func newPrinter(w io.Writer) *printer { return &printer{w} }

// nope: seen to keep it; may return it; later; of all of the memory
func givesAway(d *drain, f func(*bytes.Buffer) io.Writer, g func([]byte) [][]byte, h func(io.Writer), x any) (all [][]byte) {
	{
		var buf bytes.Buffer
		fmt.Fprint(&buf, x)
		d.put(buf.Bytes())
	}
	{
		var buf bytes.Buffer
		f(&buf)
	}
	{
		var buf bytes.Buffer
		fmt.Fprint(&buf, x)
		all = append(all, g(buf.Bytes())...)
	}
	{
		var buf bytes.Buffer
		go h(&buf)
	}
	{
		var buf bytes.Buffer
		fmt.Fprint(newPrinter(&buf).w, x)
	}
	return all
}

// printed lends the buffer itself.
func printed(h func(io.Writer, any) error, x any) string {
	var buf bytes.Buffer // want `buf is made in each call .*review: h must not keep buf, which is used again.`
	if h(&buf, x) != nil {
		return ""
	}
	return buf.String()
}

// no contract forbids take to keep the slice
func give(s sink, x any) {
	var buf bytes.Buffer // want `buf is made in each call .*review: s.take must not keep buf, which is used again.`
	fmt.Fprint(&buf, x)
	s.take(buf.Bytes())
}

// nor is there one for a function
func call(f func([]byte), x any) {
	var buf bytes.Buffer // want `buf is made in each call .*review: f must not keep buf, which is used again.`
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
