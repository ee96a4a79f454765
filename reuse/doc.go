// Package reuse keeps memory that is expensive to make and hands it out again.
//
// It is for the allocations that remain when everything removable has been removed: expensive objects, byte buffers
// whose size is not known in advance, many small values with one lifetime.
//
//	Pool[T]      values of one type, shared by goroutines; the GC may take idle ones
//	Handle[T]    one use of a value of a Pool, which knows when it was given back
//	Local[T]     one worker's private handle on a Pool
//	Bytes        []byte by size, and BytesLocal, one worker's handle
//	Slices[T]    the same for other types
//	BufferPool   growable write buffers whose growth is pooled too
//	FreeList[T]  values that survive the GC, bounded by count and bytes
//
// Package chunk is for values that are given back all at once, or never. Packages bytebufferpool, grpcmem and proxybuf
// have the interfaces of the modules and the type they are named after.
//
// # The invariant
//
// A value is either out, with exactly one user, or idle, with none. Get takes it out; Put resets it, before anyone
// else can see it, and makes it idle. Each value carries a word that says whether it is out or idle and which pool it
// belongs to, so a Put of a value that is idle panics, in every build.
//
// # What the model blurs
//
// A second Put that comes after the value has been handed out again cannot be told from the Put of its new user, whose
// own Put then panics. A [Handle] notices such a Put, in every build; the misuse build notices it for every type.
//
// Access to the word is not atomic: an atomic exchange would cost a third of a Get. Two goroutines that Put the same
// value at the same instant may both see it out; the value is then idle twice, and the Get that would hand it out the
// second time panics instead. The use of a pointer or slice after Put leaves no trace in the word; the misuse build
// notices writes.
//
// # The misuse build
//
// With -tags reusecheck, and always under -race, -msan and -asan, every value has a record with the stacks of its last
// Get and Put. Idle memory is filled with a pattern (with zeros where it may hold pointers) that is verified again and
// again, and is not handed out again. Values that Put clears, arrays and Buffers never are; values with a Reset, whose
// content must come back, are not before 256 others, or 4 MiB of them, have been Put. A double Put, even after other
// Gets, a Put of a foreign value, a write after Put and (with [CheckLeaks]) a value missing at the end of a test are
// reported with the stacks of both culprits. This build costs microseconds per operation and is meant for tests;
// whether values are reused, and how often, can only be tested in the ordinary build.
//
// Under -race the only happens-before edge of a pool is from the Put of a value to the Get of the same memory: a race
// between its users is reported as if there were no pool.
//
// # More than two processors
//
// A Pool, the classes of a Bytes or BufferPool below 32 KiB and Slices are [sync.Pool]: a hit touches memory of its
// processor alone, and the shared counters are written once in 64 hits of a value. A class from 32 KiB on, or any
// class of a Bytes with a Budget, has one lock, held for some ten nanoseconds. To fill 32 KiB takes a microsecond, so
// only if some dozens of processors do nothing else do they wait for the lock. A FreeList has one lock, and one slot
// that needs none, for all: where many processors Get every microsecond, use a Pool, or an Unshared list in each
// worker. This section is reasoning: nothing has been measured on more than two processors.
//
// # When not to use it
//
// The figures below are of Go 1.26 on two busy processors; the project's docs/results/reuse.md has them all.
//
//   - First let the value stay on the stack. Since Go 1.25 a slice of up to 32 bytes that does not escape costs no
//     allocation even if its size is variable; no pool is that cheap.
//   - Objects of 32 bytes and less. A Get and Put pair costs 18 to 24 ns, about as much as the allocation.
//   - Objects up to 80 bytes with Go 1.27, whose allocator got 20 to 30 % faster for them; pool these only if a
//     profile shows the GC, not malloc.
//   - Objects that are cheap to make and are used once. A pool pays when making one costs more than resetting one: a
//     gzip.Reader is 40 KiB in 5 allocations.
//   - Work that dwarfs the object. A pooled gzip.Reader is worth 3 times on payloads of 1 KiB and 1.1 times on 64 KiB.
//   - Values whose last user is not known. Put of a value that someone still reads is the worst bug a pool can cause,
//     and leaving values to the GC is always correct: Put is optional everywhere in this package.
//
// # How sync.Pool behaves across GCs
//
// [Pool], [Slices] and, up to 24 KiB, [Bytes] without a Budget and [BufferPool] keep idle values in [sync.Pool]. Each
// P (of which there are GOMAXPROCS) has a slot for one value and a queue from which other Ps can steal. At the start
// of every GC the queues become the victim cache and the former victim cache is dropped: a value that nobody takes
// lives for one to two GC cycles. So a burst is gone by the second GC, idle memory never grows past what two cycles
// returned, and a program that collects more often than it returns to its pool (a small heap, or a GOMEMLIMIT that is
// nearly reached) misses all the time. [FreeList] and [Bytes.Budget] are for such programs. Under -race sync.Pool
// drops one Put in four at random; the misuse build does not use it. Larger arrays wait on shelves that every
// processor can take from, and live as long: after the next GC they are held weakly, and the GC after that frees them.
package reuse
