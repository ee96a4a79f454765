// Package gunzip says how long a compressed text is when it is not compressed, with a
// gzip.Reader that is made for each call, and with ones that are used again.
//
// A gzip.Reader has 40 KiB of tables and window, made at its first use. [gzip.Reader.Reset]
// sets it to the beginning of another stream and keeps them; that is all that reuse needs,
// whatever happened to the reader before.
//
// All of them read every member of a stream to its end and check its sums. [Fresh] and
// [Pooled] go as far as the stream does, which is for streams of one's own: some kilobytes
// of gzip may stand for gigabytes. [Both] and [Counter] stop at a limit.
package gunzip

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"sync"

	"github.com/unheap/unheap/reuse"
)

// ErrTooLong says that a text is longer than its limit, which is at most MaxInt64-1 bytes.
var ErrTooLong = errors.New("gunzip: text longer than the limit")

// Fresh makes a reader for the call.
func Fresh(text []byte) (int64, error) {
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return 0, err
	}
	return io.Copy(io.Discard, z)
}

// The readers of Pooled. The pool makes none itself: a gzip.Reader needs a stream.
var readers sync.Pool

// Pooled takes a reader from a sync.Pool.
func Pooled(text []byte) (int64, error) {
	z, ok := readers.Get().(*gzip.Reader)
	if !ok {
		z = new(gzip.Reader)
	}
	defer readers.Put(z)
	if err := z.Reset(bytes.NewReader(text)); err != nil {
		return 0, err
	}
	return io.Copy(io.Discard, z)
}

// A source is a reader of gzip together with what it reads, and with what reads it.
type source struct {
	text  bytes.Reader
	z     gzip.Reader
	limit io.LimitedReader
}

func (s *source) length(text []byte, limit int64) (int64, error) {
	s.text.Reset(text)
	if err := s.z.Reset(&s.text); err != nil {
		return 0, err
	}
	s.limit = io.LimitedReader{R: &s.z, N: limit + 1} // one more tells whether there is more
	n, err := io.Copy(io.Discard, &s.limit)
	if err == nil && n > limit {
		return limit, ErrTooLong
	}
	return n, err
}

// The sources of Both: Put empties one, so that it does not keep the last text alive.
var sources = reuse.Pool[source]{Name: "gunzip sources", Reset: func(s *source) bool {
	s.text.Reset(nil)
	return true
}}

// Both takes all its readers from a pool that knows their type, clears them, and panics
// when one is put twice.
func Both(text []byte, limit int64) (int64, error) {
	s := sources.Get()
	defer sources.Put(s)
	return s.length(text, limit)
}

// A Counter has readers of its own, for one goroutine. The zero Counter is ready to use.
// It keeps the last text alive.
type Counter struct{ source source }

// Length is Both without a pool.
func (c *Counter) Length(text []byte, limit int64) (int64, error) {
	return c.source.length(text, limit)
}
