package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/overlay"
	"github.com/unheap/unheap/internal/record"
)

// Options are common to all packages of a run. The zero value works in the
// current directory, with the user's toolchain.
type Options struct {
	// Dir is where the go command runs; empty means the current directory.
	Dir string
	// Flags are build flags as go test takes them: "-tags=x", "-race",
	// "-overlay=f". A flag and its value are one element. -o, -c and -C are
	// not allowed.
	Flags []string
	// Env is added to the environment of the go command and of the binaries.
	Env []string
	// Overlay are files that replace or add to those on disk.
	Overlay overlay.Set
	// EscapeLog are package patterns ("./...", an import path) whose compiler
	// decisions are wanted in [Binary.EscapeLog].
	EscapeLog []string
	// Stock requests the stock profile, without trying the counting runtime.
	Stock bool
	// Progress, if not nil, is called with each step.
	Progress func(record.Progress)
}

// A Bench builds and runs test binaries with one toolchain.
type Bench struct {
	opts    Options
	env     *gocmd.Environment
	work    string // folder of all temporary files
	remove  func() error
	counter *counter
	built   atomic.Int32
}

// Open looks up the toolchain and prepares counting. The caller must call Close.
func Open(ctx context.Context, opts Options) (*Bench, error) {
	dir, err := filepath.Abs(opts.Dir)
	if err != nil {
		return nil, err
	}
	opts.Dir = dir
	if opts.Progress == nil {
		opts.Progress = func(record.Progress) {}
	}
	env, err := gocmd.Env(ctx, dir, opts.Env...)
	if err != nil {
		return nil, err
	}
	if err := opts.takeOverlay(strings.Fields(env.GOFLAGS)); err != nil {
		return nil, err
	}
	work, remove, err := gocmd.MkdirTemp("bench")
	if err != nil {
		return nil, err
	}
	b := &Bench{opts: opts, env: env, work: work, remove: remove}
	// The temporary files of programs under test go here, since a killed process leaves them behind.
	if err = os.Mkdir(b.temporary(), 0o777); err == nil {
		b.counter, err = b.prepare(ctx)
	}
	if err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

// takeOverlay merges the overlays that the user's flags name into Options.Overlay, as the go command accepts only
// one. The last one on the command line has precedence over GOFLAGS, and the files of Options.Overlay over both.
func (o *Options) takeOverlay(goflags []string) error {
	name := ""
	var rest []string
	for i, flag := range slices.Concat(goflags, o.Flags) {
		if v, ok := strings.CutPrefix(strings.TrimLeft(flag, "-"), "overlay="); ok {
			name = v
		} else if i >= len(goflags) {
			rest = append(rest, flag)
		}
	}
	if name == "" {
		return nil
	}
	set, err := overlay.Read(name, o.Dir)
	if err != nil {
		return err
	}
	o.Flags, o.Overlay = rest, overlay.Merge(set, o.Overlay)
	return nil
}

func (b *Bench) temporary() string { return filepath.Join(b.work, "tmp") }

// Close removes everything that the Bench has built.
func (b *Bench) Close() error { return b.remove() }

// Counter says how objects are counted: "exact", or "stock: " and the reason
// why the counting runtime is not used.
func (b *Bench) Counter() string {
	if b.counter.reason != "" {
		return "stock: " + b.counter.reason
	}
	return "exact"
}

// Explain sets [Options.EscapeLog] after Open, for binaries that are built from now on.
func (b *Bench) Explain(patterns ...string) { b.opts.EscapeLog = patterns }

// Environment is the toolchain in force.
func (b *Bench) Environment() gocmd.Environment { return *b.env }

// A Binary is the test binary of one package. It exists until its Bench is
// closed.
type Binary struct {
	Package string // import path
	Dir     string // folder of the package
	Path    string // of the binary
	// EscapeLog is the compiler's -m=2 output for the packages that [Options.EscapeLog] names.
	EscapeLog []byte

	bench *Bench
}

// Remove deletes the binary before its Bench is closed. It cannot be run any more.
func (x *Binary) Remove() error { return os.RemoveAll(filepath.Dir(x.Path)) }

// ErrNoTests says that a package has no test files, and thus nothing to run.
var ErrNoTests = errors.New("no test files")

// A BuildError says that a test binary could not be built, and where.
type BuildError struct {
	Package string
	// File is absolute; empty when the compiler gave no position. Line and
	// Column are 0 then.
	File         string
	Line, Column int
	Text         string // the first error message, without its position
	Output       string // the whole output of the go command
}

func (e *BuildError) Error() string {
	if e.File == "" {
		return fmt.Sprintf("build %s: %s", e.Package, e.Text)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Text)
}

// Build builds the test binary of the package with the given import path, whose files are in dir. Build may be called
// concurrently. The error is [ErrNoTests], a [*BuildError], or says that the go command could not be run.
func (b *Bench) Build(ctx context.Context, importPath, dir string) (*Binary, error) {
	b.opts.Progress(record.Progress{Stage: "build", Text: importPath})
	x, err := b.binary(importPath, dir)
	if err != nil {
		return nil, err
	}
	files, env := overlay.Merge(b.counter.files, b.opts.Overlay), slices.Concat(b.opts.Env, b.counter.env)
	said, err := x.compile(ctx, files, env, b.flags(b.opts.EscapeLog))
	if err != nil && len(b.opts.EscapeLog) > 0 && ctx.Err() == nil {
		// An error is hard to tell from the compiler's decisions around it. Built without these, the go command
		// prints nothing but errors.
		said, err = x.compile(ctx, files, env, b.flags(nil))
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, b.buildError(importPath, said, err)
	}
	if _, err := os.Stat(x.Path); err != nil {
		return nil, ErrNoTests
	}
	if len(b.opts.EscapeLog) > 0 {
		x.EscapeLog = said.Stderr
	}
	return x, nil
}

// binary returns a binary to build, in a folder of its own.
func (b *Bench) binary(importPath, dir string) (*Binary, error) {
	out := filepath.Join(b.work, strconv.Itoa(int(b.built.Add(1))))
	name := filepath.Join(out, path.Base(importPath)+".test")
	return &Binary{Package: importPath, Dir: dir, Path: name, bench: b}, os.Mkdir(out, 0o777)
}

// compile builds x with the go command, with files laid over the user's.
func (x *Binary) compile(ctx context.Context, files overlay.Set, env, flags []string) (gocmd.Output, error) {
	// Vet would take time, and may find faults, but has no influence on what allocates.
	args := append([]string{"test", "-c", "-vet=off", "-o", x.Path}, flags...)
	if len(files) > 0 {
		name, err := files.Write(filepath.Dir(x.Path))
		if err != nil {
			return gocmd.Output{}, err
		}
		args = append(args, "-overlay="+name)
	}
	return gocmd.Command{Args: append(args, x.Package), Dir: x.bench.opts.Dir, Env: env}.Run(ctx)
}

// logged are the flags that make the compiler print its decisions, for which it uses one processor. Without debug
// information, which is not linked anyway, that takes an eighth less time; the code is the same.
const logged = "-m=2 -dwarf=false"

// flags returns the user's build flags and those for the compiler's log of the packages of patterns, if any. For each
// package the go command obeys the last -gcflags that matches it. So ours come first, and the user's are extended by
// the flags for the log.
//
// Debug information is left out, as go test does without -c: that halves the time to link, and addresses are looked
// up in other tables. The user's -ldflags are added to ours, unless they are in GOFLAGS or for named packages.
func (b *Bench) flags(patterns []string) []string {
	var flags []string
	if !strings.Contains(b.env.GOFLAGS+strings.Join(b.opts.Flags, " "), "-ldflags") {
		flags = append(flags, "-ldflags=-w")
	}
	for _, pattern := range patterns {
		flags = append(flags, "-gcflags="+pattern+"="+logged)
	}
	for _, flag := range b.opts.Flags {
		name, value, _ := strings.Cut(flag, "=")
		switch name = strings.TrimLeft(name, "-"); {
		case name == "gcflags" && len(patterns) > 0:
			flag = "-gcflags=" + value + " " + logged
		case name == "ldflags" && strings.HasPrefix(value, "-"): // not for named packages
			flag = "-ldflags=-w " + value
		}
		flags = append(flags, flag)
	}
	return flags
}

// buildError makes an error of the first line with a position in the go command's output.
func (b *Bench) buildError(importPath string, said gocmd.Output, err error) error {
	var failed *gocmd.Error
	if !errors.As(err, &failed) || failed.Code < 0 {
		return err
	}
	e := &BuildError{Package: importPath, Output: string(said.Stderr)}
	for line := range strings.Lines(e.Output) {
		line = strings.TrimSpace(line)
		if pos, text, ok := record.CutPosition(line); ok && strings.HasSuffix(pos.File, ".go") {
			if !filepath.IsAbs(pos.File) {
				pos.File = filepath.Join(b.opts.Dir, pos.File)
			}
			e.File, e.Line, e.Column, e.Text = pos.File, pos.Line, pos.Column, text
			return e
		}
		if e.Text == "" && line != "" && !strings.HasPrefix(line, "#") {
			e.Text = line
		}
	}
	e.Text = cmp.Or(e.Text, failed.Err.Error())
	return e
}

// Names are the top-level workloads of a package, in the order of its files. Sub-benchmarks are not known before they
// run.
type Names struct {
	Benchmarks []string
	Tests      []string
	Examples   []string
	Fuzz       []string
}

// List asks the binary for its workloads.
func (x *Binary) List(ctx context.Context) (Names, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, defaultTimeout, fmt.Errorf("no list of tests after %v", defaultTimeout))
	defer cancel()
	out, err := x.command([]string{"-test.list=."}, nil).Run(ctx)
	if err != nil {
		return Names{}, &exitError{"asked for its tests, the test binary " + describe(err, out), lastWords(out), err}
	}
	var n Names
	for line := range strings.Lines(string(out.Stdout)) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "Benchmark"):
			n.Benchmarks = append(n.Benchmarks, line)
		case strings.HasPrefix(line, "Test"):
			n.Tests = append(n.Tests, line)
		case strings.HasPrefix(line, "Example"):
			n.Examples = append(n.Examples, line)
		case strings.HasPrefix(line, "Fuzz"):
			n.Fuzz = append(n.Fuzz, line)
		}
	}
	return n, nil
}

// defaultTimeout is how long one workload may take if the user sets no other limit. The number of operations is
// chosen so that most workloads take less than a second.
const defaultTimeout = 2 * time.Minute

// keepOutput bounds how much of a test binary's output is retained, in bytes of each stream.
const keepOutput = 1 << 20

// Test runs the tests, examples and seeds of fuzz tests, like go test, without recording anything. It calls line with
// each line of their output, with the marks of -test.v=test2json. The error is a [*gocmd.Error] if one of them fails.
func (x *Binary) Test(ctx context.Context, line func(string)) error {
	c := x.command([]string{"-test.v=test2json", "-test.timeout=10m"}, nil)
	c.Line = line
	_, err := c.Run(ctx)
	return err
}

// Counter is how the binary counts, as [Bench.Counter].
func (x *Binary) Counter() string { return x.bench.Counter() }

// command returns a run of the binary as go test would start it: in the folder of its package, with the toolchain
// first in PATH.
func (x *Binary) command(args, env []string) gocmd.Command {
	b := x.bench
	path := filepath.Join(b.env.GOROOT, "bin") + string(filepath.ListSeparator) + os.Getenv("PATH")
	return gocmd.Command{
		Path: x.Path,
		Args: append([]string{"-test.paniconexit0"}, args...),
		Dir:  x.Dir,
		Env:  slices.Concat([]string{"PATH=" + path, "TMPDIR=" + b.temporary()}, b.opts.Env, env),
		Keep: keepOutput,
	}
}
