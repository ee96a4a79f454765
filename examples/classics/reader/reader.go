// Package reader holds the classic cases of readers that are read to the end.
package reader

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
)

// A Record is what C15 decodes.
type Record struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// C15 reads all and decodes. A json.Decoder, which is often advised, allocates
// more for input of this size.
func C15(r io.Reader) (Record, error) {
	var rec Record
	data, err := io.ReadAll(r)
	if err != nil {
		return rec, err
	}
	err = json.Unmarshal(data, &rec)
	return rec, err
}

// C15b reads all of a reader that knows how much it has.
func C15b(data []byte) ([]byte, error) {
	r := bytes.NewReader(data)
	if _, err := r.Seek(4, io.SeekStart); err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// C15bString is C15b of a string, assigned before it is returned.
func C15bString(r *strings.Reader) (int, []byte, error) {
	all, err := io.ReadAll(r)
	if err != nil {
		return 0, nil, err
	}
	return bytes.Count(all, []byte("\n")), all, nil
}
