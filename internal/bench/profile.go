package bench

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/unheap/unheap/internal/exact"
	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/record"
)

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
			return run, stuck(seen)
		}
	}
}

// last reports whether there is nothing left to run, or no use in it.
func (a attempt) last(ctx context.Context, err error) bool {
	return err != nil || a.journal.Complete || ctx.Err() != nil
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
