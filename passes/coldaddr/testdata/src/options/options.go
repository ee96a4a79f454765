package options

type config struct {
	size int
	name string
}

func (c *config) valid() bool { return c.size > 0 }

type option func(*config)

type setter interface{ set(*config) error }

// basic test
func start(name string, opts ...option) int {
	c := config{name: name} // want "c is on the heap each time, since a loop over opts hands out its address .*review: who keeps"
	for _, opt := range opts {
		opt(&c)
	}
	return c.size + len(c.name)
}

// a pointer
func open(name string, opts ...option) (int, bool) {
	c := &config{ // want "c is on the heap each time, .*review: who keeps"
		name: name,
	}
	c.size = 1
	for _, opt := range opts {
		if opt != nil { // there may be none
			opt(c)
		}
	}
	d := *c
	return c.size + d.size, check(c)
}

func check(c *config) bool { return c.valid() }

// a parameter, methods, and an error
func apply(c config, list map[string]setter) (config, error) { // want "c is on the heap each time, .*review: who keeps"
	// each
	for _, s := range list {
		if err := s.set(&c); err != nil {
			return c, err
		}
		if c.size > 9 {
			break
		}
	}
	return c, nil
}

// a field, a label
type server struct{ hooks []setter }

func (s *server) run(n int) int {
	var event config // want "event is on the heap each time, since a loop over s.hooks .*review: who keeps"
	event.size = n
each:
	for _, h := range s.hooks {
		for range n {
			if h.set(&event) != nil {
				continue each
			}
		}
	}
	return event.size
}
