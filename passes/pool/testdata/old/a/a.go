// Package a is of a time without clear.
package a

import "io"

// nope: clear needs go1.21.
func drain(r io.Reader) error {
	b := make([]byte, 8192)
	for {
		if _, err := r.Read(b); err != nil {
			return err
		}
	}
}
