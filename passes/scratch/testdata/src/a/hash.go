package a

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
)

type hasher struct {
	n   int
	out []byte
}

func (b *hasher) hash(words [][]byte) {
	h := sha256.New() // want `h is made anew by each call of hash .review: `
	for _, w := range words {
		h.Write(w)
	}
	b.out = h.Sum(b.out[:0])
}

func (b *hasher) add(words [][]byte) (n int) {
	b.n = len(words)
	list := make([]int, 0, len(words)) // want `list is made anew by each call of add .review: `
	for _, w := range words {
		list = append(list, len(w))
	}
	slices.Sort(list)
	for i, l := range list {
		n += i * l
	}
	return n
}

// A queue is used in one line.
type queue struct{ n int }

func (q *queue) push(name string, n int) bool {
	q.n++
	set := map[string]int{} // want `set is made anew .*review: `
	set[name] = n
	return len(set) == q.n
}

type generic[T any] struct {
	in []T
	n  int
}

func (g *generic[T]) sizes() (n int) {
	g.n = len(g.in)
	var list []int // want `list is made anew .*review: `
	if g.n > 0 {
		list = append(list, g.n)
	}
	return len(list)
}

type client struct {
	w    io.Writer
	n    int
	last []byte
}

func (c *client) call(req []byte) error {
	c.n++
	msg := make([]byte, 4+len(req)) // want `msg is made anew by each call of call .review: `
	binary.BigEndian.PutUint32(msg, uint32(len(req)))
	copy(msg[4:], req)
	_, err := c.w.Write(msg)
	return err
}

func (c *client) again(req []byte) error {
	c.n++
	msg := make([]byte, len(req)) // want `msg is made anew by each call of again .review: `
	copy(msg, c.last)
	c.last = append(c.last[:0], req...)
	_, err := c.w.Write(msg)
	return err
}

type encoder struct {
	w io.Writer
	n int
}

func (e *encoder) encode(names []string) error {
	e.n++
	b := make([]byte, 0, 64) // refused `b may be retained, or told from a new one, by appendName.b, "end".`
	b = e.begin(b)
	for _, name := range names {
		b = appendName(b, name)
	}
	_, err := e.w.Write(appendName(b, "end"))
	return err
}

func (e *encoder) list(names []string) error {
	e.n++
	var b []byte // want `b is made anew by each call of list .review: `
	b = e.begin(b)
	for _, name := range names {
		b = appendName(b, name)
	}
	_, err := e.w.Write(b)
	return err
}

func (e *encoder) begin(b []byte) []byte {
	if e.n > 1 {
		return appendName(append(b, '{'), "n")
	}
	return append(b, '[')
}

func appendName(b []byte, name string) []byte {
	b = append(b, '"')
	if name == "" {
		return appendName(b, "none")
	}
	return append(append(b, name...), '"')
}

// A scanner reads letter by letter.
type scanner struct {
	io.RuneReader
	quote rune
}

func (s *scanner) quoted() (n int, err error) {
	var text []rune // want `text is made anew by each call of quoted .review: two goroutines must not be in quoted of one scanner at once`
	for {
		r, _, err := s.ReadRune()
		if err != nil {
			return 0, err
		}
		if r == s.quote {
			break
		}
		text = append(text, r)
	}
	for i, r := range text {
		if r == ' ' {
			n = i
		}
	}
	return n, nil
}

type counter struct {
	w    *bufio.Writer
	head [4]byte
	last [3]int
}

func (c *counter) write(n uint32) error {
	binary.BigEndian.PutUint32(c.head[:], n)
	tail := make([]byte, 2) // want `tail is made anew by each call of write .review: nothing that write calls`
	tail[0], tail[1] = c.head[3], c.head[2]
	return c.send(tail)
}

func (c *counter) send(b []byte) error {
	_, err := c.w.Write(b)
	return err
}

func (c *counter) add(n int) error {
	c.last[1] = n
	sum := make([]byte, 4) // want `sum is made anew by each call of add .review: nothing that add calls`
	binary.BigEndian.PutUint32(sum, crc32.ChecksumIEEE(sum[:2]))
	_, err := c.w.Write(sum)
	return err
}

// Code that is not known may let others in, before the memory is in use.

type machine struct {
	n    int
	hook func()
}

func (m *machine) run(n int) {
	m.n = n
	m.hook()
	marks := make([]bool, n) // want `marks is made anew by each call of run .review: nothing that run or its caller calls may let another goroutine into run of the same machine; `
	marks[0] = true
}

type helped struct {
	n    int
	hook func()
}

func (h *helped) run() {
	h.n++
	h.hook()
	h.help(h.n)
}

func (h *helped) help(n int) {
	marks := make([]bool, n) // want `marks is made anew by each call of help .review: nothing that help or its caller calls may let another goroutine into help of the same helped; `
	marks[0] = true
}

// Functions of the package that are lent a buffer, as it is or by an interface.

type report struct {
	w io.Writer
	n int
}

func (r *report) write(names []string) error {
	r.n++
	var buf bytes.Buffer // want `buf is made anew by each call of write .review: `
	header(&buf, r.n)
	for _, name := range names {
		line(&buf, name)
	}
	_, err := r.w.Write(buf.Bytes())
	return err
}

func header(w io.Writer, n int) {
	fmt.Fprintf(w, "%d\n", n)
	line(w, "header")
}

func line(w io.Writer, name string) { _, _ = io.WriteString(w, name) }

func (r *report) plain(names []string) error {
	r.n++
	buf := new(bytes.Buffer) // want `buf is made anew by each call of plain .review: `
	for _, name := range names {
		quoted(buf, name)
	}
	_, err := r.w.Write(buf.Bytes())
	return err
}

func quoted(buf *bytes.Buffer, name string) {
	buf.WriteByte('"')
	buf.WriteString(name)
	line(buf, name)
}
