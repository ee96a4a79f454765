package kept

import (
	"io"
	"strconv"

	"kept/lib"
)

// nope: it keeps what it is given.
func record(r *lib.Recorder, list []int) {
	for _, n := range list {
		b := make([]byte, 0, 64)
		b = strconv.AppendInt(b, int64(n), 10)
		r.Write(b)
	}
}

// w may be a recorder.
func send(w io.Writer, list []int) {
	for _, n := range list {
		b := make([]byte, 0, 64) // want "b is made anew in each iteration .review: no Write or Read of this module"
		b = strconv.AppendInt(b, int64(n), 10)
		w.Write(b)
	}
}
