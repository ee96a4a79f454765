package a

import (
	"encoding/binary"
	"fmt"
	"hash"
	"io"
	"net"
)

// What an object has a stream for is not for two at once.

type muxer struct {
	w    io.Writer
	conn net.Conn
	sum  hash.Hash
	next int
	err  error
}

func (m *muxer) written(n uint32) error {
	var head [4]byte // want `head is made anew by each call of written .review: .*two goroutines must not be in written of one muxer at once`
	binary.BigEndian.PutUint32(head[:], n)
	_, err := m.w.Write(head[:])
	return err
}

func (m *muxer) digest(n uint64) {
	var num [8]byte // want `num is made anew by each call of digest .review: .*two goroutines must not be in digest of one muxer at once`
	binary.LittleEndian.PutUint64(num[:], n)
	m.sum.Write(num[:])
}

func (m *muxer) sometimes(n uint32, to io.Writer) {
	if n > 1 {
		m.next++
	}
	part := make([]byte, 2) // want `part is made anew by each call of sometimes .review: .*two goroutines must not be in sometimes of one muxer at once`
	binary.BigEndian.PutUint16(part, uint16(n))
	_, _ = to.Write(part)
}

func (m *muxer) failing(n uint32, to io.Writer) {
	tail := make([]byte, 4) // want `tail is made anew by each call of failing .review: .*two goroutines must not be in failing of one muxer at once`
	binary.BigEndian.PutUint32(tail, n)
	if _, err := to.Write(tail); err != nil {
		m.fail(err)
	}
}

func (m *muxer) fail(err error) { m.err = err }

// Reading and writing may be two goroutines: the memory is not shared.

type duplex struct{ conn net.Conn }

func (d *duplex) get() (uint32, error) {
	var b [4]byte // want `b is made anew by each call of get .review: `
	if _, err := io.ReadFull(d.conn, b[:]); err != nil {
		return 0, err
	}
	return binary.BigEndian.Uint32(b[:]), nil
}

func (d *duplex) put(n uint32) error {
	var b [4]byte // want `b is made anew by each call of put .review: `
	binary.BigEndian.PutUint32(b[:], n)
	_, err := d.conn.Write(b[:])
	return err
}

type printer struct {
	out io.Writer
	n   int
}

func (p *printer) printLine(words []string) {
	var line []byte // want `line is made anew by each call of printLine .review: .*two goroutines must not be in printLine of one printer at once`
	for _, w := range words {
		line = append(line, w...)
	}
	_, _ = p.out.Write(line)
}

func (p *printer) printWords(words []string) {
	lengths := make(map[int]bool) // want `lengths is made anew by each call of printWords .review: `
	for _, w := range words {
		lengths[len(w)] = true
	}
	fmt.Fprintln(p.out, len(lengths))
}
