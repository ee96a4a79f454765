package reuse

import (
	"unsafe"

	"github.com/unheap/unheap/reuse/internal/poison"
)

// Get and Put of Bytes in the misuse build. Every Get returns a new array, filled with a pattern unless zeros were
// asked for, so that a user who takes zeros for granted finds out here.

func (p *Bytes) checkedGet(n int, zeroed bool) []byte {
	if n < 0 {
		misuse(p.title(), "Get of a negative length", "")
	}
	size := n
	if n <= p.limit() {
		size = capacities[bytesClass(max(n, 1))]
	}
	a := p.account()
	if _, late := a.quarantine.get(false); late != nil {
		p.blame(late)
	}
	array := make([]byte, frontLen+size)
	f := (*front)(unsafe.Pointer(&array[0]))
	f.bits = a.enroll(unsafe.Pointer(f), len(array)) | outBit
	if !zeroed && size > 0 {
		poison.Fill(unsafe.Pointer(&array[frontLen]), uintptr(size))
	}
	return array[frontLen:][:n]
}

func (p *Bytes) checkedPut(b []byte) {
	if cap(b) == 0 {
		p.drop(b)
		return
	}
	at := unsafe.Pointer(unsafe.SliceData(b))
	a, here := p.account(), here(1)
	what, got, put := a.surrender(place{at, frontLen, -frontLen, frontLen + cap(b)}, here)
	switch what {
	case "":
	case twice:
		misuse(p.title(), "slice "+what, culprits(here, got, put))
	default:
		if got, ok := a.enclosing(at); ok {
			misuse(p.title(), "Put of a part of Get's slice", "\nPut:\n"+here.String()+"Get:\n"+got.String())
		}
		misuse(p.title(), "Put of a slice that is not from Get", "\nPut:\n"+here.String())
	}
	start := unsafe.Add(at, -frontLen)
	(*front)(start).bits -= outBit
	if late := rest(a, b[:cap(b)], "slice written after Put", start); late != nil {
		p.blame(late)
	}
}

func (p *Bytes) blame(late *resting) {
	what, stacks := late.report(p.account())
	misuse(p.title(), what, stacks)
}
