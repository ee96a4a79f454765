package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/term"
)

func findCommand() command {
	return command{
		name:  "find",
		args:  "[flags] [packages]",
		short: "measure, and say of every allocation why it is on the heap",
		long: `
Find runs the benchmarks of the packages, by default of the one in the current
directory, or their tests and examples where a package has no benchmarks. It
counts every object that they allocate, charges it to the line of yours that
asked for it, and says why it is on the heap and what would remove it.

The counts of a benchmark add up to what "go test -benchmem" reports as
allocs/op. What the first operation of a benchmark, or the first run of a test,
allocates (filling caches and pools) is told apart from every later one. Where
figures depend on the number of operations, because something is kept and grows,
the report says so: give -benchtime, or write //unheap:benchtime=1000x in a test
file.

Of several packages, a line for each is printed as soon as it has been measured,
and the report follows.

What cannot be built or dies is told with the words of the command that failed,
and the rest goes on. Vet is not run.

Objects are counted by a runtime that is patched for the measurement, through
an overlay: neither your tree nor your toolchain is changed. The first use of
a toolchain compiles the standard library once more.

With -profile a pprof file takes the place of the benchmarks: a heap profile
is explained in the same way, a CPU profile shows how much of the time is
allocation and garbage collection. The profile "-" is read from stdin.

With -paths the report says too how often the code of each costly place runs: in
which part of the calls of its function, how many of the times make an object, and
whether the line by which the value gets away runs at all. That is counted by a
build of its own, since counting changes what is compiled.

With -brief there is one line for each cause and nothing else, for an agent or
for you in a hurry: "unheap show" tells more of one of them. The last run of
each module is kept in the cache, and -since=last says what has changed.`,
		run: runFind,
	}
}

// A findFlags is the command line of find.
type findFlags struct {
	settings
	renderFlags
	briefFlags
	profile string
	binary  string
	cpu     bool
	timing  bool
	paths   bool
}

func runFind(ctx context.Context, std streams, args []string) error {
	c := findCommand()
	fs := newFlags()
	var f findFlags
	f.settings.register(fs)
	f.renderFlags.register(fs)
	f.briefFlags.register(fs)
	fs.StringVar(&f.profile, "profile", "", "explain the pprof `FILE` instead of running benchmarks")
	fs.StringVar(&f.binary, "binary", "", "the program that -profile was taken from, to tell allocations on one line apart")
	fs.BoolVar(&f.cpu, "cpu", false, "record CPU profiles too, and say how much of the time is allocation")
	fs.BoolVar(&f.timing, "time", false, "time the benchmarks too, in runs that record nothing")
	fs.BoolVar(&f.paths, "paths", false, "count too how often the path of each costly place runs, in a build of its own")
	if err := parse(c, fs, std, args); err != nil {
		return err
	}
	if err := errors.Join(f.renderFlags.check(), f.briefFlags.check(&f.renderFlags)); err != nil {
		return err
	}
	if f.binary != "" && f.profile == "" {
		return usagef("find: -binary is of use with -profile only")
	}
	if f.profile != "" && (f.cpu || f.timing || f.paths) {
		return usagef("find: -profile runs nothing, so -cpu, -time and -paths cannot be given with it")
	}
	if err := f.settings.check(fs.Args()); err != nil {
		return err
	}
	out, err := f.open(ctx, std.out) // after check has changed the directory
	if err != nil {
		return err
	}
	bar := newBar(std)
	m := &measurement{settings: f.settings, findFlags: &f, handler: out, bar: bar, in: std.in, command: append([]string{"find"}, args...)}
	if f.format == "text" && f.file == "" && !f.brief {
		m.lines.w = std.out
	}
	if f.profile == "" {
		last, done := keep(ctx)
		m.handler = record.Func(func(msg record.Message) error {
			err := msg.Dispatch(out)
			if msg.CPU == nil { // which show does not read
				err = errors.Join(err, msg.Dispatch(last))
			}
			return err
		})
		err = m.run(ctx)
		done(m.printable)
	} else {
		err = m.run(ctx)
	}
	return errors.Join(bar.Close(), finish(out, err, m.printable))
}

// open returns the sink of the report.
func (f *findFlags) open(ctx context.Context, stdout io.Writer) (*sink, error) {
	if !f.brief {
		return f.renderFlags.open(stdout)
	}
	w, err := f.briefFlags.writer(ctx)
	if err != nil {
		return nil, err
	}
	s, to, err := f.create(stdout)
	if err != nil {
		return nil, err
	}
	s.Handler, w.To = w, to
	return s, nil
}

// newBar returns the bar that shows progress on stderr, or nil if stderr is no terminal.
func newBar(std streams) *term.Bar {
	if !isTerminal(std.err) {
		return nil
	}
	return term.NewBar(term.Open(std.err.(*os.File), os.Getenv), time.Now)
}

// anyBar is newBar, with a bar that prints lines if stderr is no terminal.
func anyBar(std streams) *term.Bar {
	return cmp.Or(newBar(std), term.NewBar(term.Output{Writer: std.err}, time.Now))
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.Open(f, os.Getenv).Terminal
}

// finish completes the report and returns the error of the run. If there is nothing to show, nothing is written.
func finish(out *sink, err error, printable bool) error {
	if err != nil && !printable {
		out.discard()
		return err
	}
	if cerr := out.Close(); cerr != nil {
		out.discard()
		return errors.Join(err, cerr)
	}
	return errors.Join(err, out.commit())
}

// A noWork is the error that nothing could be measured. The problems have been reported one by one.
type noWork struct{ problems []record.Problem }

func (e *noWork) Error() string {
	if len(e.problems) == 1 {
		return "nothing could be measured"
	}
	return fmt.Sprintf("nothing could be measured: %d problems", len(e.problems))
}
