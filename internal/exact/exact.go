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

// EnvJournal names the environment variable that says where a patched test binary writes its journal: the process ID
// of its parent, a colon, and a file descriptor. A binary whose parent is another process, for example because a test
// started it, writes no journal.
const EnvJournal = "UNHEAP_JOURNAL"

// EnvOwn names the environment variable that says which packages are the user's, so that stacks need not be recorded
// whole. It holds the number of callers of the user's innermost frame that are wanted (-1 for all), a blank, and rules
// separated by commas. The rule "+path" is for a package of the user's and its test package, with dots of the last
// element escaped as in names of functions; "+path/" is for the packages below it; "-" instead of "+" makes an
// exception. The longest rule that fits decides. If the variable is empty or missing, stacks are recorded whole.
const EnvOwn = "UNHEAP_OWN"

// EnvMode names the environment variable that says what goes into the journal: words separated by commas.
const EnvMode = "UNHEAP_MODE"

// Words of EnvMode. Without ModeProfile the journal has only totals and times, and no object is recorded.
const (
	ModeProfile = "profile"
	// ModeChoose overrides -test.benchtime: after the first operation of a
	// benchmark, its time chooses how many follow: 100 when it took less than
	// 10 ms, 10 below 100 ms, 2 below 2 s, otherwise 1. Counts depend on the
	// machine only for benchmarks near these limits.
	ModeChoose = "choose"
	// ModeTwice runs each test and example that takes less than two seconds a second time at once. The first run is
	// then the first phase, the second the steady one. If the second run does not end well, only the first one counts.
	ModeTwice = "twice"
	// ModeHalf counts separately what half of a benchmark's operations allocate, if there are at least 20. With B.Loop
	// these are the first half of the operations; with b.N they are a run of half as many, if the first run has taken
	// less than 50 ms, set-up included.
	ModeHalf = "half"
)

//go:embed inject
var inject embed.FS

// added are the files that are added to the toolchain, by their path below GOROOT/src.
var added = map[string]string{
	"runtime/zunheap.go": "inject/runtime.go.txt",
	"testing/zunheap.go": "inject/testing.go.txt",
}

// Patch returns the changed and the added files of the toolchain whose GOROOT/src is src, by slash-separated path
// within src. The error says what in the toolchain does not have the expected form.
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
		files[path], err = apply(path, text, func(s *source) error {
			if err := s.patchTesting(patched[path]); err != nil || path != "testing/benchmark.go" {
				return err
			}
			return s.checkLoop()
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// Key returns 16 hexadecimal digits that identify the content of a patch, for caches.
func Key(files map[string][]byte) string {
	h := sha256.New()
	for _, path := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(h, "%s %d\n%s", path, len(files[path]), files[path])
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
