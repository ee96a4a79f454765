package reuse

// Stats are the counters of a primitive. All start at zero with the primitive and only grow, except Held.
//
// Hits are counted in the value that is handed out and added up in lots of 64, so that a Get never touches memory
// shared between processors: up to 64 hits of each live value are not shown yet, and those of a value that the GC
// frees are lost. Everything else is counted on the slow path.
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
	// High is the highest value of Held so far, in bytes.
	High int64

	// Leaked estimates the number of values that were taken with Get, never Put, and freed by the GC: the number of
	// watched values that were, times the sampling rate. One value in 256 is watched, for its first 64 uses; in the
	// misuse build every value is. Zero does not prove that nothing leaks.
	Leaked uint64
	// Leaks counts the watched values that were lost, by the stack of their Get, a function and a file:line per frame;
	// at most 64 stacks are kept.
	Leaks map[string]uint64
}

// Checking reports whether this is the misuse build.
func Checking() bool { return checking }
