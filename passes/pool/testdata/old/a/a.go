// Package a is of a time without clear.
package a

import "io"

// clear needs go1.21.
func drain(r io.Reader) error {
	b := make([]byte, 8192) // want "b is made in each call and used up in it"
	for {
		if _, err := r.Read(b); err != nil {
			return err
		}
	}
}
