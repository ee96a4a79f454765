package options

import "sync"

var last *config

// nope: it is kept elsewhere, too
func kept(opts []option) int {
	var c config
	for _, opt := range opts {
		opt(&c)
	}
	last = &c // refused "the address of c escapes here, too"
	return c.size
}

func returned(opts []option) *config {
	c := &config{}
	for _, opt := range opts {
		opt(c)
	}
	return c // refused "the address of c escapes here, too"
}

// nope: a literal has it
func captured(opts []option) func() int {
	var c config
	for _, opt := range opts {
		opt(&c)
	}
	return func() int { return c.size }
}

// nope: the length is known
func measured(opts []option) int {
	var c config
	if len(opts) == 0 {
		return 0
	} else if len(opts) > 3 {
		for _, opt := range opts {
			opt(&c)
		}
	}
	return c.size
}

// nope: a copy for each turn
func twice(opts []option, n int) int {
	var c config
	for range n {
		for _, opt := range opts {
			opt(&c)
		}
	}
	return c.size
}

// nope: not to be copied
type locked struct {
	sync.Mutex
	n int
}

func locks(opts []func(*locked)) int {
	var l locked
	for _, opt := range opts {
		opt(&l)
	}
	return l.n
}

// nope: later
func later(opts []option) int {
	var c config
	for _, opt := range opts {
		go opt(&c)
	}
	return c.size
}

// nope: another pointer
func other(opts []option, d *config) int {
	c := &config{}
	if d != nil {
		c = d
	}
	for _, opt := range opts {
		opt(c)
	}
	return c.size
}

// nope: the compiler knows the function
func known(list []int) int {
	var c config
	for range list {
		check(&c)
	}
	return c.size
}

// nope: always some
func some() int {
	var c config
	for _, opt := range [...]option{nil} {
		opt(&c)
	}
	return c.size
}

// nope: past the copy back
func left(opts []option, n int) int {
	var c config
outer:
	switch n {
	case 1:
		for _, opt := range opts {
			opt(&c)
			if c.size > 3 {
				break outer // refused "left for a label outside"
			}
		}
		n++
	}
	return c.size + n
}

// nope: nothing is read of it
func lost(opts []option) {
	var c config
	for _, opt := range opts { // refused "nothing uses c behind the loop"
		opt(&c)
	}
}
