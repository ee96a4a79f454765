package reuse

// localMax is how many idle values a Local keeps; bundleLen of them at a time
// move to or from the Pool, so that a worker that goes up and down around
// either end does not move a bundle each time.
const (
	localMax  = 64
	bundleLen = localMax / 2
)

// A bundle moves idle values between a Local and its Pool at the price of one.
type bundle[T any] [bundleLen]*item[T]

// A Local is one goroutine's private handle on a [Pool]: Get and Put touch no
// memory shared with other goroutines until 64 idle values are exceeded or
// used up, and cost a quarter to a third of the Pool's. Make one per worker
// with [Pool.Local] and Close it when the worker ends.
//
// Values may be taken from a Local and returned to its Pool or to another
// Local of it, and the other way round. The GC does not take a Local's idle
// values. A Local must not be used by two goroutines at the same time.
type Local[T any] struct {
	p    *Pool[T]
	s    []*item[T] // idle values; nil once closed
	room [localMax]*item[T]
}

// Local returns a new private handle on p.
func (p *Pool[T]) Local() *Local[T] {
	l := &Local[T]{p: p}
	l.s = l.room[:0]
	return l
}

// Get is [Pool.Get].
func (l *Local[T]) Get() *T {
	n := len(l.s) - 1
	if n < 0 {
		return l.refill()
	}
	it := l.s[n]
	l.s = l.s[:n]
	return l.p.take(it)
}

// Put is [Pool.Put].
func (l *Local[T]) Put(v *T) {
	if len(l.s) == cap(l.s) {
		l.spill(v)
		return
	}
	it := itemOf(v)
	l.p.giveBack(it)
	l.s = append(l.s, it)
}

// Close returns the idle values to the Pool. The Local must not be used
// afterwards.
func (l *Local[T]) Close() {
	l.open("Close")
	for _, it := range l.s {
		l.p.items.Put(it)
	}
	l.s, l.room = nil, [localMax]*item[T]{}
}

// open panics if l is closed.
func (l *Local[T]) open(op string) {
	if l.s == nil {
		misuse(title[T]("Local", l.p.Name), op+" after Close", "")
	}
}

// refill is Get for an empty Local.
func (l *Local[T]) refill() *T {
	l.open("Get")
	if b, _ := l.p.bundles.Get().(*bundle[T]); b != nil {
		l.s = append(l.s, b[:]...)
		*b = bundle[T]{}
		l.p.empties.Put(b)
		return l.Get()
	}
	return l.p.Get()
}

// spill is Put for a full Local: the older half moves to the Pool.
func (l *Local[T]) spill(v *T) {
	l.open("Put")
	b, _ := l.p.empties.Get().(*bundle[T])
	if b == nil {
		b = new(bundle[T])
	}
	rest := l.s[copy(b[:], l.s):]
	l.p.bundles.Put(b)
	l.s = l.s[:copy(l.s, rest)]
	l.Put(v)
}
