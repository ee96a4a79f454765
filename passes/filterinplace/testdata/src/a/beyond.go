package a

import (
	"slices"
	"sync"
)

type observer interface{ notify(n int) }

type observers struct {
	mu   sync.Mutex
	subs []observer
	// Each of these is looked at in a way of its own.
	ids, names, lent, copied, last, looped, quiet []int
	of                                            map[int][]int
	all                                           map[int][]int
}

func (s *observers) notify(n int) {
	s.mu.Lock()
	subs := s.subs
	s.mu.Unlock()
	for _, sub := range subs {
		sub.notify(n)
	}
}

// nope: notify has the list when the lock is not held any more
func (s *observers) unsubscribe(sub observer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	clean := make([]observer, 0, len(s.subs))
	for _, o := range s.subs {
		if o != sub {
			clean = append(clean, o) // refused "subs := s.subs may have the elements of subs while they are overwritten"
		}
	}
	s.subs = clean
}

func (s *observers) getIDs() []int { return s.ids }

// nope: a caller of getIDs may have the list
func (s *observers) dropID(id int) {
	var rest []int
	for _, x := range s.ids {
		if x != id {
			rest = append(rest, x) // refused "return s.ids may have the elements of ids while they are overwritten"
		}
	}
	s.ids = rest
}

func (s *observers) each(f func(int)) {
	for _, x := range s.names {
		f(x)
	}
}

// nope: the function that each calls may drop
func (s *observers) dropName(name int) {
	var rest []int
	for _, x := range s.names {
		if x != name {
			rest = append(rest, x) // refused "for _, x := range s.names . may have the elements of names"
		}
	}
	s.names = rest
}

func call(list []int, f func(int)) {
	for _, x := range list {
		f(x)
	}
}

func (s *observers) callAll(f func(int)) { call(s.lent, f) }

// nope: the function that call calls may drop
func (s *observers) dropLent(name int) {
	var rest []int
	for _, x := range s.lent {
		if x != name {
			rest = append(rest, x) // refused "call.s.lent, f. may have the elements of lent"
		}
	}
	s.lent = rest
}

type snapshot struct{ ids []int }

func (s *observers) snapshot() snapshot { return snapshot{ids: s.copied} }

// nope: a snapshot has the list
func (s *observers) dropCopied(id int) {
	var rest []int
	for _, x := range s.copied {
		if x != id {
			rest = append(rest, x) // refused "return snapshot.ids: s.copied. may have"
		}
	}
	s.copied = rest
}

// nope: the caller has the result
func (s *observers) dropLast(id int) []int {
	var rest []int
	for _, x := range s.last {
		if x != id {
			rest = append(rest, x) // refused "rest is used behind the loop, when last may be filtered again"
		}
	}
	s.last = rest
	return rest
}

func (s *observers) loop() (sum int) {
	for _, x := range s.looped {
		s.dropLooped(x)
		sum += x
	}
	return sum
}

// nope: loop drops while it reads
func (s *observers) dropLooped(id int) {
	var rest []int
	for _, x := range s.looped {
		if x != id {
			rest = append(rest, x) // refused "for _, x := range s.looped . may have"
		}
	}
	s.looped = rest
}

func (s *observers) visit(k int, f func(int)) {
	list := s.of[k]
	for _, x := range list {
		f(x)
	}
}

// nope: the function that visit calls may drop
func (s *observers) dropOf(k, id int) {
	var rest []int
	for _, x := range s.of[k] {
		if x != id {
			rest = append(rest, x) // refused "list := s.of.k. may have the elements of of"
		}
	}
	s.of[k] = rest
}

func (s *observers) sum(k int) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list, ok := s.all[k]
	if !ok || len(list) == 0 {
		return 0
	}
	for _, x := range list {
		n += x
	}
	for _, list := range s.all {
		n -= len(list)
	}
	for _, x := range s.quiet {
		n += x
	}
	if last := s.quiet; len(last) > 0 {
		n += last[0]
	}
	s.quiet = append(s.quiet, n)
	if slices.Contains(s.quiet, n) {
		return n
	}
	s.quiet = append(s.quiet[:1], s.quiet[2:]...)
	return n + len(s.quiet) + s.quiet[0]
}

func (s *observers) dropAll(k, id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var rest []int // want `rest gets a new array, though it takes the place of s.all.k. .review: the elements`
	for _, x := range s.all[k] {
		if x != id {
			rest = append(rest, x)
		}
	}
	s.all[k] = rest
}

func (s *observers) dropQuiet(id int) {
	var rest []int // want `rest gets a new array, though it takes the place of s.quiet .review: the elements`
	for _, x := range s.quiet {
		if x != id {
			rest = append(rest, x)
		}
	}
	s.quiet = rest
}

type lent struct{ list []int }

// nope: latest returns the list, by the name of its result.
func (l *lent) drop(id int) {
	var rest []int
	for _, x := range l.list {
		if x != id {
			rest = append(rest, x)
		}
	}
	l.list = rest
}

func (l *lent) latest() (list []int) {
	list = l.list
	return
}

type chosen struct{ list []int }

// nope: sum has the list in a variable that it reads behind the branch, when others have dropped an element.
func (c *chosen) drop(id int) {
	var rest []int
	for _, x := range c.list {
		if x != id {
			rest = append(rest, x)
		}
	}
	c.list = rest
}

func (c *chosen) sum(all bool) (n int) {
	var list []int
	if all {
		list = c.list
	}
	c.drop(1)
	for _, x := range list {
		n += x
	}
	return n
}

type jumping struct{ list []int }

// nope: first reads the list when a statement further down has dropped an element.
func (j *jumping) drop(id int) {
	var rest []int
	for _, x := range j.list {
		if x != id {
			rest = append(rest, x)
		}
	}
	j.list = rest
}

func (j *jumping) first() (n int) {
	list := j.list
	goto drops
reads:
	n = list[0]
	return n
drops:
	j.drop(1)
	goto reads
}
