package reuse

// Stats is what a primitive knows about itself. All counters start at zero
// with the primitive and only grow, except Held.
//
// Hits are counted on the value that was handed out and added up in lots of
// 64, so that a Get never touches memory shared between CPUs: up to 64 hits of
// each live value are not shown yet, and the remainder of a value that the GC
// takes is lost. Everything else is counted where the slow path runs anyway.
type Stats struct {
	Name   string // the primitive's Name, or its type
	Hits   uint64 // Gets served from idle values
	Misses uint64 // Gets that had to allocate
	Steals uint64 // hits served by a larger size class (Bytes and BufferPool)
	Drops  uint64 // Puts that kept nothing: refused by Reset, over a bound, or not from this primitive

	// Held is the memory in bytes that the primitive holds or has made and is
	// still alive. [FreeList] knows it exactly (idle values); for the others
	// it includes values in use, is sampled every 8 KiB, exact for values of
	// that size and more, and falls when the GC has found a value dead.
	Held int64
	// High is the highest value of Held so far.
	High int64

	// Leaked estimates the values that were taken with Get, never Put and
	// collected by the GC: the number of watched values found so, times the
	// sampling rate. One value in 256 is watched, for its first 64 uses; in
	// the misuse build every value is. Zero does not prove that nothing leaks.
	Leaked uint64
	// Leaks counts the watched values that were lost by the stack of their
	// Get, a function and a file:line per frame; at most 64 stacks are kept.
	Leaks map[string]uint64
}

// Checking reports whether this is the misuse build.
func Checking() bool { return checking }
