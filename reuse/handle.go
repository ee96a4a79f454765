package reuse

// A Handle stands for one use of a value of a [Pool], from Get to Put. Put and Value of a Handle whose value has been
// Put panic, in every build, also if the value has been handed out again in between. Handles are for values that
// several functions may want to give back, as the events of a logger are. Copies of a Handle are the same Handle. The
// zero Handle has no value.
type Handle[T any] struct {
	pool *Pool[T]
	it   *item[T]
	use  uint32
}

// Handle is Get that returns a Handle. A Handle, a Value and a Put together cost 1.2 to 1.5 times a Get and a Put.
func (p *Pool[T]) Handle() Handle[T] {
	it := itemOf(p.Get())
	return Handle[T]{p, it, it.generation()}
}

// Value returns the value. It panics if the Handle is zero or was Put.
func (h Handle[T]) Value() *T {
	h.mustBeOut("value used after Put")
	return &h.it.v
}

// Put is [Pool.Put]. It panics if the Handle is zero or was Put before, however often the value has been handed out
// since (up to 2^32 times).
func (h Handle[T]) Put() {
	h.mustBeOut("value Put twice")
	h.pool.Put(&h.it.v)
}

func (h Handle[T]) mustBeOut(what string) {
	if h.it == nil {
		misuse(title[T]("Handle", ""), "zero Handle", "")
	}
	if h.it.generation() != h.use || h.it.state()&out == 0 {
		misuse(h.pool.owner().title(), what, "")
	}
}
