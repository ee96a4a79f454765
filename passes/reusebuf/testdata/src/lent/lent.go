package lent

import (
	"io"
	"strconv"
)

// w may be of a package that imports this one.
func Send(w io.Writer, list []int) {
	for _, n := range list {
		b := make([]byte, 0, 64) // want "b is made anew in each iteration .review: no Write or Read of this module"
		b = strconv.AppendInt(b, int64(n), 10)
		w.Write(b)
	}
}

type sink interface{ take(p []byte) }

// nope: no contract forbids take to keep the slice.
func give(s sink, list []int) {
	for _, n := range list {
		b := make([]byte, 0, 64)
		b = strconv.AppendInt(b, int64(n), 10)
		s.take(b)
	}
}

// nope: nor is there one for a function.
func call(f func([]byte), list []int) {
	for _, n := range list {
		b := make([]byte, 0, 64)
		b = strconv.AppendInt(b, int64(n), 10)
		f(b)
	}
}
