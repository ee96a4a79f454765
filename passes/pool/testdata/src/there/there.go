package there

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"sync"
)

var bufPool = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func join(list []string) string {
	buf := bufPool.Get().(*bytes.Buffer)
	buf.Reset()
	defer bufPool.Put(buf)
	for _, s := range list {
		buf.WriteString(s)
	}
	return buf.String()
}

// the pool that is there
func render(x any) string {
	var buf bytes.Buffer // want `buf is made in each call and used up in it; it could come from bufPool .review: who else takes from bufPool must not keep what it puts back.`
	fmt.Fprint(&buf, x)
	return buf.String()
}

var (
	writers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}
	fast    = sync.Pool{New: func() any { w, _ := gzip.NewWriterLevel(nil, 1); return w }}
	large   = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 1<<16) }}
)

// another size
func lines(w *bytes.Buffer, list []string) error {
	b := bufio.NewWriter(w) // want `b is made in each call and used up in it; it could come from a pool$`
	for _, s := range list {
		b.WriteString(s)
	}
	return b.Flush()
}

func fastest() *gzip.Writer   { return fast.Get().(*gzip.Writer) }
func largest() *bufio.Writer  { return large.Get().(*bufio.Writer) }
func give(w *bufio.Writer)    { large.Put(w) }
func giveFast(w *gzip.Writer) { fast.Put(w) }
func shadowed(bufPool any) string {
	var buf bytes.Buffer // want `it could come from a pool$`
	fmt.Fprint(&buf, bufPool)
	return buf.String()
}

var others = sync.Pool{New: func() any { return bufio.NewReader(nil) }}

func release(r *bufio.Reader, ok bool) {
	if ok {
		others.Put(r)
	}
}

// nope: what is put back may have another size
func first(r *bytes.Buffer) (byte, error) {
	b := bufio.NewReader(r) // want `it could come from a pool$`
	return b.ReadByte()
}
