package builds

import (
	"io"
	"sync"
)

type conn struct {
	r  io.Reader
	mu sync.Mutex
}

var shared conn

func (c *conn) Next() byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.next()
}

func (c *conn) next() byte {
	var b [1]byte // nope: another build calls it without the lock // refused "two goroutines may be in next of one conn"
	_, _ = io.ReadFull(c.r, b[:])
	return b[0]
}
