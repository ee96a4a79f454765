package traps

import (
	"bytes"
	"io"
	"strings"
)

// nope: a type parameter has no twin
func generic[B ~[]byte](a, b B) bool {
	return strings.HasPrefix(string(a), string(b))
}

func genericWrite[S ~string](w *bytes.Buffer, s S) {
	w.Write([]byte(s))
}

// nope: a local function of the same name
func shadowed(b []byte) bool {
	strings := names{}
	return strings.HasPrefix(string(b), "x")
}

type names struct{}

func (names) HasPrefix(s, prefix string) bool { return s > prefix }

// nope: the reader keeps what it is given, and the bytes are written
func aliased(b []byte) io.Reader {
	r := strings.NewReader(string(b))
	b[0] = 'x'
	return r
}

// nope: results of one call
func several() bool {
	return bytes.Equal(both())
}

func both() ([]byte, []byte) { return nil, nil }
