// Package retained has pools that hold values, since others use them, too.
package retained

import "sync"

var Bufs = sync.Pool{New: func() any { return make([]byte, 512) }}

func read(read func([]byte) (int, error), keep func([]byte)) error {
	b := Bufs.Get().([]byte)
	n, err := read(b)
	if err != nil {
		Bufs.Put(b) // want `Put copies the slice header`
		return err
	}
	if n < 100 {
		Bufs.Put(b) // want `Put copies the slice header`
		b = nil
	}
	keep(b)
	return nil
}

func deferred(f func([]byte)) {
	var b = Bufs.Get().([]byte)
	defer func() { Bufs.Put(b) }() // want `Put copies the slice header`
	f(b)
}

func turns(n int, f func([]byte)) {
	for range n {
		b := Bufs.Get().([]byte)
		f(b)
		Bufs.Put((b)) // want `Put copies the slice header`
		b = b[:0]
	}
}

type server struct{ bufs *sync.Pool }

func newServer(size int) *server {
	return &server{bufs: &sync.Pool{New: func() any { return make([]byte, size) }}}
}

func (s *server) serve(f func([]byte)) {
	a := s.bufs.Get().([]byte)
	b := s.bufs.Get().([]byte)
	f(a)
	f(b)
	s.bufs.Put(a) // want `Put copies the slice header`
	s.bufs.Put(b) // want `Put copies the slice header`
}

type point struct{ x, y int }

var points = sync.Pool{New: func() any { return point{} }}

func structs() int {
	p := points.Get().(point)
	defer points.Put(p) // want `Put copies the struct to the heap, 16 bytes each time`
	return p.x + p.y
}

func grouped(n int, f func([]byte)) {
	var (
		m = n + 1
		b = Bufs.Get().([]byte)
	)
	f(b[:m])
	Bufs.Put(b) // want `Put copies the slice header`
}
