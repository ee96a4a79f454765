package reuse

import "sync/atomic"

// A seal travels with a pooled value and says whose it is, whether it is out,
// and how often it was handed out again. The three share a word, so that a Get
// that hits reads and writes the seal once.
//
// The low half, its state, is the owner's tag plus the bits below. The tag
// keeps a value of one pool out of another and makes memory that never was a
// seal fail the comparison. The high half counts hits.
//
// In the misuse build the word above the two low bits is the number of the
// value's record instead, another one for each Get.
type seal struct {
	bits uint64
}

// State bits, in the two low bits of a tag.
const (
	idle    = 0
	out     = 1
	watched = 2 // has a record in the ledger; combines with the two above
)

// lot is how many hits of one value are counted in its seal before the shared
// counter is touched.
const lot = 64

func (s *seal) state() uint32 { return uint32(s.bits) }

func (s *seal) setState(state uint32) { s.bits = s.bits>>32<<32 | uint64(state) }

// goOut turns idle into out, counts a hit, and reports whether that makes a lot.
func (s *seal) goOut() bool {
	s.bits += 1<<32 + out - idle
	return s.bits>>32%lot == 0
}

// goIdle turns out into idle.
func (s *seal) goIdle() { s.bits -= out - idle }

func (s *seal) hits() uint32 { return uint32(s.bits >> 32) }

// generation differs between two times that a value is out: the count of hits
// or, in the misuse build, the number of the record. It repeats after 2^32.
func (s *seal) generation() uint32 {
	if checking {
		return uint32(s.bits >> 2)
	}
	return s.hits()
}

// An ident is what an owner is known by. Its number is assigned before the
// owner makes its first value, and no two owners of a program have the same
// (until 2^30 of them have been), so that one which comes to lie at a dead
// one's place does not take that one's values for its own.
type ident struct{ n atomic.Uint32 }

var idents atomic.Uint32

// tagMark keeps small integers and plain pointers in foreign memory from
// passing for a seal. It is the tag of an owner that has made nothing.
const tagMark = 0x9E3779B4

// tag is the owner's part of a seal's state. Its two low bits are zero.
func (i *ident) tag() uint32 { return i.n.Load() ^ tagMark }

// assign gives the owner its number if it has none, and returns the tag.
func (i *ident) assign() uint32 {
	for i.n.Load() == 0 {
		i.n.CompareAndSwap(0, idents.Add(4))
	}
	return i.tag()
}
