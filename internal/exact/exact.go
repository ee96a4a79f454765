// Package exact makes the counting runtime: changes to a toolchain's own
// runtime and testing packages after which a test binary can record every
// object it allocates, with its stack, requested size, block size and type.
//
// Invariant: what the recorder says of a phase and what MemStats says of it
// agree to the object and to the byte. The recorder is switched on and off
// while the world is stopped for reading MemStats, and an object is recorded
// before its goroutine can be stopped. The program under test is compiled as
// always: no function that can be inlined into it is changed.
//
// Model: [Patch] looks through the files of packages runtime and testing, finds
// the places to change in their syntax trees, and returns them changed, on the
// same lines, together with two added files. Functions that take objects are
// found by what they call, so that those that are generated for single sizes are
// patched like all others. A branch in each of them calls the recorder; testing tells it when the timed region begins and ends, sets the
// first operation apart from the others, and writes a journal at the end of each
// benchmark, test or example, so that a process that dies loses only what it was
// at.
// [Read] reads the journal. Without the environment variable [EnvJournal] a
// patched binary behaves as any other, so that one build serves profiles and
// timings.
//
// What the model blurs: goroutines left over by an earlier workload are charged
// to the running one; a test is charged with its subtests; what t.Cleanup and
// b.Cleanup do is charged to nobody. A toolchain whose sources do not have the
// expected shape is refused with the reason. MemStats counts a chunk of
// GOEXPERIMENT=arenas as one large object, which is not recorded. An object that
// GOEXPERIMENT=runtimefreegc uses again is one to neither.
package exact

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"slices"
)

// EnvJournal says where a patched test binary writes its journal: the number of
// the process that started it, a colon, and a file descriptor. A binary that was
// started by another process, one under test for example, writes none.
const EnvJournal = "UNHEAP_JOURNAL"

// EnvOwn says which packages are the user's, so that stacks need not be recorded
// whole: how many callers of the user's innermost frame are wanted, -1 for all,
// a blank, and rules separated by commas. "+path" is a package of the user's and
// its test package, dots of the last element escaped as in names of functions,
// "+path/" what lies below it; "-" instead of "+" makes an exception. The longest
// rule that fits decides. Empty or missing, stacks are kept whole.
const EnvOwn = "UNHEAP_OWN"

// EnvMode says what goes into the journal: words joined by commas.
const EnvMode = "UNHEAP_MODE"

// Words of EnvMode. Without ModeProfile only totals and times are written and
// nothing is recorded.
const (
	ModeProfile = "profile"
	// ModeChoose overrides -test.benchtime: after the first operation of a
	// benchmark, its time chooses how many follow: 100 when it took less than
	// 10 ms, 10 below 100 ms, 2 below 2 s, otherwise 1. Counts depend on the
	// machine only for benchmarks near these limits.
	ModeChoose = "choose"
	// ModeTwice has each test and example that takes less than two seconds run a
	// second time at once, and makes the first run its first phase. One that does
	// not end well then counts as it was the first time.
	ModeTwice = "twice"
	// ModeHalf has what half of the operations of a benchmark allocate told apart, of
	// at least 20: with B.Loop the first half, with b.N a run of half as many, where
	// the first run has taken less than 50 ms, set-up included.
	ModeHalf = "half"
)

//go:embed inject
var inject embed.FS

// added are the files that stand beside those of the toolchain, by their path
// beneath GOROOT/src.
var added = map[string]string{
	"runtime/zunheap.go": "inject/runtime.go.txt",
	"testing/zunheap.go": "inject/testing.go.txt",
}

// patched are the files of package testing that are changed, with the functions
// that change them. Those of package runtime are found by what they do.
var patched = map[string]func(*source) error{
	"testing/benchmark.go":   patchBenchmark,
	"testing/fuzz.go":        patchFuzz,
	"testing/testing.go":     patchTesting,
	"testing/example.go":     patchExamples,
	"testing/run_example.go": patchExample,
}

// Patch returns the files to be put in place of, or beside, those of the
// toolchain whose GOROOT/src is src, by slash-separated path within src. An
// error says what about the toolchain is not understood.
func Patch(src fs.FS) (map[string][]byte, error) {
	files := make(map[string][]byte)
	for _, path := range slices.Sorted(maps.Keys(added)) {
		if _, err := fs.Stat(src, path); err == nil {
			return nil, fmt.Errorf("%s: the toolchain has a file of this name", path)
		}
		text, err := inject.ReadFile(added[path])
		if err != nil {
			return nil, err
		}
		files[path] = text
	}
	takers, err := patchTakers(src)
	if err != nil {
		return nil, err
	}
	maps.Copy(files, takers)
	for _, path := range slices.Sorted(maps.Keys(patched)) {
		text, err := fs.ReadFile(src, path)
		if err != nil {
			return nil, err
		}
		files[path], err = apply(path, text, patched[path])
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// Key identifies the content of a patch, for caches: 16 hexadecimal digits.
func Key(files map[string][]byte) string {
	h := sha256.New()
	for _, path := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(h, "%s %d\n%s", path, len(files[path]), files[path])
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
