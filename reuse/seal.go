package reuse

import "unsafe"

// A seal travels with a pooled value and says whose it is, whether it is out,
// and how often it was handed out again. The three share a word, so that a Get
// that hits reads and writes the seal once.
//
// The low half, its state, is the owner's tag plus the bits below. The tag
// keeps a value of one pool out of another and makes memory that never was a
// seal fail the comparison. The high half counts hits.
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

// tagOf derives an owner's tag from its address. Owners hold a sync.Pool or a
// lock, so they do not move, and are at least 4-byte aligned, which leaves the
// state bits zero. The constant keeps small integers and plain pointers in
// foreign memory from passing for a seal.
func tagOf(owner unsafe.Pointer) uint32 {
	return uint32(uintptr(owner)) ^ 0x9E3779B4
}
