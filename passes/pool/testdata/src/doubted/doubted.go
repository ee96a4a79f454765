package doubted

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"
)

type relay struct{ next func([]byte) (int, error) }

func (r *relay) Write(p []byte) (int, error) { return r.next(p) }

// nope: who knows what next does with it.
func relayed(r *relay, s string) {
	var buf bytes.Buffer
	buf.WriteString(s)
	r.Write(buf.Bytes())
}

// nope: as above, by way of the gzip.Writer.
func relayedZip(r *relay, p []byte) error {
	z := gzip.NewWriter(r)
	if _, err := z.Write(p); err != nil {
		return err
	}
	return z.Close()
}

func send(w io.Writer, x any) {
	var buf bytes.Buffer // want `buf is made in each call .*review: no Write or Read of this module may keep the slice it is given.`
	fmt.Fprint(&buf, x)
	w.Write(buf.Bytes())
}

func memory(b *strings.Builder, x any) {
	var buf bytes.Buffer // want `buf is made in each call and used up in it; it could come from a pool$`
	fmt.Fprint(&buf, x)
	b.Write(buf.Bytes())
}

type counter struct {
	w io.Writer
	n int
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += n
	return n, err
}

// counted may write to a relay.
func counted(c *counter, x any) {
	var buf bytes.Buffer // want `buf is made in each call .*review: no Write or Read of this module`
	fmt.Fprint(&buf, x)
	c.Write(buf.Bytes())
}

type filler struct{ r io.Reader }

// Read asks a function of package io, and a type that may be this one.
func (f *filler) Read(p []byte) (int, error) { return io.ReadFull(f.r, p) }

// filled may read from a relay.
func filled(f *filler) string {
	var buf bytes.Buffer // want `buf is made in each call .*review: no Write or Read of this module`
	buf.ReadFrom(f)
	return buf.String()
}

type record struct{ text [1 << 18]byte }

// dump lends a part of r.
func dump(w io.Writer) {
	var r record // want `r is made in each call .*review: no Write or Read of this module`
	r.text[0] = 'x'
	w.Write(r.text[:1])
}

func (r *record) to(w io.Writer) { write(w, r.text[:2]) }

func write(w io.Writer, p []byte) { w.Write(p[1:]) }

// dumpBy has a method and a function do it.
func dumpBy(w io.Writer) {
	var r record // want `r is made in each call .*review: no Write or Read of this module`
	r.text[0] = 'x'
	r.to(w)
}
