//go:build unheap

package pairs

import (
	"errors"
	"strconv"
)

// Operands of the pairs of proof.go.

type header struct {
	Kind, Size uint16
	Sum        [4]byte
}

// A limited writer is full at some time.
type limited struct {
	room int
	text []byte
}

var errFull = errors.New("full")

func (l *limited) Write(p []byte) (int, error) {
	n := min(max(l.room, 0), len(p))
	l.text = append(l.text, p[:n]...)
	l.room -= n
	if n < len(p) {
		return n, errFull
	}
	return n, nil
}

// numbers are texts without a comma.
func numbers(list []uint16) (texts []string) {
	for _, n := range list {
		texts = append(texts, strconv.Itoa(int(n)))
	}
	return texts
}
