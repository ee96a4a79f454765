// Findings that have no fix, because it could change more than it should.
package a

import "sync"

var Exported = sync.Pool{New: func() any { return make([]byte, 8) }}

func exported() {
	b := Exported.Get().([]byte)
	b = append(b, 'x')
	Exported.Put(b) // want `Put copies the slice header`
}

// Get may have returned something else.
func second() {
	b, _ := Exported.Get().([]byte)
	Exported.Put(b) // want `Put copies the slice header`
}

// A part of it is another slice.
func cut() {
	b := Exported.Get().([]byte)[:0]
	Exported.Put(b) // want `Put copies the slice header`
	c := Exported.Get().([]byte)
	Exported.Put(c[:0]) // want `Put copies the slice header`
}

// The literal may have set it.
func literal2(f func(func())) {
	b := Exported.Get().([]byte)
	f(func() { b = nil })
	Exported.Put(b) // want `Put copies the slice header`
}

// What is set behind the statement goes back.
func deferred() {
	b := Exported.Get().([]byte)
	defer func() { Exported.Put(b) }() // want `Put copies the slice header`
	b = nil
}

// The variable is of the first turn, the slice of the second.
func turns(n int) {
	b := Exported.Get().([]byte)
	for range n {
		b = Exported.Get().([]byte)
		Exported.Put(b) // want `Put copies the slice header`
	}
}

func through(f func(*[]byte)) {
	b := Exported.Get().([]byte)
	f(&b)
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

// A pointer would go back for each of the slices.
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

var mixed = sync.Pool{New: func() any { return make([]byte, 8) }}

type named []byte

func mixes() {
	b := mixed.Get().(named)
	b = append(b, 'x')
	mixed.Put(b) // want `Put copies the slice header`
}

type point struct{ x, y int }

var points = sync.Pool{New: func() any { return point{} }}

func structs() {
	p := points.Get().(point)
	p.x++
	points.Put(p) // want `Put copies the struct to the heap, 16 bytes each time`
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
	b = append(b, 'x')
	u.pool.Put(b) // want `Put copies the slice header`
}

// The variable would have no use.
func dropped() {
	b := Exported.Get().([]byte)
	Exported.Put(b) // want `Put copies the slice header`
}
