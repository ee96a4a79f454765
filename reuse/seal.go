package reuse

import "unsafe"

// A seal travels with a pooled value and says whose it is and whether it is
// out. Its word is the owner's tag plus one of the states below; the tag keeps
// a value of one pool out of another and makes memory that never was a seal
// fail the comparison.
type seal struct {
	word uint32
	uses uint32 // hits so far, reported in lots of [lot]
}

// States, in the two low bits of seal.word.
const (
	idle    = 0
	out     = 1
	watched = 2 // has a record in the ledger; combines with the two above
)

// lot is how many hits of one value are counted before the shared counter is
// touched, so that a hit costs one plain increment.
const lot = 64

// tagOf derives an owner's tag from its address. Owners hold a sync.Pool or a
// lock, so they do not move, and are at least 4-byte aligned, which leaves the
// two state bits zero. The constant keeps small integers and plain pointers in
// foreign memory from passing for a seal.
func tagOf(owner unsafe.Pointer) uint32 {
	return uint32(uintptr(owner)) ^ 0x9E3779B4
}
