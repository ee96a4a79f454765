package kept

import (
	"bytes"
	"fmt"
	"io"

	"kept/lib"
)

// nope: it keeps what it is given.
func record(r *lib.Recorder, x any) {
	var buf bytes.Buffer
	fmt.Fprint(&buf, x)
	r.Write(buf.Bytes())
}

// w may be a recorder.
func send(w io.Writer, x any) {
	var buf bytes.Buffer // want `buf is made in each call .*review: no Write or Read of this module may keep the slice it is given.`
	fmt.Fprint(&buf, x)
	w.Write(buf.Bytes())
}

// nothing is written to anybody
func render(x any) string {
	var buf bytes.Buffer // want `buf is made in each call and used up in it; it could come from a pool$`
	fmt.Fprint(&buf, x)
	return buf.String()
}
