package a

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"sync"
)

var bufs = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func classic(w io.Writer, v any) error {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	if err := json.NewEncoder(buf).Encode(v); err != nil {
		return err // want `buf is not put back to bufs on this return`
	}
	_, err := w.Write(buf.Bytes())
	bufs.Put(buf)
	return err
}

func beforeDefer(w io.Writer, v any) error {
	buf := bufs.Get().(*bytes.Buffer)
	if v == nil {
		return errors.New("nothing") // want `buf is not put back to bufs on this return`
	}
	defer bufs.Put(buf)
	return json.NewEncoder(buf).Encode(v)
}

func inLoop(list [][]byte) bool {
	for _, p := range list {
		buf := bufs.Get().(*bytes.Buffer)
		buf.Write(p)
		if len(p) == 0 {
			return false // want `buf is not put back`
		}
		bufs.Put(buf)
	}
	return true
}

func never(v any) (string, error) {
	buf := bufs.Get().(*bytes.Buffer) // want `buf is never put back to bufs`
	buf.Reset()
	err := json.NewEncoder(buf).Encode(v)
	return buf.String(), err
}

var blocks = sync.Pool{New: func() any { b := make([]byte, 4096); return &b }}

func pointer(w io.Writer, r io.Reader) error {
	p := blocks.Get().(*[]byte)
	n, err := io.ReadFull(r, *p)
	if err != nil {
		return err // want `p is not put back to blocks on this return`
	}
	_, err = w.Write((*p)[:n])
	blocks.Put(p)
	return err
}

func acquire() *bytes.Buffer { return bufs.Get().(*bytes.Buffer) }

func release(buf *bytes.Buffer) { bufs.Put(buf) }

func wrapped(v any) error {
	buf := acquire()
	if v == nil {
		return nil // want `buf is not put back`
	}
	release(buf)
	return nil
}

func declared(v any) error {
	var buf = bufs.Get().(*bytes.Buffer)
	if v == nil {
		return nil // want `buf is not put back`
	}
	bufs.Put(buf)
	return nil
}

// nope: on each path.
func each(v any) error {
	buf := bufs.Get().(*bytes.Buffer)
	if v == nil {
		bufs.Put(buf)
		return nil
	}
	bufs.Put(buf)
	return nil
}

// nope: deferred.
func deferred(v any) error {
	buf := bufs.Get().(*bytes.Buffer)
	defer bufs.Put(buf)
	if v == nil {
		return nil
	}
	return json.NewEncoder(buf).Encode(v)
}

// nope: deferred in a literal.
func deferredLiteral(v any) error {
	buf := bufs.Get().(*bytes.Buffer)
	defer func() {
		buf.Reset()
		bufs.Put(buf)
	}()
	if v == nil {
		return nil
	}
	return json.NewEncoder(buf).Encode(v)
}

// nope: too big to keep.
func capped(p []byte) int {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Write(p)
	if buf.Cap() > 1<<16 {
		return 1
	}
	bufs.Put(buf)
	return 0
}

// nope: there was none.
func none() bool {
	buf, ok := bufs.Get().(*bytes.Buffer)
	if !ok {
		return false
	}
	bufs.Put(buf)
	return true
}

// nope: the caller gets it.
func handed(v any) (*bytes.Buffer, error) {
	buf := bufs.Get().(*bytes.Buffer)
	if err := json.NewEncoder(buf).Encode(v); err != nil {
		bufs.Put(buf)
		return nil, err
	}
	return buf, nil
}

type job struct{ buf *bytes.Buffer }

// nope: the job has it.
func stored(j *job) error {
	buf := bufs.Get().(*bytes.Buffer)
	if j.buf != nil {
		j.buf = buf
		return nil
	}
	bufs.Put(buf)
	return nil
}

func keep(*bytes.Buffer) error { return nil }

// nope: keep may put it back when it fails.
func passed() error {
	buf := bufs.Get().(*bytes.Buffer)
	if err := keep(buf); err != nil {
		return err
	}
	bufs.Put(buf)
	return nil
}

// nope: a goroutine puts it back.
func elsewhere() {
	buf := bufs.Get().(*bytes.Buffer)
	go func() {
		bufs.Put(buf)
	}()
}

// nope: both hang on one condition, or may.
func correlated(pooled bool) int {
	var buf *bytes.Buffer
	if pooled {
		buf = bufs.Get().(*bytes.Buffer)
	} else {
		buf = new(bytes.Buffer)
	}
	n := buf.Len()
	if pooled {
		bufs.Put(buf)
	}
	return n
}

// nope: the path does not return.
func panics(v any) {
	buf := bufs.Get().(*bytes.Buffer)
	if v == nil {
		panic("nil")
	}
	bufs.Put(buf)
}

var zippers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// nope: a writer that failed may be left out on purpose.
func broken(w io.Writer, p []byte) error {
	z := zippers.Get().(*gzip.Writer)
	z.Reset(w)
	if _, err := z.Write(p); err != nil {
		return err
	}
	zippers.Put(z)
	return nil
}

var drained = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// nope: nothing is ever put back; the pool only makes.
func maker() int {
	buf := drained.Get().(*bytes.Buffer)
	return buf.Len()
}

// BAD: the loop is left by a break.
func broke(list [][]byte) {
	for _, p := range list {
		buf := bufs.Get().(*bytes.Buffer)
		if len(p) == 0 {
			break
		}
		bufs.Put(buf)
	}
}
