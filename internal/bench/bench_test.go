package bench

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/pprof/profile"
	"golang.org/x/tools/txtar"

	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/record"
)

// module writes the fixture module and opens a Bench for it.
func module(t *testing.T, opts Options) (*Bench, string) {
	t.Helper()
	if testing.Short() {
		t.Skip("builds and runs test binaries")
	}
	archive, err := txtar.ParseFile("testdata/module.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range archive.Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	opts.Dir = dir
	opts.Env = append(opts.Env, "GOWORK=off", "GOFLAGS=")
	b, err := Open(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(b.work); !os.IsNotExist(err) {
			t.Errorf("%s is left: %v", b.work, err)
		}
	})
	return b, dir
}

func build(t *testing.T, b *Bench, dir, name string) *Binary {
	t.Helper()
	x, err := b.Build(t.Context(), "example.com/m/"+name, filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// phases sums objects by workload and phase.
func phases(p *profile.Profile) map[string]int64 {
	sums := make(map[string]int64)
	for _, s := range p.Sample {
		sums[s.Label["workload"][0]+" "+s.Label["phase"][0]] += s.Value[0]
	}
	return sums
}

// toolchains are those that the counting runtime must work with: the one in
// use, and others where they are in the module cache.
func toolchains(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{"default": nil}
	list, err := filepath.Glob(filepath.Join(modcache(t), "golang.org", "toolchain@v0.0.1-go1.*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, root := range list {
		if info, err := os.Stat(filepath.Join(root, "bin", "go")); err != nil || info.Mode()&0o111 == 0 {
			continue // unpacked without its permissions
		}
		_, version, _ := strings.Cut(filepath.Base(root), "-")
		all[version] = []string{"GOROOT=" + root, "GOTOOLCHAIN=local"}
	}
	return all
}

func TestProfileIsExact(t *testing.T) {
	for version, env := range toolchains(t) {
		t.Run(version, func(t *testing.T) {
			b, dir := module(t, Options{Env: env})
			if b.Counter() != "exact" {
				t.Fatalf("counter of %s is %q", b.env.GOVERSION, b.Counter())
			}
			run, err := build(t, b, dir, "good").Profile(t.Context(), Select{Bench: "."})
			if err != nil {
				t.Fatal(err)
			}
			if err := run.Profile.CheckValid(); err != nil {
				t.Error(err)
			}
			checkExact(t, run)
			sums := phases(run.Profile)
			ops := make(map[string]int64) // 100, or fewer on a busy machine
			for _, w := range run.Workloads {
				ops[w.Name] = w.Ops
			}
			// The runtime may add some objects of its own.
			for _, tt := range []struct {
				name, phase   string
				perOp, beside int64
			}{
				{"BenchmarkN", "steady", 1, 0}, {"BenchmarkN", "first", 0, 1},
				{"BenchmarkLoop", "steady", 2, 0}, {"BenchmarkLoop", "first", 0, 102}, {"BenchmarkLoop", "setup", 0, 21},
				{"BenchmarkSub/n=1", "steady", 1, 0}, {"BenchmarkSub/n=3", "steady", 3, 0}, {"BenchmarkSub/n=3", "first", 0, 3},
				{"BenchmarkStopped", "steady", 1, 0}, {"BenchmarkStopped", "setup", 1, 0},
				{"BenchmarkParallel", "steady", 1, 0},
			} {
				name, want := tt.name+" "+tt.phase, tt.perOp*ops[tt.name]+tt.beside
				if got := sums[name]; want == 0 || got < want || got > want+want/10+20 {
					t.Errorf("%s: %d objects, want %d and at most a few more", name, got, want)
				}
			}
		})
	}
}

var long = flag.Bool("long", false, "run TestExperiments, which builds the standard library twice for each toolchain")

// TestExperiments: experiments of a toolchain with its allocator change nothing about what is exact: allocators
// for single sizes, and memory that is freed at once and used again, which MemStats does not
// count a second time. With -long only.
func TestExperiments(t *testing.T) {
	if !*long {
		t.Skip("builds the standard library twice for each toolchain")
	}
	for version, env := range toolchains(t) {
		t.Run(version, func(t *testing.T) {
			toolchain, err := gocmd.Env(t.Context(), ".", env...)
			if err != nil {
				t.Fatal(err)
			}
			if root := toolchain.GOROOT; !hasExperiment(root, "sizespecializedmalloc") || !hasExperiment(root, "runtimefreegc") {
				t.Skipf("%s has no such experiments", toolchain.GOVERSION)
			}
			taken := make(map[bool]int64)
			for _, freed := range []bool{false, true} {
				options := Options{Env: slices.Clone(env), Flags: []string{"-ldflags=-checklinkname=0"}}
				if freed {
					options.Env = append(options.Env, "GOEXPERIMENT=sizespecializedmalloc,runtimefreegc")
				}
				b, dir := module(t, options)
				if b.Counter() != "exact" {
					t.Fatalf("freed %v: counter is %q", freed, b.Counter())
				}
				run, err := build(t, b, dir, "freed").Profile(t.Context(), Select{Bench: ".", Benchtime: "100x"})
				if err != nil {
					t.Fatal(err)
				}
				checkExact(t, run)
				for _, w := range run.Workloads {
					if w.Name == "BenchmarkFreed" {
						taken[freed] = w.Objects
					}
				}
			}
			if taken[false] < 100*100 || taken[true] > 100*100/2 {
				t.Errorf("%d objects where what is freed is used again, %d where it is not", taken[true], taken[false])
			}
		})
	}
}

func hasExperiment(goroot, name string) bool {
	_, err := os.Stat(filepath.Join(goroot, "src", "internal", "goexperiment", "exp_"+name+"_on.go"))
	return err == nil
}

// TestThreads: the stacks of threads, on which the runtime allocates too, have an
// end, and those behind systemstack are found. Where the end was missed, one
// process in three died with Go 1.25.
func TestThreads(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("sleeps in a system call of Linux")
	}
	for version, env := range toolchains(t) {
		t.Run(version, func(t *testing.T) {
			b, dir := module(t, Options{Env: env})
			x := build(t, b, dir, "threads")
			for range 6 {
				run, err := x.Profile(t.Context(), Select{Bench: ".", Benchtime: "3x"})
				if err != nil {
					t.Fatal(err)
				}
				checkExact(t, run)
				for _, w := range run.Workloads {
					if w.Failure != "" {
						t.Errorf("%s %s\n%s", w.Name, w.Failure, w.Output)
					}
				}
				if n := beneathFunction(run.Profile, "runtime.malg", "example.com/m/threads.BenchmarkThreads"); n == 0 {
					t.Error("no record of a goroutine is charged to the function that started it")
				}
			}
		})
	}
}

// beneathFunction is the number of objects that inner took on behalf of outer.
func beneathFunction(p *profile.Profile, inner, outer string) int64 {
	var n int64
	for _, s := range p.Sample {
		found := 0
		for _, loc := range s.Location {
			for _, line := range loc.Line {
				if want := [...]string{inner, outer, ""}[found]; line.Function.Name == want {
					found++
				}
			}
		}
		if found == 2 {
			n += s.Value[0]
		}
	}
	return n
}

// checkExact compares what was recorded with MemStats, for every workload.
func checkExact(t *testing.T, run *Run) {
	t.Helper()
	objects, blocks := make(map[string]int64), make(map[string]int64)
	for _, s := range run.Profile.Sample {
		key := s.Label["workload"][0] + " " + s.Label["phase"][0]
		objects[key] += s.Value[0]
		blocks[key] += s.Value[1]
		if s.Value[1] != s.Value[0]*s.NumLabel["block"][0] {
			t.Errorf("%s: %d objects of block %d are %d bytes", key, s.Value[0], s.NumLabel["block"][0], s.Value[1])
		}
	}
	for _, w := range run.Workloads {
		if w.Failure != "" {
			t.Errorf("%s: %s\n%s", w.Name, w.Failure, w.Output)
		}
		if got := objects[w.Name+" steady"]; got != w.Objects || !w.Exact || w.Missing != 0 {
			t.Errorf("%s: recorded %d objects, MemStats has %d; exact %v, missing %d", w.Name, got, w.Objects, w.Exact, w.Missing)
		}
		if got := blocks[w.Name+" steady"]; got != w.Bytes {
			t.Errorf("%s: recorded %d bytes, MemStats has %d", w.Name, got, w.Bytes)
		}
		if got := objects[w.Name+" first"]; got != w.FirstObjects {
			t.Errorf("%s: recorded %d objects of the first operation, MemStats has %d", w.Name, got, w.FirstObjects)
		}
		if got := blocks[w.Name+" first"]; got != w.FirstBytes {
			t.Errorf("%s: recorded %d bytes of the first operation, MemStats has %d", w.Name, got, w.FirstBytes)
		}
	}
}

// Without frame pointers, the unwinder must give the same stacks. When the runtime
// starts a thread is its own affair, and no part of them.
func TestUnwindersAgree(t *testing.T) {
	b, dir := module(t, Options{})
	x := build(t, b, dir, "good")
	stacks := func() map[string]int64 {
		run, err := x.Profile(t.Context(), Select{Bench: "^Benchmark(N|Sub|Stopped)$"})
		if err != nil {
			t.Fatal(err)
		}
		all := make(map[string]int64)
		for _, s := range run.Profile.Sample {
			var line strings.Builder
			user, thread := false, false
			for _, loc := range s.Location {
				fmt.Fprintf(&line, " %x", loc.Address)
				for _, l := range loc.Line {
					user = user || strings.HasPrefix(l.Function.Name, "example.com/m/good.Benchmark")
					thread = thread || l.Function.Name == "runtime.newm"
				}
			}
			if user && !thread {
				all[s.Label["phase"][0]+line.String()] += s.Value[0]
			}
		}
		return all
	}
	fast := stacks()
	t.Setenv("GODEBUG", "tracefpunwindoff=1")
	slow := stacks()
	if len(fast) == 0 {
		t.Error("no stacks")
	}
	if diff := cmp.Diff(fast, slow); diff != "" {
		t.Errorf("-frame pointers +unwinder\n%s", diff)
	}
}

func TestProfileOfTests(t *testing.T) {
	b, dir := module(t, Options{})
	run, err := build(t, b, dir, "good").Profile(t.Context(), Select{Run: "."})
	if err != nil {
		t.Fatal(err)
	}
	checkExact(t, run)
	want := map[string]int64{"TestOne": 1000, "TestTwo": 2000, "ExampleJoin": 1}
	for _, w := range run.Workloads {
		if w.Kind != record.KindTest || w.Ops != 1 {
			t.Errorf("%s: kind %s, %d operations", w.Name, w.Kind, w.Ops)
		}
		// testing itself needs some objects for a subtest.
		if n, ok := want[w.Name]; !ok || w.Objects < n || w.Objects > n+100 {
			t.Errorf("%s: %d objects, want %d and a few more", w.Name, w.Objects, n)
		}
		delete(want, w.Name)
	}
	if len(want) > 0 {
		t.Errorf("did not run: %v", want)
	}
}

// Tests run twice, so that what only the first run allocates is told apart; one whose
// second run is none counts as it was the first time, and takes nobody with it.
func TestTwice(t *testing.T) {
	for version, env := range toolchains(t) {
		t.Run(version, func(t *testing.T) {
			b, dir := module(t, Options{Env: env})
			run, err := build(t, b, dir, "twice").Profile(t.Context(), Select{Run: ".", Twice: true})
			if err != nil {
				t.Fatal(err)
			}
			checkExact(t, run)
			want := map[string]string{
				"TestCache": "6000 4000", "TestFailsAgain": "0 2000", "TestPanicsAgain": "0 3000", "TestExitsAgain": "0 4000",
				"TestSkipsAgain": "0 5000", "TestAfter": "6000 6000", "FuzzOnce": "0 7000", "ExampleAgain": "9000 8000",
			}
			got := make(map[string]string)
			for _, w := range run.Workloads {
				// testing itself needs less than a hundred objects.
				got[w.Name] = fmt.Sprintf("%d %d", w.FirstObjects/1000*1000, w.Objects/1000*1000)
				if w.Failure != "" {
					got[w.Name] = w.Failure
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("objects of the first run and the other: -want +got\n%s", diff)
			}
		})
	}
}

// What half of the operations allocate is told apart, and is in the sums of all where it
// is the first half.
func TestHalf(t *testing.T) {
	for version, env := range toolchains(t) {
		t.Run(version, func(t *testing.T) {
			b, dir := module(t, Options{Env: env})
			x := build(t, b, dir, "half")
			// Of n operations, each makes one object and one more for every ten before it.
			kept := func(from, to int) (n int64) {
				for i := from + 1; i <= to; i++ {
					n += 1 + int64(i/10)
				}
				return n
			}
			type wanted struct {
				name             string
				ops, half        int64
				objects, halfway int64
			}
			wants := []wanted{
				{"BenchmarkSame", 101, 50, 101, 50},
				{"BenchmarkSameLoop", 100, 50, 100, 50},
				{"BenchmarkMore", 101, 50, kept(0, 101), kept(0, 50)},
				{"BenchmarkMoreLoop", 100, 50, kept(1, 101), kept(1, 51)},
				{"BenchmarkSlow", 101, 0, 101, 0},
			}
			// The runtime may add some objects of its own.
			near := func(w record.Workload) bool {
				return slices.ContainsFunc(wants, func(want wanted) bool {
					d, h := w.Objects-want.objects, w.HalfObjects-want.halfway
					return w.Name == want.name && 0 <= d && d <= 5 && 0 <= h && h <= 5
				})
			}
			var run *Run
			for range 10 { // on a busy machine a run may take too long to be made once more, or the runtime may make more objects
				var err error
				if run, err = x.Profile(t.Context(), Select{Bench: ".", Benchtime: "101x", Half: true}); err != nil {
					t.Fatal(err)
				}
				if !slices.ContainsFunc(run.Workloads, func(w record.Workload) bool { return w.HalfOps == 0 && w.Name != "BenchmarkSlow" || !near(w) }) {
					break
				}
			}
			checkExact(t, run)
			sums := phases(run.Profile)
			for _, want := range wants {
				i := slices.IndexFunc(run.Workloads, func(w record.Workload) bool { return w.Name == want.name })
				if i < 0 {
					t.Fatalf("%s did not run", want.name)
				}
				w := run.Workloads[i]
				if w.Ops != want.ops || w.HalfOps != want.half || w.HalfObjects != sums[want.name+" half"] {
					t.Errorf("%s: %d operations, half of them %d with %d objects, of which %d are recorded", w.Name, w.Ops, w.HalfOps, w.HalfObjects, sums[want.name+" half"])
				}
				if !near(w) {
					t.Errorf("%s: %d objects, half %d, want %d and %d", w.Name, w.Objects, w.HalfObjects, want.objects, want.halfway)
				}
			}
		})
	}
}

// outcomes are the workloads of a run with their failures.
func outcomes(run *Run) map[string]string {
	all := make(map[string]string)
	for _, w := range run.Workloads {
		all[w.Name] = w.Failure
	}
	for _, name := range run.Skipped {
		all[name] = "skipped"
	}
	return all
}

func TestFailures(t *testing.T) {
	tests := []struct {
		name string
		opts Options
		sel  Select
		want map[string]string
		says map[string]string // part of the output of a failed workload
	}{
		{
			name: "benchmarks", opts: Options{Env: []string{"HANG=1", "LATE=1"}}, sel: Select{Bench: ".", Timeout: 2 * time.Second},
			want: map[string]string{
				"BenchmarkBefore": "", "BenchmarkPanics/no": "", "BenchmarkPanics/yes": "panicked: out of luck", "BenchmarkPanics/after": "",
				"BenchmarkExits": "called os.Exit(3)", "BenchmarkFails": "failed", "BenchmarkHangs": "timed out after 2s",
				"BenchmarkSkips": "skipped", "BenchmarkAfter": "",
			},
			says: map[string]string{"BenchmarkFails": "it is wrong", "BenchmarkPanics/yes": "bad_test.go", "BenchmarkHangs": "BenchmarkHangs"},
		},
		{
			name: "tests", sel: Select{Run: "."},
			want: map[string]string{"TestFails": "failed", "TestPanics": "panicked: runtime error: invalid memory address or nil pointer dereference", "TestAfter": ""},
			says: map[string]string{"TestFails": "a test is wrong"},
		},
		{
			name: "stock", opts: Options{Stock: true}, sel: Select{Bench: "Before|Fails|Panics|Skips|After"},
			want: map[string]string{
				"BenchmarkBefore": "", "BenchmarkPanics/no": "", "BenchmarkPanics/yes": "panicked: out of luck", "BenchmarkPanics/after": "",
				"BenchmarkFails": "failed", "BenchmarkAfter": "",
			},
			says: map[string]string{"BenchmarkFails": "it is wrong"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b, dir := module(t, test.opts)
			run, err := build(t, b, dir, "bad").Profile(t.Context(), test.sel)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, outcomes(run)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			for _, w := range run.Workloads {
				if says := test.says[w.Name]; !strings.Contains(w.Output, says) {
					t.Errorf("output of %s does not say %q:\n%s", w.Name, says, w.Output)
				}
				if w.Failure == "" && w.Objects < w.Ops {
					t.Errorf("%s: %d objects in %d operations, want 1 each", w.Name, w.Objects, w.Ops)
				}
			}
		})
	}
}

func TestBuildErrors(t *testing.T) {
	b, dir := module(t, Options{EscapeLog: []string{"./..."}})
	_, err := b.Build(t.Context(), "example.com/m/broken", filepath.Join(dir, "broken"))
	var failed *BuildError
	if !errors.As(err, &failed) {
		t.Fatalf("error %v, want a BuildError", err)
	}
	if want := filepath.Join(dir, "broken", "broken.go"); failed.File != want || failed.Line != 3 || failed.Column != 23 || failed.Text != "undefined: undefined" {
		t.Errorf("got %+v", failed)
	}
	if _, err := b.Build(t.Context(), "example.com/m/none", filepath.Join(dir, "none")); !errors.Is(err, ErrNoTests) {
		t.Errorf("error %v, want ErrNoTests", err)
	}
}

// TestDeadBinary: an error says how and when a binary died that never began, and
// not where it lay.
func TestDeadBinary(t *testing.T) {
	for _, stock := range []bool{false, true} {
		b, dir := module(t, Options{Stock: stock})
		x := build(t, b, dir, "early")
		_, listed := x.List(t.Context())
		_, profiled := x.Profile(t.Context(), Select{Bench: "."})
		_, measured := x.Measure(t.Context(), Select{Bench: ".", Benchtime: "1x"})
		for _, test := range []struct {
			err  error
			when string
		}{
			{listed, "asked for its tests"}, {profiled, "before it ran anything"}, {measured, "before it ran anything"},
		} {
			if test.err == nil {
				t.Errorf("stock %v, %s: no error", stock, test.when)
				continue
			}
			first, rest, _ := strings.Cut(test.err.Error(), "\n")
			if first != test.when+", the test binary panicked: not even started" || !strings.Contains(rest, "TestMain") {
				t.Errorf("stock %v, %s: %v", stock, test.when, test.err)
			}
		}
	}
}

// TestLinkError: what the linker says is found although the compiler told its
// decisions before.
func TestLinkError(t *testing.T) {
	b, dir := module(t, Options{Stock: true, EscapeLog: []string{"./..."}, Flags: []string{"-ldflags=-no-such-flag"}})
	_, err := b.Build(t.Context(), "example.com/m/good", filepath.Join(dir, "good"))
	var failed *BuildError
	if !errors.As(err, &failed) || failed.File != "" || !strings.Contains(failed.Text, "no-such-flag") {
		t.Errorf("got %v, want what the linker said", err)
	}
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	b, dir := module(t, Options{Env: []string{"HANG=1"}, Progress: func(p record.Progress) {
		if p.Text == "BenchmarkHangs" {
			cancel()
		}
	}})
	run, err := build(t, b, dir, "bad").Profile(ctx, Select{Bench: "^Benchmark(Before|Hangs)$"})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want context.Canceled", err)
	}
	if diff := cmp.Diff(map[string]string{"BenchmarkBefore": ""}, outcomes(run)); diff != "" || len(run.Profile.Sample) == 0 {
		t.Errorf("%d samples; -want +got\n%s", len(run.Profile.Sample), diff)
	}
}

func TestMeasureRecordsNothing(t *testing.T) {
	for _, stock := range []bool{false, true} {
		b, dir := module(t, Options{Stock: stock})
		all, err := build(t, b, dir, "good").Measure(t.Context(), Select{Bench: "^Benchmark(N|Sub)$", Benchtime: "200x"})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]float64{"BenchmarkN": 1, "BenchmarkSub/n=1": 1, "BenchmarkSub/n=3": 3}
		for _, s := range all {
			if s.N != 200 || s.NsPerOp <= 0 || s.AllocsPerOp < want[s.Name] || s.AllocsPerOp > want[s.Name]+0.5 {
				t.Errorf("stock %v: %+v, want %v allocs/op", stock, s, want[s.Name])
			}
			delete(want, s.Name)
		}
		if len(want) > 0 {
			t.Errorf("stock %v: did not run: %v", stock, want)
		}
	}
}

// The program under test must not notice: the compiler takes the same
// decisions with and without the counting runtime, and asking for them does
// not change the program.
func TestSameDecisions(t *testing.T) {
	log := func(opts Options) []byte {
		opts.EscapeLog = []string{"example.com/m/good"}
		opts.Overlay = nil
		b, dir := module(t, opts)
		x := build(t, b, dir, "good")
		if len(x.EscapeLog) == 0 {
			t.Fatal("no log")
		}
		return x.EscapeLog
	}
	exact, stock := log(Options{}), log(Options{Stock: true})
	if diff := cmp.Diff(string(stock), string(exact)); diff != "" {
		t.Errorf("-stock +exact\n%s", diff)
	}
	for _, want := range []string{"inlining call to testing.(*B).Loop", "moved to heap: n", "can inline Join"} {
		if !bytes.Contains(exact, []byte(want)) {
			t.Errorf("the log does not say %q", want)
		}
	}
}

// Asking for the compiler's decisions must not change the program: all
// functions keep their sizes. Their bytes hold addresses, which move because the
// binary tells how it was built.
func TestLogKeepsCode(t *testing.T) {
	sizes := func(log ...string) map[string]uint64 {
		b, dir := module(t, Options{Stock: true, EscapeLog: log})
		f, err := elf.Open(build(t, b, dir, "good").Path)
		if err != nil {
			t.Skipf("the binary is not ELF: %v", err)
		}
		defer f.Close()
		symbols, err := f.Symbols()
		if err != nil {
			t.Fatal(err)
		}
		all := make(map[string]uint64)
		for _, s := range symbols {
			if elf.ST_TYPE(s.Info) == elf.STT_FUNC {
				all[s.Name] = s.Size
			}
		}
		return all
	}
	without, with := sizes(), sizes("./...")
	if without["example.com/m/good.BenchmarkLoop"] == 0 {
		t.Error("the benchmark has no symbol")
	}
	if diff := cmp.Diff(without, with); diff != "" {
		t.Errorf("-without +with\n%s", diff)
	}
}

func TestList(t *testing.T) {
	b, dir := module(t, Options{Stock: true})
	got, err := build(t, b, dir, "good").List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := Names{
		Benchmarks: []string{"BenchmarkN", "BenchmarkLoop", "BenchmarkSub", "BenchmarkStopped", "BenchmarkParallel"},
		Tests:      []string{"TestOne", "TestTwo"},
		Examples:   []string{"ExampleJoin"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// What the set-up runs, and the first operation beside it, cancels out of what paths are
// counted; so it does of the first run of a test.
func TestPaths(t *testing.T) {
	b, dir := module(t, Options{})
	x, err := b.Cover(t.Context(), "example.com/m/good", filepath.Join(dir, "good"), []string{"example.com/m/good"})
	if err != nil {
		t.Fatal(err)
	}
	times := func(name string, ops int64) map[int]int64 {
		blocks, err := x.Paths(t.Context(), Select{}, name, ops)
		if err != nil {
			t.Fatal(err)
		}
		all := make(map[int]int64)
		for _, block := range blocks {
			if block.File != "example.com/m/good/good.go" {
				t.Errorf("a block of %s", block.File)
			}
			all[block.Line] += block.Times
		}
		return all
	}
	const join, number = 6, 9 // lines of good.go
	for _, tt := range []struct {
		name         string
		ops          int64
		join, number int64
	}{
		{"BenchmarkN", 10, 10, 0},
		{"BenchmarkLoop", 10, 0, 20},
		{"BenchmarkSub/n=3", 7, 0, 21},
		{"BenchmarkStopped", 2, 0, 4},
		{"TestOne", 1, 0, 1000},
	} {
		if got := times(tt.name, tt.ops); got[join] != tt.join || got[number] != tt.number {
			t.Errorf("%s: Join ran %d times, Number %d, want %d and %d", tt.name, got[join], got[number], tt.join, tt.number)
		}
	}
}
