package negative

import (
	"encoding/binary"
	"io"
	"strings"
	"sync"
)

// A stream is set anew by what its methods call.
type stream struct {
	r io.Reader
	n int
}

func (s *stream) restart(r io.Reader) { *s = stream{r: r, n: s.n} }

func (s *stream) next() (string, error) {
	s.n++
	var hdr [4]byte // nope: restart empties it // refused "what next calls may set all of a stream anew"
	if _, err := io.ReadFull(s.r, hdr[:]); err != nil {
		return "", err
	}
	if hdr[0] == 'r' {
		s.restart(strings.NewReader("more"))
	}
	return string(hdr[:]), nil
}

func (s *stream) before() (string, error) {
	s.n++
	t := s
	var hdr [4]byte // nope: as the pointer of another name does // refused "what before calls may set all of a stream anew"
	if _, err := io.ReadFull(s.r, hdr[:]); err != nil {
		return "", err
	}
	*t = stream{r: s.r}
	return string(hdr[:]), nil
}

// A page is set anew by a function literal.
type page struct {
	r io.Reader
	n int
}

var turn = func(p *page) { *p = page{r: p.r} }

func (p *page) next() (string, error) {
	p.n++
	var hdr [4]byte // nope: who knows when the literal is called // refused "what next calls may set all of a page anew"
	if _, err := io.ReadFull(p.r, hdr[:]); err != nil {
		return "", err
	}
	return string(hdr[:]), nil
}

// A loop that has only the index.
func ends(lists [][]int) (last int) {
	for last, _ = range lists {
	}
	return last
}

// A pair is exchanged with another one.
type pair struct {
	r io.Reader
	n int
}

func swap(p, q *pair) { *p, *q = *q, *p }

func (p *pair) next(other *pair) (string, error) {
	p.n++
	var hdr [4]byte // nope: the other one has it then // refused "what next calls may set all of a pair anew"
	if _, err := io.ReadFull(p.r, hdr[:]); err != nil {
		return "", err
	}
	swap(p, other)
	return string(hdr[:]), nil
}

// A guarded has a lock that may be one for readers.
type guarded struct {
	mu sync.Locker
	w  io.Writer
	n  int
}

func (g *guarded) put(v uint32) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	var b [4]byte // nope: two readers hold it at once // refused "two goroutines may be in put of one guarded"
	binary.BigEndian.PutUint32(b[:], v)
	_, err := g.w.Write(b[:])
	return err
}

// A hidden has methods in which its name is that of something else.
type hidden struct {
	w io.Writer
	n int
}

func (h *hidden) put(v uint32) error {
	h.n++
	if h := int(v); h > 2 {
		var b [4]byte // nope: no name leads to the object // refused "h is something else here"
		binary.BigEndian.PutUint32(b[:], uint32(h))
		_, err := io.Discard.Write(b[:])
		return err
	}
	return nil
}

func (h *hidden) sum(words []string) (total int) {
	h.n++
	{
		var list []int // nope: none does where it has grown // refused "h is something else where list has grown"
		h := len(words)
		for _, w := range words {
			list = append(list, len(w)*h)
		}
		for _, n := range list {
			total += n
		}
	}
	return total
}

// A lazy works without an object, too.
type lazy struct{ n int }

func (l *lazy) count(words []string) (total int) {
	var list []int // nope: there may be no object // refused "l may be nil"
	for _, w := range words {
		list = append(list, len(w))
	}
	for _, n := range list {
		total += n
	}
	if l != nil {
		l.n += total
	}
	return total
}

// Types of themselves, which have no end.
type (
	nest    []nest
	byName  map[string]byName
	relayed chan []relayed
)

var (
	_ nest
	_ byName
	_ relayed
)
