package unsafely

import "unsafe"

type state struct{ n int }

// nope: a selector, not an address
type client struct {
	s *state // refused "may ask unsafe for the place of s"
}

func New() uintptr {
	c := &client{s: &state{}}
	return unsafe.Offsetof(c.s)
}

type server struct {
	s *words
}

type words struct{ first, last string }

func newServer(b []byte) *server {
	s := &server{s: &words{}} // want "each server has its s in an allocation of its own .review: "
	s.s.first = *(*string)(unsafe.Pointer(&b))
	return s
}

func (s *server) String() string { return s.s.first + s.s.last }
