package beginning

import (
	"bytes"
	"fmt"
	"io"
)

func statement(table string, columns []string) string {
	b := bytes.NewBufferString("COPY ") // want "the text that b collects is copied"
	b.WriteString(table)
	for i, c := range columns {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(c)
	}
	b.WriteString(" FROM STDIN")
	return b.String()
}

func quoted(s string) string {
	out := bytes.NewBufferString(s) // want "the text that out collects is copied"
	out.WriteByte('"')
	out.WriteString(s)
	return out.String()
}

// nope: how long it becomes is not known
func unknown(name string, v any) string {
	out := bytes.NewBufferString(name)
	if v != nil {
		fmt.Fprintf(out, "=%v", v)
	}
	return out.String()
}

// nope: it is read, or its bytes are taken, its value has an effect, or the name means another thing
func others(w io.Writer, s string, f func() string) string {
	b := bytes.NewBufferString("a")
	b.WriteString(s)
	b.WriteTo(w)
	c := bytes.NewBufferString("c")
	c.WriteString(s)
	w.Write(c.Bytes())
	d := bytes.NewBufferString(f())
	d.WriteString(s)
	{
		s := bytes.NewBufferString(s)
		s.WriteString("s")
		f = s.String
	}
	return d.String()
}
