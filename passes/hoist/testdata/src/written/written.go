package written

import (
	"bufio"
	"bytes"
	"hash"
	"io"
	"net"
	"os"
	"strings"
	"time"
)

const newline = "\r\n"

func send(c net.Conn, lines []string) error {
	for _, l := range lines {
		if _, err := c.Write([]byte(l)); err != nil {
			return err
		}
		c.Write([]byte(newline)) // want "a constant ..byte is made anew in each call of send .review: the writer must not change the bytes."
	}
	_, err := c.Write([]byte("." + newline)) // want "a constant ..byte is made anew .*review: "
	return err
}

func sum(h hash.Hash) []byte {
	h.Write([]byte("salt")) // want "a constant ..byte is made anew .*review: "
	return h.Sum(nil)
}

func at(t time.Time) time.Time {
	return t.In(time.FixedZone("CET", 3600)) // want "a time zone is made anew in each call of at .review: times of different calls become equal."
}

// nope: convert writes a string.
func known(f *os.File, b *strings.Builder) {
	f.Write([]byte("text"))
	b.Write([]byte("text"))
}

type own struct{ io.Writer }

func (o own) Write2(b []byte) {}

// nope: not the Write of an io.Writer.
func other(o own) { o.Write2([]byte("text")) }

// nope: not constant, or empty.
func variable(w io.Writer, s string, offset int) *time.Location {
	w.Write([]byte(s))
	w.Write([]byte(""))
	return time.FixedZone(s, offset)
}

const leaf = 0x00

func leafHash(h hash.Hash, data []byte) []byte {
	h.Write([]byte{leaf}) // want "a constant ..byte is made anew in each call of leafHash .review: the writer must not change the bytes."
	h.Write(data)
	return h.Sum(nil)
}

func separated(w io.Writer, lists [][]byte) (err error) {
	for _, l := range lists {
		_, err = w.Write(([]byte{',', ' '})) // want "a constant ..byte is made anew .*review: "
		_, err = w.Write(l)
	}
	return err
}

type stream interface {
	io.Writer
	io.StringWriter
}

func begin(w stream, bw *bufio.Writer) {
	w.Write([]byte{0x05, leaf}) // want "a constant ..byte is made anew .*review: "
	bw.Write([]byte{leaf})      // want "a constant ..byte is made anew .*review: "
}

// nope: a text, which convert writes as such, and a buffer that is on the stack
func text(w stream, b *bytes.Buffer) {
	w.Write([]byte{'<', '/'})
	w.Write([]byte("</"))
	b.Write([]byte{0x05, leaf})
}

// nope: not constant, or empty, or kept apart.
func literals(w io.Writer, c byte) {
	const local = 'x'
	w.Write([]byte{c})
	w.Write([]byte{local})
	w.Write([]byte{})
	b := []byte{1}
	w.Write(b)
	w.Write([]byte{
		1, // version
	})
}
