package driver

import (
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/diff"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/report/proof"
	"github.com/unheap/unheap/internal/term"
)

func proveCommand() command {
	return command{
		name:  "prove",
		args:  "[flags] [REV | REV..REV | FILE.diff | -]",
		short: "judge a change that you made, as fix judges its own",
		long: `
Prove says of any change what it does to allocations and whether the code still does what
it did: of the working tree against HEAD, which is the default, of a commit against its
parent, of each commit of a range, or of a diff, from a file or from stdin, that is applied
to the working tree. Your tree is not touched: both versions are laid out in a temporary
folder.

It runs the tests of the changed packages and of those that import them; counts, exactly,
what each benchmark allocates before and after, or each test where there are no benchmarks;
and calls the old and the new version of every changed function side by side on generated
inputs, comparing results, errors, panics and what they do to their arguments. It says which
of the changed lines were reached by all that: agreement that nothing has looked at is no
proof.

The verdict is one of
	held        it allocates less, and nothing else that was looked at has changed
	no-gain     nothing else has changed, and it allocates no less
	differs     there is an input on which old and new differ
	tests-fail  a test fails that passes without it, or it does not build for another system
	unknown     too little of it was reached to say
It exits 0 if every change held, and 3 if one did not.`,
		run: runProve,
	}
}

// A proveFlags holds the flags of prove other than those about what to measure.
type proveFlags struct {
	format    string
	timing    bool
	frames    bool
	fuzzTime  time.Duration
	repro     string
	importers time.Duration
	minimal   bool
	rules     string // file of pairs to prove instead of a change
}

func (x *proveFlags) register(fs *flag.FlagSet) {
	fs.StringVar(&x.format, "format", "text", "write the result as `text`, markdown or json (one object a line; docs/record.md)")
	fs.BoolVar(&x.timing, "time", false, "time all benchmarks that are counted, old and new in turns; otherwise only\nthose that take more bytes, and of pools and caches")
	fs.BoolVar(&x.frames, "frames", false, "let it count what functions see of the stack, by runtime.Caller or in a log:\nfiles and functions, not lines")
	fs.DurationVar(&x.fuzzTime, "fuzz-time", 10*time.Second, "compare old and new of one function for at most this `time`; less where\nnothing new is run any more")
	fs.BoolVar(&x.minimal, "minimize", false, "of a change that held, drop the hunks without which it allocates as little,\nand show what is left as a diff")
	fs.StringVar(&x.repro, "repro", "", "write for each difference a Go test into `DIR` that passes with the old\nversion and fails with the new one; both have been run")
	fs.StringVar(&x.rules, "rules", "", "prove the pairs of functions before… and after… of `FILE`, with which\n'fix -rules' rewrites, instead of a change")
	fs.DurationVar(&x.importers, "importers-time", time.Minute, "run tests of packages that import the changed ones, the nearest first,\nfor about this `time`")
}

func runProve(ctx context.Context, std streams, args []string) error {
	c := proveCommand()
	fs := newFlags()
	var s settings
	var x proveFlags
	s.register(fs)
	x.register(fs)
	fs.Lookup("tests").Usage = "count tests and examples although there are benchmarks"
	if err := parse(c, fs, std, args); err != nil {
		return err
	}
	if !slices.Contains([]string{"text", "markdown", "json"}, x.format) {
		return usagef("-format=%s: want text, markdown, json", x.format)
	}
	if fs.NArg() > 1 {
		return usagef("prove: one change at a time, not %s; A..B names all commits of a range", strings.Join(fs.Args(), " "))
	}
	if x.rules != "" && fs.NArg() > 0 {
		return usagef("prove: -rules=%s or a change, %s, not both", x.rules, fs.Arg(0))
	}
	if err := s.check(nil); err != nil {
		return err
	}
	if x.rules != "" {
		return proveOwn(ctx, &s, &x, x.writer(std.out, append([]string{"prove"}, args...)))
	}
	if x.repro != "" {
		abs, err := filepath.Abs(x.repro)
		if err != nil {
			return err
		}
		x.repro = abs // absolute, as the run changes the directory
	}
	r, err := diff.Open(ctx, ".")
	if err != nil {
		return err
	}
	defer r.Close()
	names, err := r.Names(ctx, fs.Arg(0), std.in)
	if err != nil {
		return err
	}
	bar := anyBar(std)
	err = proveAll(ctx, r, names, x.writer(std.out, append([]string{"prove"}, args...)), &proving{settings: s, proveFlags: x, bar: bar})
	return errors.Join(bar.Close(), err)
}

// writer shows proofs as they are made.
func (x *proveFlags) writer(w io.Writer, command []string) func(*record.Proof) error {
	switch x.format {
	case "json":
		stream := record.Encode(w)
		config := &record.Config{Protocol: record.Protocol, Unheap: version(), Command: command}
		return func(p *record.Proof) error {
			if config != nil {
				if err := stream.Config(config); err != nil {
					return err
				}
				config = nil
			}
			return stream.Proof(p)
		}
	case "markdown":
		return func(p *record.Proof) error {
			_, err := io.WriteString(w, proof.Markdown(p))
			return err
		}
	}
	return func(p *record.Proof) error {
		_, err := io.WriteString(w, proof.Text(p))
		return err
	}
}

// errNotHeld is the error for a change that did not hold: exit code 3.
var errNotHeld = errors.New("not held")

// proveAll judges the changes names one after the other. If one of several cannot be judged, the others still are.
func proveAll(ctx context.Context, r *diff.Reader, names []diff.Name, out func(*record.Proof) error, p *proving) error {
	home, err := os.Getwd()
	if err != nil {
		return err
	}
	held := true
	for _, name := range names {
		one, err := p.prove(ctx, r, name)
		if cerr := os.Chdir(home); cerr != nil {
			return cerr
		}
		if err != nil && (len(names) == 1 || ctx.Err() != nil) {
			return err
		}
		if err != nil {
			one = &record.Proof{Change: name.String(), Reasons: []string{err.Error()}}
		}
		held = held && (one.Outcome == record.Held || one.Outcome == "")
		if err := out(one); err != nil {
			return err
		}
	}
	if !held {
		return errNotHeld
	}
	return nil
}

func (p *proving) progress(m record.Progress) {
	_ = p.bar.Progress(&m) // an error of the terminal ends no run
}

// A proving is the state that the trials of several changes share.
type proving struct {
	settings
	proveFlags
	bar *term.Bar
}

// prove judges one change.
func (p *proving) prove(ctx context.Context, r *diff.Reader, name diff.Name) (*record.Proof, error) {
	p.progress(record.Progress{Stage: "prove", Text: name.String()})
	change, err := r.Read(ctx, name)
	if err != nil {
		return nil, err
	}
	t := &trial{proving: p, change: change, benched: make(map[place]bool), proof: &record.Proof{Change: change.Name, Base: change.Base}}
	defer t.close()
	return t.proof, t.run(ctx)
}
