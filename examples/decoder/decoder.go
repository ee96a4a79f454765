// Package decoder reads numbers and writes bytes, six times, each time with
// fewer allocations: the worked example of this repository.
//
// Every decoder keeps the same contract, so that the differences between them
// are memory and time and nothing else:
//
//   - Input is decimal numbers of 0 to 255 with exactly one space between two.
//     Leading zeros are allowed. Empty input is no number, and decodes to an
//     empty result.
//   - Anything else is an [*Error] that says where the bad number begins: a
//     letter, a sign, a newline, a number above 255, a second space, a space
//     at either end.
//   - Reads may be short, may return data together with [io.EOF], and may
//     fail, in which case the reader's error is returned as it is.
//
// What each of them trades away:
//
//	                    input        result is valid      concurrent calls
//	DecodeSimple        any length   for good             yes
//	DecodePrealloc      4096 bytes   until the next call  no
//	DecodeNoAlloc       4096 numbers until the next call  no
//	DecodeDynamic       any length   until the next call  no
//	NewDecodeConcurrent any length   until the next call  one decoder each
//	Fast                any length   until the next call  one decoder each
//
// The three in the middle write to buffers of the package: correct as long as
// nobody calls two of them at once, and nothing in their signature says so.
// That is the price of their zero allocations, and the reason for the last two.
package decoder

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A Func reads numbers separated by single spaces and returns the byte of
// each: "79 75" becomes "OK".
type Func func(io.Reader) ([]byte, error)

// bufferSize is the size of every fixed buffer here, in bytes: one page, the
// size at which a read of a pipe or a small file rarely needs a second one.
const bufferSize = 4096

// ErrTooLong says that input or output does not fit the fixed buffer of
// DecodePrealloc or DecodeNoAlloc.
var ErrTooLong = errors.New("decoder: input too long for the fixed buffer")

// An Error describes input that is not a list of numbers.
type Error struct {
	Offset int64 // of the first byte of the bad number, from 0
	Reason string
}

func (e *Error) Error() string {
	return fmt.Sprintf("decoder: offset %d: %s", e.Offset, e.Reason)
}

const (
	reasonEmpty = "empty number"
	reasonDigit = "not a digit"
	reasonRange = "number above 255"
)

// DecodeSimple is the straightforward decoder: read everything, split it,
// parse each token. Its memory is several copies of the input and a result
// that grows by doubling.
func DecodeSimple(r io.Reader) ([]byte, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	s := string(b)
	if s == "" {
		return []byte{}, nil
	}
	tokens := strings.Split(s, " ")
	output := make([]byte, 0)
	offset := int64(0)
	for _, token := range tokens {
		n, err := strconv.ParseUint(token, 10, 8)
		if err != nil {
			return nil, tokenError(offset, token, err)
		}
		output = append(output, byte(n))
		offset += int64(len(token)) + 1
	}
	return output, nil
}

// tokenError turns strconv's error into the one that all decoders share.
func tokenError(offset int64, token string, err error) error {
	switch {
	case token == "":
		return &Error{offset, reasonEmpty}
	case errors.Is(err, strconv.ErrRange):
		return &Error{offset, reasonRange}
	}
	return &Error{offset, reasonDigit}
}

// The buffers of DecodePrealloc, DecodeNoAlloc and DecodeDynamic. They are
// shared by all three: only one call of any of them may run at a time.
var (
	inputBuf      = make([]byte, bufferSize)
	outputBuf     = make([]byte, bufferSize)
	dynamicOutput bytes.Buffer
)

// DecodePrealloc reads into a buffer that was made when the program started.
// Input that does not fit is ErrTooLong. It still goes through a string, and
// so allocates the string and the list of tokens.
func DecodePrealloc(r io.Reader) ([]byte, error) {
	n, err := io.ReadFull(r, inputBuf)
	switch err {
	case nil: // full: only acceptable if nothing follows
		if err := expectEOF(r); err != nil {
			return nil, err
		}
	case io.EOF, io.ErrUnexpectedEOF:
	default:
		return nil, err
	}
	s := string(inputBuf[:n])
	if s == "" {
		return outputBuf[:0], nil
	}
	tokens := strings.Split(s, " ")
	offset := int64(0)
	for i, token := range tokens { // at most bufferSize/2+1 of them
		n, err := strconv.ParseUint(token, 10, 8)
		if err != nil {
			return nil, tokenError(offset, token, err)
		}
		outputBuf[i] = byte(n)
		offset += int64(len(token)) + 1
	}
	return outputBuf[:len(tokens)], nil
}

// expectEOF returns nil if r has nothing more, ErrTooLong if it has.
func expectEOF(r io.Reader) error {
	switch _, err := io.ReadFull(r, outputBuf[:1]); err {
	case nil:
		return ErrTooLong
	case io.EOF:
		return nil
	default:
		return err
	}
}

// DecodeNoAlloc parses the bytes as they come and makes no string at all. The
// input may be of any length, the result has room for 4096 numbers.
func DecodeNoAlloc(r io.Reader) ([]byte, error) {
	var p parser
	n := 0
	for {
		nn, rerr := read(r, inputBuf)
		for _, c := range inputBuf[:nn] {
			b, done, err := p.next(c)
			if err != nil {
				return nil, err
			}
			if !done {
				continue
			}
			if n == len(outputBuf) {
				return nil, ErrTooLong
			}
			outputBuf[n] = b
			n++
		}
		if rerr == io.EOF {
			return p.end(outputBuf[:n], len(outputBuf))
		}
		if rerr != nil {
			return nil, rerr
		}
	}
}

// DecodeDynamic is DecodeNoAlloc with a result that grows. The buffer never
// shrinks: after one long input its memory stays with the package, and the
// average over many calls hides that the first ones paid for it.
func DecodeDynamic(r io.Reader) ([]byte, error) {
	return decodeInto(&dynamicOutput, r, inputBuf)
}

// NewDecodeConcurrent returns a decoder like DecodeDynamic that has buffers of
// its own. Make one for each goroutine.
func NewDecodeConcurrent() Func {
	in := make([]byte, bufferSize)
	var out bytes.Buffer
	return func(r io.Reader) ([]byte, error) {
		return decodeInto(&out, r, in)
	}
}

// decodeInto decodes r through in, which holds one read, into out.
func decodeInto(out *bytes.Buffer, r io.Reader, in []byte) ([]byte, error) {
	out.Reset()
	var p parser
	for {
		n, rerr := read(r, in)
		for _, c := range in[:n] {
			b, done, err := p.next(c)
			if err != nil {
				return nil, err
			}
			if done {
				out.WriteByte(b)
			}
		}
		if rerr == io.EOF {
			out.Grow(1) // for the last number, so that end need not
			return p.end(out.Bytes(), out.Len()+1)
		}
		if rerr != nil {
			return nil, rerr
		}
	}
}

// A parser is the state between two bytes of input. The zero value is ready.
type parser struct {
	start int64 // offset of the current number
	n     int64 // bytes of the current number so far
	value uint  // 0..255
	any   bool  // input was not empty
}

// next takes one byte. If it ends a number, done is true and b the value.
func (p *parser) next(c byte) (b byte, done bool, err error) {
	p.any = true
	if c == ' ' {
		if p.n == 0 {
			return 0, false, &Error{p.start, reasonEmpty}
		}
		b = byte(p.value)
		p.start += p.n + 1
		p.n, p.value = 0, 0
		return b, true, nil
	}
	d := uint(c - '0')
	if d > 9 {
		return 0, false, &Error{p.start, reasonDigit}
	}
	p.n++
	p.value = p.value*10 + d
	if p.value > 255 {
		return 0, false, &Error{p.start, reasonRange}
	}
	return 0, false, nil
}

// end appends the number that the end of the input ends, unless there was no
// input at all. The result may hold at most limit numbers.
func (p *parser) end(out []byte, limit int) ([]byte, error) {
	if !p.any {
		return out, nil
	}
	if p.n == 0 {
		return nil, &Error{p.start, reasonEmpty}
	}
	if len(out) == limit {
		return nil, ErrTooLong
	}
	return append(out, byte(p.value)), nil
}

// maxEmptyReads bounds how often a reader may return nothing and no error, as
// bufio does.
const maxEmptyReads = 100

// read reads at least one byte into buf, or returns an error. Like
// [io.Reader.Read] it may return data and an error at once.
func read(r io.Reader, buf []byte) (int, error) {
	for range maxEmptyReads {
		n, err := r.Read(buf)
		if n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}
