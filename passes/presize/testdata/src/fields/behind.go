package fields

import (
	"strings"
	"sync"
)

type series struct {
	name    string
	samples []*sample
	tags    map[string]string
	notes   map[string]string
	next    *series
}

type sample struct{ t, v int }

// a loop before fills another field
func (s *series) window(from int) *series {
	out := &series{name: s.name, tags: make(map[string]string)} // want "the map out.tags grows"
	for _, x := range s.samples {
		if x.t < from {
			continue
		}
		out.samples = append(out.samples, x) // want "out.samples grows by append .*review: who keeps .*nil becomes empty"
	}
	for k, v := range s.tags {
		out.tags[k] = v
	}
	return out
}

// two maps of one type
func (s *series) clone() *series {
	out := &series{name: s.name}
	out.tags = map[string]string{}  // want "the map out.tags grows"
	out.notes = map[string]string{} // want "the map out.notes grows"
	for k, v := range s.tags {
		out.tags[k] = v
	}
	for k, v := range s.notes {
		out.notes[k] = v
	}
	return out
}

// the copy leaves the function when it is full
func (s *series) with(tags map[string]string) *series {
	c := *s
	c.tags = make(map[string]string) // want "the map c.tags grows"
	for k, v := range s.tags {
		c.tags[k] = v
	}
	for k, v := range tags {
		c.tags[k] = v
	}
	return &c
}

// the pointers alone
func (s *series) copied() *series {
	c := *s
	c.samples = nil
	for _, x := range s.samples {
		c.samples = append(c.samples, x) // want "c.samples grows by append"
	}
	return &c
}

func (s *series) lent(f func(*series)) *series {
	c := *s
	f(&c)
	c.tags = make(map[string]string)
	for k, v := range s.tags {
		c.tags[k] = v // nope: who was given the address may have set it
	}
	return &c
}

// s may be nil, and then the loop over the names panics no more than before
func (s *series) maybe(names []string) map[string]string {
	out := &series{tags: make(map[string]string)}
	for i, n := range names {
		out.notes[n] = names[i] + "!"
	}
	for k, v := range s.tags { // nope: nothing has followed s before
		out.tags[k] = v
	}
	return out.tags
}

// the map is another one when it is copied
func (s *series) moved() *series {
	out := &series{name: s.name, tags: make(map[string]string)}
	for p := s; p != nil; p = p.next {
		p.tags = nil
	}
	for k, v := range s.tags { // nope: it is another map
		out.tags[k] = v
	}
	return out
}

func (s *series) set(other *map[string]string) *series {
	out := &series{name: s.name, tags: make(map[string]string)}
	for i := range 3 {
		*other = map[string]string{strings.Repeat("a", i): ""}
	}
	for k, v := range s.tags { // nope: it may be another map
		out.tags[k] = v
	}
	return out
}

type locked struct {
	mu   sync.Mutex
	tags map[string]string
	own  bool
}

func (l *locked) all(n int) map[string]string {
	out := &series{tags: make(map[string]string)}
	if !l.own {
		return nil
	}
	for k, v := range l.tags { // nope: who must not look at it returns before
		out.tags[k] = v
	}
	return out.tags
}
