// Findings that have no fix.
package a

import (
	"bytes"
	"sync"
)

var slices = sync.Pool{New: func() any { return new([]byte) }}

func slice(s string) {
	p := slices.Get().(*[]byte)
	*p = append((*p)[:0], s...)
	slices.Put(p) // want `p goes back to slices however big`
}

type server struct{ pool *sync.Pool }

func (s *server) swap(p []byte) {
	buf := s.pool.Get().(*bytes.Buffer)
	buf.Write(p)
	defer s.pool.Put(buf) // want `buf goes back to pool however big`
	s = nil               // a deferred literal would not find the pool
}

var bufs = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func literal(p []byte) {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Write(p)
	if p == nil { bufs.Put(buf) } // want `buf goes back to bufs however big`
}

func reassigned(p []byte) {
	buf := bufs.Get().(*bytes.Buffer)
	defer bufs.Put(buf) // want `buf goes back to bufs however big`
	buf.Write(p)
	buf = new(bytes.Buffer)
	_ = buf
}

func commented(p []byte) {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Write(p)
	bufs.Put( /* all of it */ buf) // want `buf goes back to bufs however big`
}
