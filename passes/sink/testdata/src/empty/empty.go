package empty

import "fmt"

type event struct {
	name  string
	value float64
}

type sink interface {
	report(*event)
	log(string)
}

var sinks []sink

var byName = map[string]sink{}

func newEvent(name string, v float64) *event { return &event{name: name, value: v} }

type counter struct {
	name  string
	n     int
	hooks []func(*event)
}

func (c *counter) add(v float64) {
	c.n++
	e := newEvent(c.name, v) // want "e is made for a loop that may have nothing to do"
	for _, s := range sinks {
		s.report(e)
	}
}

func (c *counter) set(v float64) int {
	n := c.n + 1
	// e is for all.
	e := newEvent("set", v) // want "e is made for a loop"
	for _, s := range byName {
		s.report(e)
	}
	return n
}

func (c *counter) call(v float64) {
	e := &event{"call", v} // want "e is made for a loop"
	for i := range c.hooks {
		c.hooks[i](e)
	}
	return
}

func (c *counter) each() func(float64) error {
	return func(v float64) error {
		text := fmt.Sprint("v", v) // want "text is made for a loop"
		for _, s := range sinks {
			s.log(text)
		}
		return nil
	}
}

// nope: it is asked already
func asked(v float64) {
	if len(sinks) == 0 {
		return
	}
	e := newEvent("asked", v)
	for _, s := range sinks {
		s.report(e)
	}
}

// nope: the function goes on
func goesOn(v float64, c *counter) {
	e := newEvent("on", v)
	for _, s := range sinks {
		s.report(e)
	}
	c.n++
}

// nope: the result would have to be computed in two places
func result(v float64, c *counter) int {
	e := newEvent("result", v)
	for _, s := range sinks {
		s.report(e)
	}
	return c.n
}

// nope: another statement follows
func between(v float64, c *counter) {
	e := newEvent("between", v)
	c.n++
	for _, s := range sinks {
		s.report(e)
	}
}

// nope: the list is the caller's
func given(v float64, list []sink) {
	e := newEvent("given", v)
	for _, s := range list {
		s.report(e)
	}
}

// nope: it is needed behind the loop
func behind(v float64) *event {
	e := newEvent("behind", v)
	for _, s := range sinks {
		s.report(e)
	}
	return e
}

// nope: it counts
func counts(v float64, c *counter) {
	e := c.event(v)
	for _, s := range sinks {
		s.report(e)
	}
}

func (c *counter) event(v float64) *event { c.n++; return newEvent(c.name, v) }

// nope: in a branch
func branch(v float64, c *counter) {
	if v > 3 {
		e := newEvent("branch", v)
		for _, s := range sinks {
			s.report(e)
		}
	}
	c.n++
}

var table = []sink{nil, nil}

// nope: there are some
func full(v float64) {
	e := newEvent("full", v)
	for _, s := range table {
		s.report(e)
	}
}

// What is made for it is not made either.
func together(name string, v float64) {
	low := name + "/"
	e := newEvent(low, v) // want "e is made for a loop"
	for _, s := range sinks {
		s.report(e)
	}
}

// nope: it is there for the loop, which has something to do as a rule
func seen(c *counter) {
	names := map[string]bool{}
	for name := range byName {
		names[name] = true
		if len(names) > 3 {
			c.n++
		}
	}
}
