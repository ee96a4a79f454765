package bench

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/unheap/unheap/internal/exact"
	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/record"
)

// A Run is the result of running the workloads of one package.
type Run struct {
	// Workloads are in the order they ran; those that failed have a Failure.
	Workloads []record.Workload
	// Skipped are the names of workloads that skipped themselves.
	Skipped []string
	// Profile is what [Binary.Profile] recorded; nil for [Binary.Record], which passes it on. It has a sample for
	// each stack, phase, size and type. Values are alloc_objects and alloc_space; labels "workload", "phase" (as
	// [record.Phase]) and "type"; numbers "size" and "block", in bytes, as in [record.Alloc]. Addresses are those of
	// the binary file. In the profile of the counting runtime, stacks begin in the runtime.
	Profile *profile.Profile
}

// Each is called with what one workload allocated, as soon as the workload has ended, in the form of [Run.Profile].
// The profile has only the locations that its samples refer to. An error ends the run.
type Each func(record.Workload, *profile.Profile) error

// Profile runs the selected workloads with every object recorded. If ctx ends early, it returns the figures of the
// workloads that have ended, and the cause of ctx.
func (x *Binary) Profile(ctx context.Context, sel Select) (*Run, error) {
	if x.bench.counter.reason != "" {
		return x.profileStock(ctx, sel)
	}
	out := newProfileBuilder(x.Path)
	run := &Run{Profile: out.p}
	err := x.attempts(ctx, sel, exact.ModeProfile, run, func(j *exact.Journal, w *exact.Workload) error {
		out.p.Sample = append(out.p.Sample, out.take(j, w).Sample...)
		return nil
	})
	failed := make(map[string]bool)
	for _, w := range run.Workloads {
		failed[w.Name] = w.Failure != ""
	}
	out.p.Sample = slices.DeleteFunc(out.p.Sample, func(s *profile.Sample) bool { return failed[s.Label["workload"][0]] })
	return run, err
}

// Record runs the selected workloads with every object recorded, and calls each with what every workload allocated. A
// workload may fail after it has ended and been passed to each: it has a Failure in the returned Run, and does not
// count.
func (x *Binary) Record(ctx context.Context, sel Select, each Each) (*Run, error) {
	if x.bench.counter.reason != "" {
		return x.recordStock(ctx, sel, each)
	}
	out := newProfileBuilder(x.Path)
	run := new(Run)
	err := x.attempts(ctx, sel, exact.ModeProfile, run, func(j *exact.Journal, w *exact.Workload) error {
		return each(x.workload(w), out.take(j, w))
	})
	return run, err
}

// attempts starts processes until each selected workload has ended or died, and calls each with those that ended
// well.
func (x *Binary) attempts(ctx context.Context, sel Select, mode string, run *Run, each func(*exact.Journal, *exact.Workload) error) error {
	var over []string // names of workloads that need not run again
	for {
		seen, err := x.attempt(ctx, sel, mode, over, each)
		more := x.collect(run, seen, over)
		over = append(over, more...)
		if err != nil || seen.journal.Complete || ctx.Err() != nil {
			return cmp.Or(context.Cause(ctx), err)
		}
		if len(more) == 0 {
			return fmt.Errorf("the test binary %s again, in nothing new", seen.how)
		}
	}
}

// An attempt is one process that ran workloads.
type attempt struct {
	journal *exact.Journal // nil if the process wrote none
	ended   []ended
	output  gocmd.Output
	how     string // how the process ended, in words
}

// An ended is a workload of the journal that has ended, without its samples.
type ended struct {
	record.Workload
	status string
	once   bool // whether a failure is one of the second run only, which does not count
}

// attempt runs the selected workloads, without those that are over, in one process. It returns an error if the
// process reported nothing new.
func (x *Binary) attempt(ctx context.Context, sel Select, mode string, over []string, each func(*exact.Journal, *exact.Workload) error) (attempt, error) {
	if sel.Benchtime == "" {
		mode += "," + exact.ModeChoose
	}
	if sel.Twice {
		mode += "," + exact.ModeTwice
	}
	if sel.Half {
		mode += "," + exact.ModeHalf
	}
	env := []string{exact.EnvMode + "=" + mode, exact.EnvOwn + "=" + sel.Own.encode()}
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var seen attempt
	var refused error
	var err, unread error
	seen.journal, seen.output, err, unread = x.follow(within, x.command(sel.arguments(over), env), sel.Timeout, func(j *exact.Journal, w *exact.Workload) {
		seen.ended = append(seen.ended, ended{x.workload(w), w.Status, w.Once})
		if w.Status == exact.StatusOK && refused == nil && !slices.Contains(over, w.Name) {
			if refused = each(j, w); refused != nil {
				cancel(refused)
			}
		}
	})
	seen.how = describe(err, seen.output)
	switch {
	case refused != nil:
		return seen, refused
	case seen.journal == nil:
		return seen, &exitError{fmt.Sprintf("the test binary %s, and its journal cannot be read: %v", seen.how, unread), lastWords(seen.output), err}
	case ctx.Err() != nil: // a workload that an interrupt ends has not failed
		seen.journal.Running = nil
	}
	if !seen.journal.Complete && len(seen.journal.Running) == 0 && seen.journal.Ended == 0 {
		// It died before or between workloads: running it again would not help.
		return seen, died(seen.output, err)
	}
	return seen, nil
}

// collect adds the results of an attempt to the run, and returns the names of the workloads that are over now and
// were not before.
func (x *Binary) collect(run *Run, seen attempt, over []string) []string {
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
		fails = "" // not to be searched once more for each workload
	}
	for _, w := range seen.ended {
		if known[w.Name] {
			continue
		}
		more = append(more, w.Name)
		switch text := Failed(fails, w.Name); {
		case w.status == exact.StatusFrame:
		case w.status == exact.StatusSkipped:
			run.Skipped = append(run.Skipped, w.Name)
		case w.status == exact.StatusFailed || text != "" && !w.once:
			run.Workloads = append(run.Workloads, x.failed(w.Name, "failed", clip(text)))
		default:
			run.Workloads = append(run.Workloads, w.Workload)
		}
	}
	if running := seen.journal.Running; !seen.journal.Complete && len(running) > 0 {
		culprit := running[len(running)-1]
		if !known[culprit] {
			more = append(more, culprit)
			run.Workloads = append(run.Workloads, x.failed(culprit, seen.how, lastWords(seen.output)))
		}
	}
	return more
}

func (x *Binary) workload(w *exact.Workload) record.Workload {
	r := record.Workload{
		Name: w.Name, Package: x.Package, Kind: kindOf(w.Name), Ops: w.Ops,
		Objects: w.Allocs, Bytes: w.Bytes,
		FirstObjects: w.FirstAllocs, FirstBytes: w.FirstBytes,
		HalfOps: w.HalfOps, HalfObjects: w.HalfAllocs, HalfBytes: w.HalfBytes,
		Exact: true, Missing: w.Allocs,
	}
	for _, s := range w.Samples {
		if s.Phase == string(record.PhaseSteady) {
			r.Missing -= s.Count
		}
	}
	return r
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
