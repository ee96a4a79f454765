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

// no contract forbids take to keep the slice
func give(s sink, list []int) {
	for _, n := range list {
		b := make([]byte, 0, 64) // want "b is made anew in each iteration .review: s.take must not keep b, which is used again.$"
		b = strconv.AppendInt(b, int64(n), 10)
		s.take(b)
	}
}

// nor is there one for a function
func call(f func([]byte), list []int) {
	for _, n := range list {
		var b []byte // want "b is made anew in each iteration .review: f must not keep b, which is used again; f may get an empty b where it was nil.$"
		b = strconv.AppendInt(b, int64(n), 10)
		f(b)
	}
}

// nope: a result may have it; it is seen to be kept; it is used later
func givesAway(all [][]byte, f func([]byte) []byte, g func([]byte), list []int) [][]byte {
	for _, n := range list {
		b := make([]byte, 0, 64)
		b = strconv.AppendInt(b, int64(n), 10)
		all = append(all, f(b))
	}
	for _, n := range list {
		b := make([]byte, 0, 64)
		b = strconv.AppendInt(b, int64(n), 10)
		keep(b)
	}
	for _, n := range list {
		b := make([]byte, 0, 64)
		b = strconv.AppendInt(b, int64(n), 10)
		go g(b)
	}
	return all
}

var kept []byte

func keep(p []byte) { kept = p }
