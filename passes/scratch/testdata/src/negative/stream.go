package negative

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
)

// What a stream of the object does not say.

type plain struct {
	w   io.Writer
	at  io.ReaderAt
	udp *net.UDPConn
	log *log.Logger
}

func (p *plain) Close() error {
	var b [4]byte // nope: once for each object // refused "Close is called once for each plain"
	_, err := p.w.Write(b[:])
	return err
}

func (p *plain) initialize() {
	var b [4]byte // nope: so is this // refused "initialize is called once for each plain"
	_, _ = p.w.Write(b[:])
}

func (p *plain) failed(err error) {
	if err != nil {
		var b [4]byte // nope: not often // refused "b is for an error"
		_, _ = p.w.Write(b[:])
	}
}

func (p *plain) invalid(n int) error {
	if n < 0 {
		var b [4]byte // nope: nor this // refused "b is for an error"
		_, _ = p.w.Write(b[:])
		return errors.New("negative")
	}
	return nil
}

func (p *plain) positioned(out io.Writer) {
	var b [4]byte // nope: ReadAt is for many at once
	_, _ = p.at.ReadAt(b[:], 0)
	_, _ = out.Write(b[:])
}

func (p *plain) datagram(n uint32) {
	var b [4]byte // nope: each message is one // refused "nothing says that two goroutines are not in datagram of one plain"
	binary.BigEndian.PutUint32(b[:], n)
	_, _ = p.udp.Write(b[:])
}

func (p *plain) literal() func() {
	var b [4]byte // nope: who runs the literal is not known
	_, _ = out.Write(b[:])
	return func() { _, _ = p.w.Write(nil) }
}

func (p *plain) outside() {
	var b [4]byte // nope: a stream of the package // refused "nothing says that two goroutines are not in outside of one plain"
	_, _ = out.Write(b[:])
}

func (p *plain) other(q *plain) {
	var b [4]byte // nope: the stream of another object // refused "nothing says that two goroutines are not in other of one plain"
	_, _ = q.w.Write(b[:])
}

func (p *plain) asked(ctx context.Context) {
	var b [4]byte // nope: requests come at once // refused "two goroutines may be in asked of one plain"
	_, _ = p.w.Write(b[:])
}

func (p *plain) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var b [4]byte // nope: so they do here // refused "two goroutines may be in ServeHTTP of one plain"
	_, _ = p.w.Write(b[:])
}

// beside may be called by several goroutines at once.
func (p *plain) beside() {
	var b [4]byte // nope: it says so // refused "two goroutines may be in beside of one plain"
	_, _ = p.w.Write(b[:])
}

func (p *plain) writePassword(word string) {
	b := make([]byte, 4) // nope: a secret stays // refused "the memory may hold a secret, which nobody wants to stay"
	copy(b, word)
	_, _ = p.w.Write(b)
}

func (p *plain) huge(n uint32) {
	b := make([]byte, 1<<17) // nope: each object would have it for ever
	binary.BigEndian.PutUint32(b, n)
	_, _ = p.w.Write(b)
}

func (p *plain) walk(n int) {
	var b [4]byte // nope: it calls itself // refused "what walk calls may come to call it again"
	_, _ = p.w.Write(b[:])
	if n > 0 {
		p.walk(n - 1)
	}
	_, _ = p.w.Write(b[:])
}

// A wire is safe for concurrent use.
type wire struct{ w io.Writer }

func (c *wire) send(n uint32) {
	var b [4]byte // nope: the type says so // refused "two goroutines may be in send of one wire"
	binary.BigEndian.PutUint32(b[:], n)
	_, _ = c.w.Write(b[:])
}

type connPool struct{ w io.Writer }

func (c *connPool) send(n uint32) {
	var b [4]byte // nope: its name says so // refused "two goroutines may be in send of one connPool"
	binary.BigEndian.PutUint32(b[:], n)
	_, _ = c.w.Write(b[:])
}

type group struct{ w io.Writer }

type runner struct{}

func (runner) Go(f func()) { go f() }

func (g *group) start(r runner) { r.Go(func() { g.send(1) }) }

func (g *group) send(n uint32) {
	var b [4]byte // nope: a runner may have several // refused "two goroutines may be in send of one group"
	binary.BigEndian.PutUint32(b[:], n)
	_, _ = g.w.Write(b[:])
}

func (m *middle) counts(out io.Writer) {
	m.n++
	var b [4]byte // nope: a message, perhaps // refused "on 32 bit an atomic number of 64 bits behind a middle would move"
	_, _ = out.Write(b[:])
}

func (p *plain) value() {
	var b [4]byte // nope: the method is a value // refused "two goroutines may be in value of one plain"
	_, _ = p.w.Write(b[:])
}

var sender = (&plain{}).value

// What comes back while the memory is in use.

func (s *stack) nested(n int) {
	s.n++
	seen := make(map[int]bool) // nope: a map is not taken out // refused "what nested calls may come to call it again"
	seen[n] = true
	if n > 0 {
		s.nested(n - 1)
	}
	s.n += len(seen)
}

type stack struct {
	n     int
	in    io.Reader
	order binary.ByteOrder
}

func (s *stack) early(n int) {
	s.n++
	var list []int // nope: most calls would not put it back // refused "what early calls may come to call it again"
	for list = append(list, n); n > 0; n-- {
		if s.early(n - 1); s.n > 9 {
			return
		}
	}
	s.n += len(list)
}

func (s *stack) last(n int) int {
	s.n++
	var list []int // nope: it is in use until the end // refused "what last calls may come to call it again"
	if list = append(list, n); n > 0 {
		s.last(n - 1)
	}
	return len(list)
}

type order struct{ kept []byte }

func (o *order) Uint64(b []byte) uint64 {
	o.kept = b
	return 0
}

func (s *stack) ordered() uint64 {
	var b [8]byte // nope: an order of the package keeps it // refused "b may be retained, or told from a new one, by s.order.Uint64.b.:.."
	_, _ = io.ReadFull(s.in, b[:])
	return s.order.Uint64(b[:])
}
