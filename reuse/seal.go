package reuse

import "sync/atomic"

// A seal is the word that says, for a pooled value, which owner it belongs to, whether it is out, and how often it was
// handed out. The three share a word, so that a Get or a Put without a mistake compares, changes and writes one word:
//
//	lots (26 bits) | tag (29) | watched | out | due | hits (6)
//
// The 32 bits above the hits are the seal's state. The owner's tag in it keeps a value of one pool out of another, and
// makes the comparison fail for memory that never was a seal. The hit that fills a lot overflows into the state, so
// that the comparison fails at the next Put too, which adds the lot to the counters off the hit path.
//
// In the misuse build the number of the value's record stands above the flags instead, a new one for each Get.
type seal struct {
	bits uint64
}

// Flags of a state, in the three low bits of a tag.
const (
	idle    = 0
	due     = 1 // a full lot of hits is not added to the counters yet; only while out
	out     = 2
	watched = 4 // the value has a record in the ledger

	other = 8 // what whose returns for a value that is not the owner's
)

const (
	hitBits   = 6
	stateBits = 32
	outBit    = out << hitBits // the flag out, shifted to its place in the word

	// numberShift is the bit at which the number of a record begins.
	numberShift = hitBits + 3

	// lot is how many hits of one value are counted in its seal before the
	// shared counter is touched.
	lot = 1 << hitBits
)

func (s *seal) state() uint32 { return uint32(s.bits >> hitBits) }

// begin sets the state of a seal that has none yet.
func (s *seal) begin(state uint32) { s.bits = uint64(state) << hitBits }

// is reports whether the state equals state.
func (s *seal) is(state uint32) bool { return uint32(s.bits>>hitBits) == state }

// goOut marks an idle value as out and counts a hit.
func (s *seal) goOut() { s.bits += outBit + 1 }

// goIdle marks a value that is out as idle.
func (s *seal) goIdle() { s.bits -= outBit }

// whose returns idle or out for a value whose owner has that tag, and other for any other memory.
func (s *seal) whose(tag uint32) uint32 {
	if b := s.state() ^ tag; b <= due|out|watched {
		return b & out
	}
	return other
}

// lotFull reports whether a lot of hits is full, and begins a new one if so.
func (s *seal) lotFull() bool {
	if s.state()&due == 0 {
		return false
	}
	s.bits += 1<<(hitBits+stateBits) - due<<hitBits
	return true
}

// generation returns a number that differs for any two uses of a value: the count of hits or, in the misuse build, the
// number of the record. It repeats after 2^32 uses.
func (s *seal) generation() uint32 {
	if checking {
		return uint32(s.bits >> numberShift)
	}
	const low = 2*lot - 1 // the bit of a lot that is due and the six of the hits
	return uint32(s.bits>>(hitBits+stateBits)<<hitBits + s.bits&low)
}

// An ident holds an owner's number. The number is assigned before the owner makes its first value, and no two owners
// in a program have the same (until 2^29 numbers have been assigned), so that an owner at the address of a dead one
// does not take the dead one's values for its own.
type ident struct{ n atomic.Uint32 }

var idents atomic.Uint32

// tagMark is the tag of an owner that has made nothing. It keeps small integers and plain pointers in foreign memory
// from passing for a seal.
const tagMark = 0x9E3779B0

// tag is the owner's part of a seal's state. Its three low bits are zero.
func (i *ident) tag() uint32 { return i.n.Load() ^ tagMark }

// assign gives the owner a number if it has none, and returns the tag.
func (i *ident) assign() uint32 {
	for i.n.Load() == 0 {
		i.n.CompareAndSwap(0, idents.Add(watched<<1))
	}
	return i.tag()
}
