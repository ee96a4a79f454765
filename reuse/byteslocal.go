package reuse

import "unsafe"

// bytesLocalMax is how many idle slices of each class a BytesLocal keeps.
const bytesLocalMax = 4

// A BytesLocal is one goroutine's private handle on a [Bytes]. Get and Put of slices up to 24 KiB touch no memory
// shared with other goroutines, unless a Get finds none of its class idle, or a Put finds four. A BytesLocal holds up
// to 360 KiB that the GC does not free: make one per worker with [Bytes.Local], not one per connection, and Close it
// when the worker ends.
//
// Slices may be taken from a BytesLocal and returned to its Bytes or to another BytesLocal of that Bytes, and the
// other way round. A BytesLocal must not be copied, nor used by two goroutines at the same time. Under a Budget or a
// MaxSize it keeps no slices itself.
type BytesLocal struct {
	_    noCopy
	p    *Bytes
	tag  uint32
	n    [bigClass]uint8
	idle [bigClass][bytesLocalMax]*front
}

// Local returns a new private handle on p.
func (p *Bytes) Local() *BytesLocal {
	return &BytesLocal{p: p, tag: p.ident.assign()}
}

// Get is [Bytes.Get].
func (l *BytesLocal) Get(n int) []byte {
	if checking {
		l.n[0] = 0 // a write, so that the race detector sees goroutines that share l
	}
	if checking || uint(n-1) >= smallLen {
		return l.p.Get(n)
	}
	c := smallClass(n)
	i := l.n[c] - 1
	if i >= bytesLocalMax {
		return l.p.Get(n)
	}
	f := l.idle[c][i]
	l.n[c] = i
	if !f.is(l.tag | idle) {
		b, _ := l.p.getMissed(f, n, c)
		return b
	}
	f.goOut()
	return f.slice()[:n]
}

// Put is [Bytes.Put].
func (l *BytesLocal) Put(b []byte) {
	if checking {
		l.n[0] = 0 // a write, as in Get
	}
	at := unsafe.Pointer(unsafe.SliceData(b))
	if checking || uintptr(at)&alignMask != frontLen || l.p.Budget != 0 || l.p.MaxSize != 0 {
		l.p.Put(b)
		return
	}
	f := (*front)(unsafe.Add(at, -frontLen))
	if !f.is(l.tag|out) || int(f.cap) != cap(b) || f.class >= bigClass || l.n[f.class] >= bytesLocalMax {
		l.p.Put(b)
		return
	}
	f.goIdle()
	i := l.n[f.class]
	l.idle[f.class][i] = f
	l.n[f.class] = i + 1
}

// Close returns the idle slices to the Bytes. The BytesLocal is then empty, and may be used again.
func (l *BytesLocal) Close() {
	for c := range l.idle {
		for _, f := range l.idle[c][:l.n[c]] {
			l.p.keep(f)
		}
	}
	l.n, l.idle = [bigClass]uint8{}, [bigClass][bytesLocalMax]*front{}
}
