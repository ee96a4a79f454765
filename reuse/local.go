package reuse

// localMax is the number of idle values that a Local keeps. bundleLen of them move to or from the Pool at a time, so
// that a worker whose need varies around either bound does not move a bundle each time.
const (
	localMax  = 64
	bundleLen = localMax / 2
)

// A bundle moves bundleLen idle values between a Local and its Pool at the price of one.
type bundle[T any] [bundleLen]*item[T]

// A Local is one goroutine's private handle on a [Pool]: Get and Put touch no memory shared with other goroutines
// unless a Get finds the Local empty or a Put finds 64 values idle in it. Make one per worker with [Pool.Local] and
// Close it when the worker ends.
//
// Values may be taken from a Local and returned to its Pool or to another Local of that Pool, and the other way round.
// The GC does not free a Local's idle values. A Local must not be copied, nor used by two goroutines at the same time.
type Local[T any] struct {
	_     noCopy
	p     *Pool[T]
	tag   uint32
	reset func(*T) bool
	n     int // number of idle values; -1 after Close
	s     [localMax]*item[T]
}

// Local returns a new private handle on p.
func (p *Pool[T]) Local() *Local[T] {
	return &Local[T]{p: p, tag: p.ident.assign(), reset: p.Reset}
}

// Get is [Pool.Get].
func (l *Local[T]) Get() *T {
	n := uint(l.n - 1)
	if n >= localMax || !l.s[n].is(l.tag|idle) {
		return l.getOdd()
	}
	it := l.s[n]
	it.goOut()
	l.n = int(n)
	return &it.v
}

// Put is [Pool.Put].
func (l *Local[T]) Put(v *T) {
	it := itemOf(v)
	if checking || it == nil || !it.is(l.tag|out) {
		l.putOdd(it)
		return
	}
	it.goIdle()
	if l.reset == nil {
		wipe(v)
	} else if !l.reset(v) {
		l.p.refuse()
		return
	}
	n := uint(l.n) // read after Reset, which may Get and Put
	if n >= localMax {
		l.spill(it)
		return
	}
	l.s[n] = it
	l.n = int(n) + 1
}

// Close returns the idle values to the Pool. The Local must not be used afterwards: its Get, Put and Close panic.
func (l *Local[T]) Close() {
	l.open("Close")
	for _, it := range l.s[:l.n] {
		l.p.items.Put(&it.seal)
	}
	l.n, l.s = -1, [localMax]*item[T]{}
}

// open panics if l is closed. op is the operation that the panic names.
func (l *Local[T]) open(op string) {
	if l.n < 0 {
		misuse(title[T]("Local", l.p.Name), op+" after Close", "")
	}
}

// getOdd is Get for a Local that is empty, or whose last item is watched or, by mistake, out.
func (l *Local[T]) getOdd() *T {
	l.open("Get")
	if checking {
		l.n = 0 // a write, so that the race detector sees goroutines that share l
		return l.p.Get()
	}
	if l.n > 0 {
		l.n--
		return l.p.getOdd(&l.s[l.n].seal)
	}
	if b, _ := l.p.bundles.Get().(*bundle[T]); b != nil {
		l.n = copy(l.s[:], b[:])
		*b = bundle[T]{}
		l.p.empties.Put(b)
		return l.Get()
	}
	return l.p.Get()
}

// putOdd is Put for an item that is watched, has a full lot, or is not out of this Pool.
func (l *Local[T]) putOdd(it *item[T]) {
	l.open("Put")
	if checking {
		l.n = 0 // a write, as in getOdd
		l.p.putOdd(it)
		return
	}
	if l.p.owner().giveBack(it) {
		l.keep(it)
	}
}

// keep stores an idle item.
func (l *Local[T]) keep(it *item[T]) {
	if l.n == localMax {
		l.spill(it)
		return
	}
	l.s[l.n] = it
	l.n++
}

// spill is keep for a Local that is full or closed. The older half of a full Local moves to the Pool first. If the
// Local is closed, the item goes to the Pool and spill panics.
func (l *Local[T]) spill(it *item[T]) {
	if l.n < 0 {
		l.p.items.Put(&it.seal)
		l.open("Put")
	}
	b, _ := l.p.empties.Get().(*bundle[T])
	if b == nil {
		b = new(bundle[T])
	}
	l.n = copy(l.s[:], l.s[copy(b[:], l.s[:]):])
	l.p.bundles.Put(b)
	l.keep(it)
}
