package fields

type stack struct {
	frames []int
	prefix []int
	room   []int
	seen   map[int]bool
}

// nope: the lock may guard the field
func (o *order) locked(from []string) {
	for _, s := range from {
		o.mu.Lock()
		o.names = append(o.names, s) // refused "a lock that guards o.names"
		o.mu.Unlock()
	}
}

// nope: unlocked in between
func (o *order) between(from []string) {
	o.mu.Lock()
	o.names = nil
	o.mu.Unlock()
	for _, s := range from {
		o.mu.Lock()
		o.names = append(o.names, s) // refused "a lock that guards o.names"
		o.mu.Unlock()
	}
}

// nope: another stack in each iteration
func each(all []*stack, s *stack) {
	for _, next := range all {
		s = next
		s.frames = append(s.frames, 1)
	}
}

// nope: a pointer on the way
type outer struct{ s *stack }

func (o *outer) push(from []int) {
	for _, i := range from {
		o.s.frames = append(o.s.frames, i)
	}
}

// nope: the length decides
func (s *stack) few(from []int) {
	s.frames = nil
	for _, i := range from {
		if len(s.frames) < 3 {
			s.frames = append(s.frames, i) // refused "used otherwise in the loop"
		}
	}
}

// nope: the capacity is asked for
func (s *stack) rooms(from []int) int {
	s.room = nil
	for _, i := range from {
		s.room = append(s.room, i) // refused "capacity is asked for"
	}
	return cap(s.room)
}

func (s *stack) fork() []int { return append(s.prefix, 1) }

func (s *stack) forked(from []int) {
	s.prefix = nil
	for _, i := range from {
		s.prefix = append(s.prefix, i) // want "review: what is appended to s.prefix and kept under another name"
	}
}

// nope: the map had keys
func (s *stack) more(from []int) {
	for _, i := range from {
		s.seen[i] = true
	}
}

// nope: somebody else may have filled it
func (s *stack) given(from []int, fill func(*stack)) {
	s.seen = make(map[int]bool)
	fill(s)
	for _, i := range from {
		s.seen[i] = true
	}
}

var ticks int

func tick() []string { ticks++; return nil }

// nope: tick is called first, and then a nil order panics
func called(from *order) *order {
	o := &order{names: tick(), tags: map[string]string{}}
	for k, v := range from.tags {
		o.tags[k] = v
	}
	return o
}
