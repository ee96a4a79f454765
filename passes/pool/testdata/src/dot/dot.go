package dot

import (
	. "compress/gzip"
	"io"
)

// nope: Writer is a type of the function
func write(w io.Writer, p []byte) error {
	type Writer struct{}
	z := NewWriter(w) // refused "means something else"
	if _, err := z.Write(p); err != nil {
		return err
	}
	return z.Close()
}

// nope: Reader is a type of the function
func read(r io.Reader, p []byte) error {
	type Reader struct{}
	z, err := NewReader(r) // refused "means something else"
	if err != nil {
		return err
	}
	_, err = io.ReadFull(z, p)
	return err
}
