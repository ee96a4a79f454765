package keeper

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
)

// A recorder breaks the contract of io.Writer.
type recorder struct{ list [][]byte }

func (r *recorder) Write(p []byte) (int, error) {
	r.list = append(r.list, p)
	return len(p), nil
}

// nope: w may be a recorder.
func send(w io.Writer, x any) error {
	var buf bytes.Buffer
	fmt.Fprint(&buf, x)
	_, err := w.Write(buf.Bytes())
	return err
}

// nope: the writer's own buffer goes there, too.
func zip(w io.Writer, p []byte) error {
	z := gzip.NewWriter(w)
	if _, err := z.Write(p); err != nil {
		return err
	}
	return z.Close()
}

// nope: it is.
func record(r *recorder, x any) {
	var buf bytes.Buffer
	fmt.Fprint(&buf, x)
	buf.WriteTo(r)
}

// nothing is written to anybody
func render(x any) string {
	var buf bytes.Buffer // want `buf is made in each call and used up in it; it could come from a pool$`
	fmt.Fprint(&buf, x)
	return buf.String()
}
