package bench

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/atomicfile"
	"github.com/unheap/unheap/internal/exact"
	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/overlay"
	"github.com/unheap/unheap/internal/record"
)

// A counter is the way in which the objects of programs are counted.
type counter struct {
	reason string // why the counts are not exact; empty for the counting runtime
	files  overlay.Set
	env    []string // for the go command
}

// A refusal is the reason why a toolchain gets the stock profile.
type refusal struct{ reason string }

func (r *refusal) Error() string { return r.reason }

func refuse(format string, args ...any) error { return &refusal{fmt.Sprintf(format, args...)} }

// prepare finds out how to count with the toolchain in force. An error means that it could not find out.
func (b *Bench) prepare(ctx context.Context) (*counter, error) {
	if b.opts.Stock {
		return &counter{reason: "asked for"}, nil
	}
	c, err := b.patch()
	if err == nil {
		err = b.prove(ctx, c)
	}
	var no *refusal
	if errors.As(err, &no) {
		return &counter{reason: no.reason}, nil
	}
	return c, err
}

// patch makes the counting runtime for the toolchain in force.
func (b *Bench) patch() (*counter, error) {
	src := os.DirFS(filepath.Join(b.env.GOROOT, "src"))
	files, err := exact.Patch(src)
	if err != nil {
		return nil, refuse("%s is not understood: %v", b.env.GOVERSION, err)
	}
	goroot := b.env.GOROOT
	if within(goroot, b.env.GOMODCACHE) {
		if goroot, err = b.alias(goroot); err != nil {
			return nil, err
		}
	}
	c := &counter{
		files: make(overlay.Set),
		// The toolchain is already the one that go.mod asks for.
		env: []string{"GOROOT=" + goroot, "GOTOOLCHAIN=local"},
	}
	for path, text := range files {
		c.files[filepath.Join(goroot, "src", filepath.FromSlash(path))] = text
	}
	return c, nil
}

func within(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && dir != "" && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// alias returns another name for a toolchain in the module cache: a symbolic link in the user's cache folder. The go
// command recognises files of the module cache by their names, and refuses to overlay them. The name has no influence
// on how it builds the standard library.
func (b *Bench) alias(goroot string) (string, error) {
	dir, err := cacheDir()
	if err != nil {
		return "", refuse("%s lies in the module cache, and there is no cache folder: %v", b.env.GOVERSION, err)
	}
	name := filepath.Join(dir, fmt.Sprintf("goroot-%s-%s", b.env.GOVERSION, digest(goroot)))
	if to, err := os.Readlink(name); err == nil && to == goroot {
		return name, nil
	}
	// The link is made under another name and renamed, so that a concurrent run never finds it missing.
	fresh := filepath.Join(b.work, "goroot")
	beside := fmt.Sprintf("%s.%d", name, os.Getpid())
	err = os.Symlink(goroot, beside)
	if err == nil {
		err = os.Rename(beside, name)
	}
	if err == nil {
		return name, nil
	}
	os.Remove(beside)
	// The cache is not writable: use a link that exists as long as this run.
	if err := os.Symlink(goroot, fresh); err != nil {
		return "", refuse("%s lies in the module cache, and it cannot be linked to: %v", b.env.GOVERSION, err)
	}
	return fresh, nil
}

// cacheDir is the folder for files that outlive a run.
func cacheDir() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir = filepath.Join(dir, "unheap")
	return dir, os.MkdirAll(dir, 0o777)
}

// digest is a short hash of parts, for file names.
func digest(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return fmt.Sprintf("%x", sum[:8])
}

// A proof is what is stored about a check of the counting runtime that held. A failed check is not stored, as it may
// have failed for lack of space on a disk.
type proof struct {
	Go     string `json:"go"`
	Reason string `json:"reason,omitempty"` // why the check failed; empty if it held
}

// prove checks the counting runtime against MemStats on a known program, unless an earlier check of the same runtime
// held.
func (b *Bench) prove(ctx context.Context, c *counter) error {
	plain := make(map[string][]byte)
	for path, text := range c.files {
		plain[filepath.Base(filepath.Dir(path))+"/"+filepath.Base(path)] = text
	}
	flags := b.checkFlags()
	key := append([]string{b.env.GOVERSION, b.env.GOOS, b.env.GOARCH, b.env.GOROOT, b.env.CGO_ENABLED,
		exact.Key(plain), checkSource, b.env.GOEXPERIMENT}, flags...)
	dir, noCache := cacheDir()
	name := filepath.Join(dir, "exact-"+digest(key...)+".json")
	if noCache == nil && b.proven(name) {
		return nil
	}
	p, err := b.check(ctx, c, flags)
	if err != nil {
		return err
	}
	if p.Reason != "" {
		return &refusal{p.Reason}
	}
	if noCache == nil {
		b.keep(name, p)
	}
	return nil
}

// proven reports whether the file holds the proof of the toolchain in force.
func (b *Bench) proven(name string) bool {
	var p proof
	text, err := os.ReadFile(name)
	return err == nil && json.Unmarshal(text, &p) == nil && p == proof{Go: b.env.GOVERSION}
}

// keep stores a proof. If that fails, the next run checks again.
func (b *Bench) keep(name string, p proof) {
	if text, err := json.Marshal(p); err == nil {
		_ = atomicfile.WriteFile(name, text)
	}
}

// checkFlags returns the user's build flags that influence how the standard library is built.
func (b *Bench) checkFlags() []string {
	var flags []string
	for _, flag := range slices.Concat(strings.Fields(b.env.GOFLAGS), b.opts.Flags) {
		name, value, _ := strings.Cut(strings.TrimLeft(flag, "-"), "=")
		switch name {
		case "race", "msan", "asan", "trimpath", "buildmode", "ldflags", "tags":
			flags = append(flags, flag)
		case "gcflags", "asmflags":
			if strings.HasPrefix(value, "all=") {
				flags = append(flags, flag)
			}
		}
	}
	return flags
}

// check builds and runs the known program. The proof says whether the counts were right; an error means that this
// could not be found out.
func (b *Bench) check(ctx context.Context, c *counter, flags []string) (proof, error) {
	b.opts.Progress(record.Progress{Stage: "build", Text: "the counting runtime for " + b.env.GOVERSION + " (once)"})
	p := proof{Go: b.env.GOVERSION}
	dir := filepath.Join(b.work, "check")
	files := map[string]string{"go.mod": "module check\n\ngo 1.24\n", "check_test.go": checkSource}
	if err := writeFiles(dir, files); err != nil {
		return p, err
	}
	if err := os.Mkdir(filepath.Join(dir, "tmp"), 0o777); err != nil {
		return p, err
	}
	probe := &Bench{
		opts: Options{
			Dir:      dir,
			Flags:    flags,
			Env:      append(slices.Clone(b.opts.Env), "GOWORK=off", "GOFLAGS="),
			Progress: func(record.Progress) {},
		},
		env: b.env, work: dir, counter: c,
	}
	x, err := probe.Build(ctx, "check", dir)
	var failed *BuildError
	if errors.As(err, &failed) {
		p.Reason = "the counting runtime does not build: " + failed.Text
		return p, nil
	}
	if err != nil {
		return p, err
	}
	run, err := x.Profile(ctx, Select{Bench: "."})
	if err != nil {
		var e *gocmd.Error
		if errors.As(err, &e) && e.Code >= 0 {
			p.Reason = "the counting runtime does not run: " + e.Err.Error()
			return p, nil
		}
		return p, err
	}
	p.Reason = judge(run)
	return p, nil
}

func writeFiles(dir string, files map[string]string) error {
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// judge compares the record of the known program with MemStats and with what the program is known to allocate. It
// returns what is wrong; empty for nothing.
func judge(run *Run) string {
	steady := make(map[string]int64)
	bytes := make(map[string]int64)
	for _, s := range run.Profile.Sample {
		if s.Label["phase"][0] == string(record.PhaseSteady) {
			steady[s.Label["workload"][0]] += s.Value[0]
			bytes[s.Label["workload"][0]] += s.Value[1]
		}
	}
	want := map[string]int64{"BenchmarkTiny": 3, "BenchmarkKinds": 4, "BenchmarkLoop": 2, "BenchmarkGo": 0, "BenchmarkSizes": 20, "BenchmarkCollected": 20, "BenchmarkGrown": 1}
	for _, w := range run.Workloads {
		perOp, known := want[w.Name]
		delete(want, w.Name)
		switch {
		case !known:
			return fmt.Sprintf("self-check: unexpected workload %s", w.Name)
		case w.Failure != "":
			return fmt.Sprintf("self-check: %s: %s", w.Name, w.Failure)
		case steady[w.Name] != w.Objects || bytes[w.Name] != w.Bytes:
			return fmt.Sprintf("self-check: %s: recorded %d objects of %d bytes, MemStats has %d of %d",
				w.Name, steady[w.Name], bytes[w.Name], w.Objects, w.Bytes)
		case w.Objects < perOp*w.Ops:
			return fmt.Sprintf("self-check: %s: %d objects in %d operations, at least %d are known",
				w.Name, w.Objects, w.Ops, perOp*w.Ops)
		}
	}
	if len(want) > 0 {
		return fmt.Sprintf("self-check: %d of its workloads did not run", len(want))
	}
	return ""
}

// checkSource is the known program. It allocates tiny objects that share a block, objects with and without pointers,
// beyond the header limit and beyond the largest size class; it has both styles of benchmark, a stopped timer, and
// goroutines that allocate while the phase changes. Some sizes up to 80 bytes, with and without pointers, are
// constants: the compiler may call a function of their own for each size, which hands over to another function while
// a collection runs. A slice that grows may return its old array.
const checkSource = `package check

import (
	"runtime"
	"testing"
)

var (
	a, b, c *int64
	bytes   []byte
	ptrs    []*int
	sink    [1 << 6]*int64
)

func BenchmarkTiny(t *testing.B) {
	for range t.N {
		a = new(int64)
		b = new(int64)
		c = new(int64)
	}
}

func BenchmarkKinds(t *testing.B) {
	setup := make([]*int64, 100)
	for i := range setup {
		setup[i] = new(int64)
	}
	t.ResetTimer()
	for i := range t.N {
		bytes = make([]byte, 1000)
		bytes = make([]byte, 100_000)
		ptrs = make([]*int, 100)
		ptrs = make([]*int, 10_000)
		if i%10 == 0 {
			t.StopTimer()
			sink[i%len(sink)] = new(int64)
			t.StartTimer()
		}
	}
	sink[0] = setup[0]
}

func BenchmarkLoop(t *testing.B) {
	a = new(int64)
	for t.Loop() {
		b = new(int64)
		ptrs = make([]*int, 3)
	}
	c = new(int64)
}

type bare[T any] struct{ at *T }

func (b *bare[T]) take() { b.at = new(T) }

var sized = []interface{ take() }{
	&bare[[1]int64]{}, &bare[[2]int64]{}, &bare[[3]int64]{}, &bare[[4]int64]{}, &bare[[5]int64]{},
	&bare[[6]int64]{}, &bare[[7]int64]{}, &bare[[8]int64]{}, &bare[[9]int64]{}, &bare[[10]int64]{},
	&bare[[1]*int]{}, &bare[[2]*int]{}, &bare[[3]*int]{}, &bare[[4]*int]{}, &bare[[5]*int]{},
	&bare[[6]*int]{}, &bare[[7]*int]{}, &bare[[8]*int]{}, &bare[[9]*int]{}, &bare[[10]*int]{},
}

func BenchmarkSizes(t *testing.B) {
	for range t.N {
		for _, s := range sized {
			s.take()
		}
	}
}

func BenchmarkCollected(t *testing.B) {
	stop := make(chan bool)
	go func() {
		for {
			select {
			case <-stop:
				stop <- true
				return
			default:
				runtime.GC()
			}
		}
	}()
	for range t.N {
		for _, s := range sized {
			s.take()
		}
	}
	t.StopTimer()
	stop <- true
	<-stop
}

func BenchmarkGrown(t *testing.B) {
	for range t.N {
		var grown []byte
		for i := range 2000 {
			grown = append(grown, byte(i))
		}
		bytes = append(bytes[:0:0], grown...)
	}
}

func BenchmarkGo(t *testing.B) {
	stop, done := make(chan bool), make(chan bool)
	go func() {
		var keep *int64
		for {
			select {
			case <-stop:
				sink[1] = keep
				close(done)
				return
			default:
				keep = new(int64)
			}
		}
	}()
	t.ResetTimer()
	for range t.N {
		t.StopTimer()
		t.StartTimer()
	}
	t.StopTimer()
	close(stop)
	<-done
}
`
