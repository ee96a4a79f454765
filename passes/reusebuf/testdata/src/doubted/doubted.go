package doubted

import (
	"bytes"
	"io"
)

type relay struct{ next func([]byte) (int, error) }

func (r *relay) Write(p []byte) (int, error) { return r.next(p) }

// nope: who knows what next does with it.
func relayed(r *relay, list []string) {
	for _, s := range list {
		var buf bytes.Buffer
		buf.WriteString(s)
		r.Write(buf.Bytes())
	}
}

func sent(w io.Writer, list []string) {
	for _, s := range list {
		var buf bytes.Buffer // want `buf is made anew in each iteration .*review: no Write or Read of this module may keep the slice it is given.`
		buf.WriteString(s)
		buf.WriteTo(w)
	}
}
