package reuse

import "sync/atomic"

// A seal travels with a pooled value and says whose it is, whether it is out,
// and how often it was handed out. The three share a word, so that a Get or a
// Put that is as it should be compares, changes and writes one word:
//
//	lots (26 bits) | tag (29) | watched | out | due | hits (6)
//
// The 32 bits above the hits are the seal's state. The owner's tag in it keeps
// a value of one pool out of another and makes memory that never was a seal
// fail the comparison. The hit that makes a lot overflows into the state, so
// that the next Put fails the comparison too and counts the lot, off the hit
// path.
//
// In the misuse build the number of the value's record stands above the flags
// instead, another one for each Get.
type seal struct {
	bits uint64
}

// Flags of a state, in the three low bits of a tag.
const (
	idle    = 0
	due     = 1 // a lot of hits is full and not counted yet; only while out
	out     = 2
	watched = 4 // has a record in the ledger

	other = 8 // what whose returns for none of them
)

const (
	hitBits   = 6
	stateBits = 32
	outBit    = out << hitBits // in the whole word

	// numberShift is where the number of a record begins.
	numberShift = hitBits + 3

	// lot is how many hits of one value are counted in its seal before the
	// shared counter is touched.
	lot = 1 << hitBits
)

func (s *seal) state() uint32 { return uint32(s.bits >> hitBits) }

// begin sets the state of a seal that has none yet.
func (s *seal) begin(state uint32) { s.bits = uint64(state) << hitBits }

// is reports whether the state is exactly this one.
func (s *seal) is(state uint32) bool { return uint32(s.bits>>hitBits) == state }

// goOut makes an idle value out and counts a hit.
func (s *seal) goOut() { s.bits += outBit + 1 }

// goIdle makes a value idle that is out.
func (s *seal) goIdle() { s.bits -= outBit }

// whose returns idle or out for a value of the owner with that tag, and other
// for one that is not the owner's.
func (s *seal) whose(tag uint32) uint32 {
	if b := s.state() ^ tag; b <= due|out|watched {
		return b & out
	}
	return other
}

// lotFull reports whether a lot is full, which it ends.
func (s *seal) lotFull() bool {
	if s.state()&due == 0 {
		return false
	}
	s.bits += 1<<(hitBits+stateBits) - due<<hitBits
	return true
}

// generation differs between two times that a value is out: the count of hits
// or, in the misuse build, the number of the record. It repeats after 2^32.
func (s *seal) generation() uint32 {
	if checking {
		return uint32(s.bits >> numberShift)
	}
	const low = 2*lot - 1 // a lot that is due counts as one
	return uint32(s.bits>>(hitBits+stateBits)<<hitBits + s.bits&low)
}

// An ident is what an owner is known by. Its number is assigned before the
// owner makes its first value, and no two owners of a program have the same
// (until 2^29 of them have been), so that one which comes to lie at a dead
// one's place does not take that one's values for its own.
type ident struct{ n atomic.Uint32 }

var idents atomic.Uint32

// tagMark keeps small integers and plain pointers in foreign memory from
// passing for a seal. It is the tag of an owner that has made nothing.
const tagMark = 0x9E3779B0

// tag is the owner's part of a seal's state. Its three low bits are zero.
func (i *ident) tag() uint32 { return i.n.Load() ^ tagMark }

// assign gives the owner its number if it has none, and returns the tag.
func (i *ident) assign() uint32 {
	for i.n.Load() == 0 {
		i.n.CompareAndSwap(0, idents.Add(watched<<1))
	}
	return i.tag()
}
