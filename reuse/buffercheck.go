package reuse

import "unsafe"

// The part of BufferPool that is in the misuse build only. Every Get returns a new Buffer, and every growth takes a
// new array. A Buffer that was Put stays idle for good.

func (p *BufferPool) checkedGet() *Buffer {
	a := p.account()
	if _, late := a.quarantine.get(false); late != nil {
		p.blame(late)
	}
	quiet()
	c := int(p.start.Load())
	loud()
	b := &Buffer{p: p, room: p.array(c)}
	b.B = b.room
	b.class = int32(c)
	b.bits = a.enroll(unsafe.Pointer(b), int(unsafe.Sizeof(*b))) | outBit
	return b
}

// surrender notes the Put of b, which becomes idle in checkedRetire.
func (p *BufferPool) surrender(b *Buffer) {
	a, at := p.account(), here(2)
	what, got, put := a.surrender(place{unsafe.Pointer(b), 0, int(unsafe.Offsetof(b.seal)), int(unsafe.Sizeof(*b))}, at)
	switch what {
	case "":
	case twice:
		misuse(p.title(), "Buffer "+what, culprits(at, got, put))
	default:
		misuse(p.title(), "Put of a Buffer that is not from here", "\nPut:\n"+at.String())
	}
}

func (p *BufferPool) checkedSwap(b *Buffer, c int) (outgrown *Buffer) {
	x := &Buffer{p: b.p, room: b.room, class: b.class}
	x.bits = outBit // b is in no record: it is never handed out
	b.room = p.array(c)
	b.B = append(b.room, b.B...)
	b.class = int32(c)
	b.flags |= grown
	p.account().hits.add(1)
	return x
}

// checkedRetire quarantines the array of b, which is either user itself, at its Put, or holds the array that user has
// outgrown.
func (p *BufferPool) checkedRetire(b, user *Buffer) {
	b.bits -= outBit
	room := b.room[:cap(b.room)]
	b.B, b.room = nil, nil
	a, owner := p.account(), unsafe.Pointer(user)
	late := rest(a, room, "Buffer's bytes written after Put, or after it grew", owner)
	if b == user && late == nil {
		late = rest(a, unsafe.Slice(&b.B, 1), "Buffer's B assigned after Put", owner)
	}
	if late != nil {
		p.blame(late)
	}
}

func (p *BufferPool) blame(late *resting) {
	what, stacks := late.report(p.account())
	misuse(p.title(), what, stacks)
}
