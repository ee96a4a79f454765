package reader

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
)

// handC15 is C15: Unmarshal is what allocates, and a reader of unknown size has
// to be read into something that grows.
func handC15(r io.Reader) (Record, error) {
	var rec Record
	data, err := io.ReadAll(r)
	if err != nil {
		return rec, err
	}
	err = json.Unmarshal(data, &rec)
	return rec, err
}

func handC15b(data []byte) ([]byte, error) {
	rest := data[min(4, len(data)):]
	return append(make([]byte, 0, len(rest)), rest...), nil
}

func handC15bString(r *strings.Reader) (int, []byte, error) {
	all := make([]byte, r.Len())
	if _, err := io.ReadFull(r, all); err != nil {
		return 0, nil, err
	}
	return bytes.Count(all, []byte("\n")), all, nil
}
