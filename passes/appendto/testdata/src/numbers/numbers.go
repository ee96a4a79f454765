package numbers

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"hash"
	"io"
	"strings"
)

type header struct {
	kind    uint8
	length  uint16
	offset  int64
	scale   float32
	section level
	buf     bytes.Buffer
}

type level int32

func (h *header) bytes() ([]byte, error) {
	var buf bytes.Buffer
	binary.Write(&buf, binary.BigEndian, h.length)                            // want "binary.Write makes an interface"
	if err := binary.Write(&buf, binary.LittleEndian, h.offset); err != nil { // want "binary.Write makes an interface"
		return nil, err
	}
	_ = binary.Write(&buf, binary.LittleEndian, h.section) // want "binary.Write makes an interface"
	err := binary.Write(&buf, binary.LittleEndian, h.kind) // want "binary.Write makes an interface"
	return buf.Bytes(), err
}

func (h *header) write() error {
	return binary.Write(&h.buf, binary.LittleEndian, h.scale) // want "binary.Write makes an interface"
}

func stream(w *bufio.Writer, list []uint32) (err error) {
	for _, n := range list {
		if err = binary.Write(w, binary.BigEndian, n); err != nil { // want "binary.Write makes an interface"
			return err
		}
	}
	return nil
}

func text(n uint64) string {
	b := new(strings.Builder)
	binary.Write(b, binary.BigEndian, uint64(7)) // want "binary.Write makes an interface"
	(binary.Write(b, binary.BigEndian, n+1))     // want "binary.Write makes an interface"
	return b.String()
}

func any(w io.Writer, n uint32, sum hash.Hash, next func() uint64) error {
	if err := binary.Write(sum, binary.LittleEndian, next()); err != nil { // want "binary.Write makes an interface"
		return err
	}
	return binary.Write(w, binary.BigEndian, n) // want "binary.Write makes an interface"
}

type framed struct {
	io.Writer
	err error
}

func (f *framed) length(p []byte) {
	if f.err == nil {
		f.err = binary.Write(f, binary.BigEndian, uint32(len(p))) // want "binary.Write makes an interface"
	}
}

// nope: the slice of one byte stays, or the writer has no name
func same(w io.Writer, kind uint8, each func() io.Writer) {
	binary.Write(w, binary.BigEndian, kind)
	binary.Write(each(), binary.BigEndian, uint16(kind)) // refused "the writer has no name"
}

// nope: the function may give the variable another writer
func moving(w io.Writer, each func(func())) {
	n := uint16(0)
	next := func() uint16 { w = nil; return n }
	binary.Write(w, binary.BigEndian, next()) // refused "may write to the same buffer"
}

// nope: an order that is chosen
func chosen(b *bytes.Buffer, order binary.ByteOrder, n uint32) error {
	return binary.Write(b, order, n) // refused "the order of the bytes is not known"
}

// nope: an int has no size, and this is an error
func sized(b *bytes.Buffer, n int) error {
	return binary.Write(b, binary.BigEndian, n)
}

// nope: a struct, and a pointer
func others(b *bytes.Buffer, h *header, p *uint32) {
	binary.Write(b, binary.BigEndian, struct{ a, b uint16 }{h.length, 1}) // refused "no number"
	binary.Write(b, binary.BigEndian, p)                                  // refused "no number"
}

// nope: the function may write to the free part of the buffer, too
func called(b *bytes.Buffer, w *bufio.Writer, f func() uint32) {
	binary.Write(b, binary.BigEndian, f()) // want "binary.Write makes an interface"
	binary.Write(w, binary.BigEndian, f()) // refused "may write to the same buffer"
}

// nope: a constant that is below 0
func negative(b *bytes.Buffer) {
	binary.Write(b, binary.BigEndian, int16(-1)) // refused "a negative constant"
}

// nope: one result is wanted where Write has two
func compared(b *bytes.Buffer, n uint32) bool {
	return binary.Write(b, binary.BigEndian, n) == nil // refused "no place for the two results"
}

type ratio float32

// nope: binary.Write reads it as a float64, which makes a signalling NaN a quiet one
func scaled(b *bytes.Buffer, r ratio) {
	binary.Write(b, binary.BigEndian, r) // refused "may change a NaN"
}

func declared(b *bytes.Buffer, n int16) error {
	var err = binary.Write(b, binary.BigEndian, n) // want "binary.Write makes an interface"
	return err
}

// nope: a type parameter
func generic[T uint16 | uint32](b *bytes.Buffer, n T) {
	binary.Write(b, binary.BigEndian, n) // refused "no number"
}

// nope: a name that is taken
func hidden(b *bytes.Buffer, uint32 int32) {
	binary.Write(b, binary.BigEndian, uint32)
}
