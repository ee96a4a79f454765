package readall

import (
	"bytes"
	"io"
	"strings"
)

func assign(r *bytes.Reader) []byte {
	data, err := io.ReadAll(r) // want "io.ReadAll grows its result"
	if err != nil {
		panic(err)
	}
	return data
}

func returned(s string) ([]byte, error) {
	r := strings.NewReader(s)
	return io.ReadAll(r) // want "io.ReadAll grows its result"
}

func reuse(r *bytes.Reader) (data []byte, err error) {
	b, err := io.ReadAll(r) // want "io.ReadAll grows its result"
	return b, err
}

func blank(r *strings.Reader) int {
	var data []byte
	data, _ = io.ReadAll(r) // want "io.ReadAll grows its result"
	return len(data)
}

// nope: the length is not known
func unknown(r io.Reader) ([]byte, error) {
	return io.ReadAll(r)
}

// nope: a bytes.Buffer is reset by reading to its end
func buffer(r *bytes.Buffer) ([]byte, error) {
	return io.ReadAll(r)
}

// nope: the statement has no place for a second one
func inIf(r *bytes.Reader) int {
	if data, err := io.ReadAll(r); err == nil {
		return len(data)
	}
	return 0
}

// nope: the name of the reader is reused
func shadow(r *bytes.Reader) int {
	{
		r, err := io.ReadAll(r)
		if err == nil {
			return len(r)
		}
	}
	return 0
}

// nope: the reader is made in the call
func inline(b []byte) ([]byte, error) {
	return io.ReadAll(bytes.NewReader(b)) // BAD: is append([]byte{}, b...)
}

// nope: an interface cannot be read into
func intoAny(r *bytes.Reader) (any, error) {
	var data any
	var err error
	data, err = io.ReadAll(r)
	return data, err
}

// the reader is made here, and stays on the stack
func madeHere(b []byte) (int, []byte) {
	r := bytes.NewReader(b)
	if c, err := r.ReadByte(); err != nil || c != '#' {
		return 0, nil
	}
	data, err := io.ReadAll(r) // want "io.ReadAll grows its result"
	if err != nil {
		return 0, nil
	}
	rest, _ := io.ReadAll(r) // want "io.ReadAll grows its result"
	return len(rest), data
}

func madeHereOnce(b []byte, data []byte) int {
	r := bytes.NewReader(b)
	data, err := io.ReadAll(r) // want "io.ReadAll grows its result"
	if err != nil {
		return 0
	}
	return len(data) + r.Len()
}
