// Package reuse keeps memory that is expensive to make and hands it out again.
//
// It is for the allocations that remain when everything removable has been
// removed: expensive objects, byte buffers whose size is not known in advance,
// many small values with one lifetime.
//
//	Pool[T]      values of one type, shared by goroutines; the GC may take idle ones
//	Handle[T]    a value of a Pool that knows when it was given back
//	Local[T]     one worker's private handle on a Pool
//	Bytes        []byte by size, and BytesLocal, one worker's handle
//	Slices[T]    the same for other types
//	BufferPool   growable write buffers whose growth is pooled too
//	FreeList[T]  values that survive the GC, bounded by count and bytes
//
// Package chunk has what is given back all at once, or never. Packages
// bytebufferpool, grpcmem and proxybuf fit where those interfaces are wanted.
//
// # The invariant
//
// A value is either out, with exactly one user, or idle, with none. Get takes
// it out, Put makes it idle and has reset it before anyone else can see it.
// Each value carries a word that says which of the two it is and to whom it
// belongs, so a Put of a value that is idle is noticed when it happens, in
// every build, and panics.
//
// # What the model blurs
//
// A second Put that comes when the value has been handed out again cannot be
// told from its new user's, who is then blamed for the next one. A [Handle]
// tells, in every build, and the misuse build does for everything.
//
// The word is a plain one: an atomic exchange would cost a third of a Get. Two
// goroutines that Put the same value at the same instant may both see it out;
// the value is then idle twice, and the Get that would hand it out the second
// time panics instead. A pointer or slice kept after Put is beyond the word's
// reach; see the misuse build.
//
// # The misuse build
//
// With -tags reusecheck, and always under -race, -msan and -asan, every value
// has a record with the stacks of its last Get and Put. Idle memory is filled
// with a pattern (with zeros where it may hold pointers) that is verified
// again and again, and is not handed out again: at all where Put clears it,
// for arrays and for Buffers; and for values with a Reset, whose content must
// come back, not before 256 others, or 4 MiB of them, have been Put. Double
// Put, also one that comes after other Gets, Put of a foreign value, a write
// after Put and (with [CheckLeaks]) a value missing at the end of a test are
// reported with the stacks of both culprits. It costs microseconds per
// operation and is meant for tests; what is reused, and how often, is for
// tests of the ordinary build.
//
// Under -race a pool orders nothing but the Put of a value and the Get of the
// same memory: a race of yours is reported as if there were no pool.
//
// # More than two processors
//
// A Pool, the classes of a Bytes or BufferPool below 32 KiB and Slices are
// [sync.Pool]: a hit touches memory of its processor alone, and the shared
// counters are written once in 64 hits of a value. A class from 32 KiB on, or
// any class of a Bytes with a Budget, has one lock, held for some ten
// nanoseconds. To fill 32 KiB takes a microsecond, so that some dozens of
// processors must do nothing else before they wait for it. A FreeList has one
// lock and one slot before it for all: where many processors Get every
// microsecond, use a Pool, or an Unshared list in each worker. This is
// reasoning: nothing has been measured on more than two processors.
//
// # When not to use it
//
// The figures below are of Go 1.26 on two busy processors; the project's
// docs/results/reuse.md has them all.
//
//   - First let the value stay on the stack. Since Go 1.25 a slice of up to 32
//     bytes that does not escape costs no allocation even if its size is
//     variable; no pool is that cheap.
//   - Objects of 32 bytes and less. A Get and Put pair costs 18 to 24 ns, about
//     as much as the allocation.
//   - Objects up to 80 bytes with Go 1.27, whose allocator got 20 to 30 %
//     faster for them; pool these only if a profile shows the GC, not malloc.
//   - Objects that are cheap to make and used once. A pool pays when making one
//     costs more than resetting one: a gzip.Reader is 40 KiB in 5 allocations.
//   - Work that dwarfs the object. A pooled gzip.Reader is worth 3 times on
//     payloads of 1 KiB and 1.1 times on 64 KiB.
//   - Values whose last user is not known. Put of a value that someone still
//     reads is the worst bug a pool can cause, and leaving values to the GC is
//     always correct: Put is optional everywhere in this package.
//
// # How sync.Pool behaves across GCs
//
// [Pool], [Slices] and, up to 24 KiB, [Bytes] without a Budget and [BufferPool]
// keep idle values in [sync.Pool]. Each P (of which there are GOMAXPROCS) has a slot for one value
// and a queue others can steal from. At the start of every GC the queues
// become the victim cache and the former victim cache is dropped: a value that
// nobody takes lives for one to two GC cycles. So a burst is gone by the
// second GC, idle memory never grows past what two cycles returned, and a
// program that collects more often than it returns to its pool (a small heap,
// or a GOMEMLIMIT that is nearly reached) misses all the time. [FreeList] and
// [Bytes.Budget] are for those. Under -race sync.Pool drops one Put in four at
// random; the misuse build does not use it. Larger arrays wait where every
// processor finds them and live as long: after the next GC they are held
// weakly, and the one after that takes them.
package reuse
