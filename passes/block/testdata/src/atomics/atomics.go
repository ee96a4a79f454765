package atomics

import "sync/atomic"

type counter struct{ n int64 }

type server struct{ c *counter }

func newServer() *server {
	return &server{c: &counter{}} // refused "on 32 bit an atomic number"
}

func (s *server) inc() int64 { return atomic.AddInt64(&s.c.n, 1) }
