// Findings that have no fix, because it could change more than it should.
package a

import (
	"io"
	"sync"
)

var Exported = sync.Pool{New: func() any { return make([]byte, 8) }}

func exported() {
	b := Exported.Get().([]byte)
	Exported.Put(b) // want `Put copies the slice header`
}

type server struct{ bufs sync.Pool }

var made = server{bufs: sync.Pool{New: func() any { return make([]byte, 8) }}}

func (s *server) field() {
	b, ok := s.bufs.Get().([]byte)
	if !ok {
		b = make([]byte, 8)
	}
	s.bufs.Put(b) // want `Put copies the slice header to the heap, 24 bytes each time; keep pointers in bufs`
}

var apart = sync.Pool{New: func() any { return make([]byte, 8) }}

func get() []byte { return apart.Get().([]byte) }

func put(b []byte) { apart.Put(b) } // want `Put copies the slice header`

var twice = sync.Pool{New: func() any { return make([]byte, 8) }}

// Two slices go back for one that was taken.
func splits() {
	b := twice.Get().([]byte)
	twice.Put(b[:4]) // want `Put copies the slice header`
	twice.Put(b[4:]) // want `Put copies the slice header`
}

var looped = sync.Pool{New: func() any { return make([]byte, 8) }}

func loops(n int) {
	b := looped.Get().([]byte)
	for range n {
		looped.Put(b) // want `Put copies the slice header`
		b = make([]byte, 8)
	}
}

var seeded = sync.Pool{New: func() any { return make([]byte, 8) }}

func init() { seeded.Put(make([]byte, 8)) } // want `Put copies the slice header`

func seeds() {
	b := seeded.Get().([]byte)
	seeded.Put(b) // want `Put copies the slice header`
}

var mixed = sync.Pool{New: func() any { return make([]byte, 8) }}

type named []byte

func mixes() {
	b := mixed.Get().(named)
	mixed.Put(b) // want `Put copies the slice header`
}

var passed = sync.Pool{New: func() any { return make([]byte, 8) }}

func use(*sync.Pool) {}

func passes() {
	b := passed.Get().([]byte)
	use(&passed)
	passed.Put(b) // want `Put copies the slice header`
}

type point struct{ x, y int }

var points = sync.Pool{New: func() any { return point{} }}

func structs() {
	p := points.Get().(point)
	points.Put(p) // want `Put copies the struct to the heap, 16 bytes each time`
}

var inline = sync.Pool{New: func() any { return make([]byte, 8) }}

func oneLine(w io.Writer) {
	if b := inline.Get().([]byte); len(b) > 0 {
		inline.Put(b) // want `Put copies the slice header`
	}
}

var shadow = sync.Pool{New: func() any { return make([]byte, 8) }}

func otherVariable(list [][]byte) {
	b := shadow.Get().([]byte)
	_ = b
	for _, b := range list {
		shadow.Put(b) // want `Put copies the slice header`
	}
}

type unkeyed struct{ pool sync.Pool }

var literal = &unkeyed{sync.Pool{New: func() any { return make([]byte, 8) }}}

func (u *unkeyed) use() {
	b := u.pool.Get().([]byte)
	u.pool.Put(b) // want `Put copies the slice header`
}
