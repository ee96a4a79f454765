package a

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash"
	"hash/fnv"
	"io"
	"sync"
)

var bufs = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func classic(id int) string {
	buf := bufs.Get().(*bytes.Buffer) // want `buf is used as it comes out of bufs, with what its previous user left in it .review: `
	fmt.Fprintf(buf, "id=%d", id)
	s := buf.String()
	bufs.Put(buf)
	return s
}

func deferred(w io.Writer, v any) error {
	buf := bufs.Get().(*bytes.Buffer) // want `buf is used as it comes out .*review: `
	defer bufs.Put(buf)
	buf.Grow(100)
	if err := json.NewEncoder(buf).Encode(v); err != nil {
		return err
	}
	_, err := w.Write(buf.Bytes())
	return err
}

func onePath(short bool) string {
	buf := bufs.Get().(*bytes.Buffer) // want `buf is used as it comes out .*review: `
	defer bufs.Put(buf)
	if !short {
		buf.Reset()
	}
	buf.WriteString("x")
	return buf.String()
}

type server struct{ hashes sync.Pool }

func (s *server) hash(p []byte) uint32 {
	if s.hashes.New == nil {
		s.hashes.New = func() any { return fnv.New32() }
	}
	h := s.hashes.Get().(hash.Hash32) // want `h is used as it comes out of hashes.*review: `
	h.Write(p)
	n := h.Sum32()
	s.hashes.Put(h)
	return n
}

var lists = sync.Pool{New: func() any { return new([]int) }}

func pointer(xs []int) int {
	p := lists.Get().(*[]int) // want `p is used as it comes out of lists.*review: `
	for _, x := range xs {
		*p = append(*p, x)
	}
	n := len(*p)
	lists.Put(p)
	return n
}

var boxed = sync.Pool{New: func() any { return make([]byte, 0, 1024) }}

func value(w io.Writer, s string) {
	b := boxed.Get().([]byte) // want `b is used as it comes out of boxed.*review: `
	b = append(b, s...)
	w.Write(b)
	boxed.Put(b)
}

func declared(id int) string {
	var (
		buf = bufs.Get().(*bytes.Buffer) // want `buf is used as it comes out .*review: `
		pre = "id="
	)
	fmt.Fprint(buf, pre, id)
	s := buf.String()
	bufs.Put(buf)
	return s
}
