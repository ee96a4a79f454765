// Package a is of a time without clear and slices.Grow.
package a

import (
	"bufio"
	"encoding/binary"
	"io"
	"sync"
)

// An encoder has all in one place.
type encoder struct {
	w     *bufio.Writer
	mu    sync.Mutex
	count int
}

func (e *encoder) frame(kind byte, n uint32) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	var head [5]byte // want `head is made anew by each call of frame$`
	if kind != 0 {
		head[0] = kind
	}
	binary.LittleEndian.PutUint32(head[1:], n)
	return send(e.w, head[:])
}

func send(w io.Writer, b []byte) error {
	_, err := w.Write(b)
	return err
}

// A builder is used by nobody else.
type builder struct{ total int }

func (b *builder) sum(words [][]byte, n int) int {
	b.total++
	seen := make(map[int]bool) // want `seen is made anew by each call of sum .review: a builder keeps`
	for _, w := range words {
		seen[len(w)] = true
	}
	marks := make([]bool, n) // want `marks is made anew by each call of sum .review: .*a negative n panics in other words.`
	for i := 1; i < n; i++ {
		marks[i] = seen[i]
	}
	return len(seen) + len(marks)
}

// A folder comes to itself.
type folder struct {
	open int
}

func (f *folder) sized(words []string) (n int) {
	f.open++
	total := 2 * len(words)
	list := make([]int, 0, total) // want `list is made anew by each call of sized .review: .*a negative total panics no more`
	for _, w := range words {
		list = append(list, len(w), n)
		n++
	}
	return n + len(list)
}

func use() (*encoder, *builder, *folder) {
	e, b, f := &encoder{}, &builder{}, &folder{}
	_ = e.frame(1, 2)
	return e, b, f
}
