package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/pprof/profile"

	"github.com/unheap/unheap/internal/exact"
	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/record"
)

// A Select says what of a package to run, and how.
type Select struct {
	// Bench selects benchmarks as -bench does; empty runs none.
	Bench string
	// Run selects tests and examples as -run does; empty runs none.
	Run string
	// Skip leaves out what matches, as -skip does; empty leaves out nothing.
	Skip string
	// Benchtime is as -benchtime: "100x", "1s". Empty lets the first
	// operation choose, see [exact.ModeChoose].
	Benchtime string
	// Timeout bounds each single workload; 0 means two minutes.
	Timeout time.Duration
	// Args are further arguments for the test binary, its own last:
	// "-test.short", "-x", "y".
	Args []string
}

// A Run is what the workloads of one package allocated.
type Run struct {
	// Workloads are in the order they ran; those that failed have a Failure.
	Workloads []record.Workload
	// Skipped are the names of workloads that skipped themselves.
	Skipped []string
	// Profile has a sample for each stack, phase, size and type. Values are
	// alloc_objects and alloc_space; labels "workload", "phase" (as
	// [record.Phase]) and "type"; numbers "size" and "block", in bytes, as in
	// [record.Alloc]. Addresses are those of the binary file. The profile of
	// the counting runtime begins its stacks in the runtime.
	Profile *profile.Profile
}

// Profile runs the selected workloads with every object recorded. The figures
// of those that ended are returned also when ctx ended early, together with
// its cause.
func (x *Binary) Profile(ctx context.Context, sel Select) (*Run, error) {
	if x.bench.counter.reason != "" {
		return x.profileStock(ctx, sel)
	}
	out := newProfileBuilder(x.Path)
	run := &Run{Profile: out.p}
	var over []string // names of workloads that need not run again
	for {
		seen, err := x.attempt(ctx, sel, exact.ModeProfile, over)
		more := x.collect(run, out, seen, over)
		over = append(over, more...)
		if seen.last(ctx, err) {
			return run, cmp.Or(context.Cause(ctx), err)
		}
		if len(more) == 0 {
			return run, x.stuck(seen)
		}
	}
}

// last reports whether there is nothing left to run, or no use in it.
func (a attempt) last(ctx context.Context, err error) bool {
	return err != nil || a.journal.Complete || ctx.Err() != nil
}

// stuck is the error for a process that dies whatever is left out.
func (x *Binary) stuck(seen attempt) error {
	return fmt.Errorf("the test binary %s again, in nothing new", seen.ended)
}

// An exitError says of a process that told nothing how it ended.
type exitError struct {
	text  string
	words string // the last it wrote
	err   error  // of the process; nil when it ended well
}

func (e *exitError) Error() string { return strings.TrimSpace(e.text + "\n" + e.words) }

func (e *exitError) Unwrap() error { return e.err }

// died is the error of a process that began no workload.
func died(out gocmd.Output, err error) error {
	return &exitError{"before it ran anything, the test binary " + describe(err, out), lastWords(out), err}
}

// An attempt is one process that ran workloads.
type attempt struct {
	journal *exact.Journal // nil when the process wrote none
	output  gocmd.Output
	ended   string // how it ended, in words
}

// attempt runs the selected workloads, without those that are over, in one
// process. It is an error when the process told nothing new.
func (x *Binary) attempt(ctx context.Context, sel Select, mode string, over []string) (attempt, error) {
	dir, err := os.MkdirTemp(filepath.Dir(x.Path), "run")
	if err != nil {
		return attempt{}, err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "journal")
	if sel.Benchtime == "" {
		mode += "," + exact.ModeChoose
	}
	cmd := x.command(sel.arguments(over), []string{exact.EnvJournal + "=" + name, exact.EnvMode + "=" + mode})
	out, err := x.watch(ctx, cmd, name, sel.Timeout)
	seen := attempt{output: out, ended: describe(err, out)}

	f, openErr := os.Open(name)
	if openErr != nil {
		return seen, &exitError{fmt.Sprintf("the test binary %s and wrote no journal: %v", seen.ended, openErr), lastWords(out), err}
	}
	defer f.Close()
	if seen.journal, openErr = exact.Read(f); openErr != nil {
		return seen, openErr
	}
	if ctx.Err() != nil { // what an interrupt ends has not failed
		seen.journal.Running = nil
	}
	if !seen.journal.Complete && len(seen.journal.Running) == 0 && len(seen.journal.Workloads) == 0 {
		// It died before or between workloads: running it again is no help.
		return seen, died(out, err)
	}
	return seen, nil
}

// arguments selects workloads by name, and skips those that are over.
func (sel Select) arguments(over []string) []string {
	args := []string{"-test.run=" + cmp.Or(sel.Run, "^$"), "-test.timeout=0"}
	if sel.Bench != "" {
		args = append(args, "-test.bench="+sel.Bench)
	}
	if sel.Benchtime != "" {
		args = append(args, "-test.benchtime="+sel.Benchtime)
	}
	if pattern := sel.skip(over); pattern != "" {
		args = append(args, "-test.skip="+pattern)
	}
	return append(args, sel.Args...)
}

// skip is the pattern for what the user skips and what is over.
func (sel Select) skip(over []string) string {
	if sel.Skip == "" || len(over) == 0 {
		return sel.Skip + skip(over)
	}
	return sel.Skip + "|" + skip(over)
}

// skip is the pattern for all of the names. A name stands for those beneath
// it, which keeps the pattern within what a system allows for one argument.
func skip(over []string) string {
	set := make(map[string]bool)
	for _, name := range over {
		set[name] = true
	}
	var patterns []string
	for _, name := range over {
		covered := false
		for i := range name {
			covered = covered || name[i] == '/' && set[name[:i]]
		}
		if !covered {
			patterns = append(patterns, exactly(name))
		}
	}
	return strings.Join(patterns, "|")
}

// exactly is the pattern that matches only the workload of that name.
func exactly(name string) string {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	return strings.Join(parts, "/")
}

// collect adds what an attempt found to the run and, unless it is nil, to the
// profile, and returns the names of the workloads that are now over and were
// not before.
func (x *Binary) collect(run *Run, out *profileBuilder, seen attempt, over []string) []string {
	if seen.journal == nil {
		return nil
	}
	known := make(map[string]bool)
	for _, name := range over {
		known[name] = true
	}
	var more []string
	fails := string(seen.output.Stdout)
	if !strings.Contains(fails, "--- FAIL: ") {
		fails = "" // not to be searched for each workload
	}
	for _, w := range seen.journal.Workloads {
		if known[w.Name] {
			continue
		}
		more = append(more, w.Name)
		switch text := failure(fails, w.Name); {
		case w.Status == exact.StatusFrame:
		case w.Status == exact.StatusSkipped:
			run.Skipped = append(run.Skipped, w.Name)
		case w.Status == exact.StatusFailed || text != "":
			run.Workloads = append(run.Workloads, x.failed(w.Name, "failed", clip(text)))
		default:
			run.Workloads = append(run.Workloads, x.workload(w))
			if out != nil {
				out.add(seen.journal, w)
			}
		}
	}
	if running := seen.journal.Running; !seen.journal.Complete && len(running) > 0 {
		culprit := running[len(running)-1]
		if !known[culprit] {
			more = append(more, culprit)
			run.Workloads = append(run.Workloads, x.failed(culprit, seen.ended, lastWords(seen.output)))
		}
	}
	return more
}

func (x *Binary) workload(w exact.Workload) record.Workload {
	r := record.Workload{
		Name: w.Name, Package: x.Package, Kind: kindOf(w.Name), Ops: w.Ops,
		Objects: w.Allocs, Bytes: w.Bytes,
		FirstObjects: w.FirstAllocs, FirstBytes: w.FirstBytes,
		Exact: true, Missing: w.Allocs,
	}
	for _, s := range w.Samples {
		if s.Phase == string(record.PhaseSteady) {
			r.Missing -= s.Count
		}
	}
	return r
}

// clipped is the most of a stream that is reported of a failed workload, in
// bytes: about the first and the last thirty lines.
const clipped = 4 << 10

// registers is the end of a dump of all goroutines, which tells nobody
// anything: the registers of one thread, on amd64 or arm64.
var registers = regexp.MustCompile(`(?ms)^(rax|r0) +0x[0-9a-f]+\n.*\z`)

// clip keeps the first and the last lines of what a workload wrote. The first
// ones of a fatal error say what it was, the last ones of a log where it ended.
func clip(text string) string {
	text = strings.TrimSpace(registers.ReplaceAllString(text, ""))
	if len(text) <= clipped {
		return text
	}
	head, tail := text[:clipped/2], text[len(text)-clipped/2:]
	if i := strings.LastIndexByte(head, '\n'); i >= 0 {
		head = head[:i]
	}
	if _, after, ok := strings.Cut(tail, "\n"); ok {
		tail = after
	}
	left := len(text) - len(head) - len(tail)
	return strings.ToValidUTF8(fmt.Sprintf("%s\n[%d bytes left out]\n%s", head, left, tail), "")
}

// lastWords are what a process that died wrote: what it printed, and why it
// died.
func lastWords(out gocmd.Output) string {
	return strings.TrimSpace(clip(string(out.Stdout)) + "\n" + clip(string(out.Stderr)))
}

// failed is a workload that has no figures. The output is clipped already.
func (x *Binary) failed(name, why, output string) record.Workload {
	return record.Workload{Name: name, Package: x.Package, Kind: kindOf(name), Failure: why, Output: output}
}

// failure cuts what testing printed about a failed workload from the output:
// the line "--- FAIL: name" and those that belong to it. It is empty when there
// is none.
func failure(output, name string) string {
	var b strings.Builder
	within := false
	for line := range strings.Lines(output) {
		if _, rest, ok := strings.Cut(line, "--- FAIL: "); ok {
			got, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
			within = plainName(got) == name || got == name
		} else if within {
			within = continues(line, name)
		}
		if within {
			b.WriteString(line)
		}
	}
	return b.String()
}

// continues reports whether a line after "--- FAIL" is still about name: the
// log of tests and benchmarks is indented, an example shows what it printed.
func continues(line, name string) bool {
	if strings.HasPrefix(name, "Example") {
		return !strings.HasPrefix(line, "---") && !strings.HasPrefix(line, "===") && strings.TrimSpace(line) != "FAIL"
	}
	return strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t")
}

// lastNumber is the GOMAXPROCS suffix of a benchmark's printed name.
func lastNumber(name string) string {
	i := strings.LastIndexByte(name, '-')
	if i < 0 {
		return ""
	}
	if _, err := strconv.Atoi(name[i+1:]); err != nil {
		return ""
	}
	return name[i+1:]
}

// fatal is how the runtime begins when a signal ends a Go program.
var fatal = regexp.MustCompile(`^SIG[A-Z]+: `)

// describe says in words how a process ended.
func describe(err error, out gocmd.Output) string {
	var e *gocmd.Error
	var late *timeoutError
	switch {
	case err == nil:
		return "called os.Exit(0)"
	case errors.As(err, &late):
		return late.Error()
	case !errors.As(err, &e):
		return err.Error()
	}
	for _, stream := range []string{string(out.Stderr), string(out.Stdout)} {
		for line := range strings.Lines(stream) {
			if text, ok := strings.CutPrefix(strings.TrimSpace(line), "panic: "); ok {
				text, _, _ = strings.Cut(text, " [recovered")
				return "panicked: " + text
			}
			if text, ok := strings.CutPrefix(strings.TrimSpace(line), "fatal error: "); ok {
				return "died: " + text
			}
			if fatal.MatchString(line) {
				return "died: " + strings.TrimSpace(line)
			}
		}
	}
	if e.Code >= 0 {
		return fmt.Sprintf("called os.Exit(%d)", e.Code)
	}
	return "died: " + e.Err.Error()
}

// sortSamples orders samples so that equal runs give equal profiles.
func sortSamples(j *exact.Journal, samples []exact.Sample) {
	slices.SortStableFunc(samples, func(a, b exact.Sample) int {
		return cmp.Or(
			strings.Compare(a.Phase, b.Phase),
			slices.CompareFunc(a.Stack, b.Stack, func(p, q int32) int {
				return cmp.Compare(j.Locations[p].PC, j.Locations[q].PC)
			}),
			cmp.Compare(a.Size, b.Size),
			cmp.Compare(a.Block, b.Block),
			strings.Compare(a.Type, b.Type),
		)
	})
}
