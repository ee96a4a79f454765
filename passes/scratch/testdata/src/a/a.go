package a

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"sync"
)

// A decoder reads one frame after the other.
type decoder struct {
	r io.Reader
	n int
}

func (d *decoder) next() (byte, error) {
	d.n++
	var hdr [8]byte // want `hdr is made anew by each call of next .review: nothing that next calls may come back to it of the same decoder, or let another goroutine do so; a Read that looks at what it is given sees bytes of an earlier call.`
	if _, err := io.ReadFull(d.r, hdr[:]); err != nil {
		return 0, err
	}
	return hdr[0], nil
}

// A reader says no more than that somebody reads.
type reader struct {
	in   io.Reader
	size int
}

func (r *reader) short() (uint16, error) {
	var b [2]byte // want `b is made anew by each call of short .review: .*two goroutines must not be in short of one reader at once`
	_, err := io.ReadFull(r.in, b[:])
	if err != nil {
		return 0, err
	}
	return binary.BigEndian.Uint16(b[:]), nil
}

func (r *reader) long() (uint64, error) {
	b := make([]byte, 8) // want `b is made anew by each call of long .review: `
	if _, err := io.ReadFull(r.in, b); err != nil {
		return 0, err
	}
	return binary.BigEndian.Uint64(b), nil
}

func (r *reader) rest() int {
	var b [4]byte // want `b is made anew by each call of rest .review: `
	n, _ := io.ReadFull(r.in, b[:])
	return n + int(b[3])
}

const frame = 16

// An Encoder is exported, so that others may look at its fields.
type Encoder struct {
	w     *bufio.Writer
	mu    sync.Mutex
	count int
}

func (e *Encoder) frame(kind byte, n uint32) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	var head [5]byte // want `head is made anew by each call of frame .review: what looks at all fields of an Encoder, as fmt and reflect do, finds one more.`
	head[0] = kind
	binary.LittleEndian.PutUint32(head[1:], n)
	return send(e.w, head[:])
}

func send(w io.Writer, b []byte) error {
	_, err := w.Write(b)
	return err
}

// A builder is used by nobody else.
type builder struct {
	total int
	out   []byte
}

func (b *builder) sum(words [][]byte, n int) int {
	b.total++
	var list []int // want `list is made anew by each call of sum .review: a builder keeps as much memory as its largest call needed.`
	for _, w := range words {
		list = append(list, len(w))
	}
	seen := make(map[int]bool) // want `seen is made anew by each call of sum .review: a builder keeps as much memory as its largest call needed, which each later call clears.`
	for _, n := range list {
		seen[n] = true
	}
	marks := make([]bool, n) // want `marks is made anew by each call of sum .review: a builder keeps as much memory as its largest call needed; a negative n panics in other words.`
	for i := range marks {
		marks[i] = seen[i]
	}
	return len(list)
}

func (b *builder) text(words [][]byte) {
	var buf bytes.Buffer // want `buf is made anew by each call of text .review: .*a builder keeps as much memory as its largest call needed.`
	for _, w := range words {
		buf.Write(w)
	}
	n, _ := buf.WriteTo(io.Discard)
	b.total += int(n)
}

// A tokens has all in one place.
type tokens struct{ in *bufio.Reader }

func (t *tokens) word() (n int, err error) {
	var raw [frame]byte // want `raw is made anew by each call of word .review: `
	if _, err := io.ReadFull(t.in, raw[:]); err != nil {
		return 0, err
	}
	return bytes.IndexByte(raw[:], 0), nil
}

func (d *decoder) check() error {
	d.n++
	return d.trailer()
}

func (d *decoder) skip() error {
	d.n--
	if d.n < 0 {
		return nil
	}
	return d.trailer()
}

// trailer is called by methods that write to the decoder.
func (d *decoder) trailer() error {
	tail := make([]byte, 4) // want `tail is made anew by each call of trailer .review: `
	_, err := io.ReadFull(d.r, tail)
	if err == nil && tail[0] != 0 {
		return io.ErrUnexpectedEOF
	}
	return err
}
