// Package bench runs a package's benchmarks, or its tests and examples, and
// tells what they allocate.
//
// Invariant: a run that records objects never supplies a timing, and a run that
// supplies a timing records none. They are two methods, [Binary.Profile] and
// [Binary.Measure], of one test binary that is built once.
//
// Model: a [Bench] prepares the counting runtime of package exact for the
// user's toolchain: through an overlay or, where the go command refuses one
// because the toolchain lies in the module cache, through a link to it in the
// user's cache folder. The first use of a toolchain proves it on a program with
// known counts; a proof is kept in the user's cache folder. Where any of this
// fails, [Bench.Counter] says why, and the stock profile at rate 1 is used
// instead, which misses tiny objects: [record.Workload.Missing] is their number.
//
// All selected workloads run in one process, in the package's folder as under
// go test. What each of them allocated is read through a pipe and handed out when
// it has ended, so that memory does not grow with the number of workloads; of
// stacks, only what the place of an object turns on is recorded, see [Own].
// When the process dies, what ended before is kept, the culprit is reported with
// its output, and the rest runs again without it.
//
// The number of operations, unless the user gives one, is chosen by the first:
// see [exact.ModeChoose]. It is small and mostly constant, so that counts are
// the same in every run.
//
// Tests and examples, where it is asked for, run a second time at once, see
// [exact.ModeTwice]: caches are full then, as they are in a service.
//
// What the model blurs: tests run one after another, T.Parallel has no effect
// while objects are recorded; the stock fallback cannot tell setup from
// operations.
package bench
