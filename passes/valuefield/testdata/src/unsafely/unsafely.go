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
