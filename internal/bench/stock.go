package bench

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/record"
)

// stockN is the number of operations of a benchmark under the stock profile: the number that [exact.ModeChoose]
// chooses for most benchmarks.
const stockN = 100

// profileStock is Profile without the counting runtime.
func (x *Binary) profileStock(ctx context.Context, sel Select) (*Run, error) {
	var all []*profile.Profile
	run, err := x.recordStock(ctx, sel, func(_ record.Workload, p *profile.Profile) error {
		all = append(all, p)
		return nil
	})
	if run == nil {
		return nil, err
	}
	run.Profile = newProfileBuilder(x.Path).p
	if len(all) > 0 {
		merged, merr := profile.Merge(all)
		if merr != nil {
			return run, errors.Join(err, merr)
		}
		run.Profile = merged
	}
	return run, err
}

// recordStock is Record without the counting runtime. Each workload runs twice under the stock profile at rate 1,
// each time in a process of its own, once with a single operation and once with many. The difference of the two is
// taken for the steady phase.
//
// BAD: objects of set-up that a benchmark repeats in every run stay in the difference, and a benchmark that uses
// B.Loop has one operation less than is counted.
func (x *Binary) recordStock(ctx context.Context, sel Select, each Each) (*Run, error) {
	names, run, err := x.names(ctx, sel)
	if err != nil {
		return run, err
	}
	for _, name := range names {
		w, p, err := x.stockWorkload(ctx, sel, name)
		if err != nil {
			return run, cmp.Or(context.Cause(ctx), err)
		}
		run.Workloads = append(run.Workloads, w)
		if p != nil {
			if err := each(w, p); err != nil {
				return run, err
			}
		}
	}
	return run, nil
}

// names runs the selected workloads once, to learn their names, including those of sub-benchmarks. The returned run
// has the workloads that failed.
func (x *Binary) names(ctx context.Context, sel Select) ([]string, *Run, error) {
	run := new(Run)
	var names []string
	sel.Benchtime = "1x"
	all, err := x.measureStock(ctx, sel)
	for _, s := range all {
		if s.Failure != "" {
			run.Workloads = append(run.Workloads, x.failed(s.Name, s.Failure, s.Output))
			continue
		}
		names = append(names, s.Name)
	}
	return names, run, err
}

func kindOf(name string) record.WorkloadKind {
	if strings.HasPrefix(name, "Benchmark") {
		return record.KindBenchmark
	}
	return record.KindTest
}

func (x *Binary) stockWorkload(ctx context.Context, sel Select, name string) (record.Workload, *profile.Profile, error) {
	x.bench.opts.Progress(record.Progress{Stage: "run", Text: name})
	kind := kindOf(name)
	one := sel.only(name)
	one.Benchtime = "1x"
	first, s, failed, err := x.stockRun(ctx, one, name)
	if err != nil || failed.Failure != "" {
		return failed, nil, err
	}
	p := first
	w := record.Workload{Name: name, Package: x.Package, Kind: kind, Ops: 1}
	if kind == record.KindBenchmark {
		many := one
		many.Benchtime = cmp.Or(sel.Benchtime, fmt.Sprintf("%dx", stockN+1))
		w.FirstObjects, w.FirstBytes = int64(s.AllocsPerOp), int64(s.BytesPerOp)
		if p, s, failed, err = x.stockRun(ctx, many, name); err != nil || failed.Failure != "" {
			return failed, nil, err
		}
		first.Scale(-1)
		if p, err = profile.Merge([]*profile.Profile{p, first}); err != nil {
			return w, nil, err
		}
		w.Ops = max(s.N-1, 1)
		w.Objects, w.Bytes = int64(s.AllocsPerOp)*w.Ops, int64(s.BytesPerOp)*w.Ops
	}
	recorded := label(p, name, kind)
	if kind != record.KindBenchmark {
		w.Objects, w.Bytes = recorded, 0
	}
	w.Missing = w.Objects - recorded
	return w, p, nil
}

// label marks the samples of a profile as the steady phase of a workload, drops samples of the harness and those
// whose difference is zero or less, and returns the number of objects.
func label(p *profile.Profile, name string, kind record.WorkloadKind) int64 {
	var objects int64
	kept := p.Sample[:0]
	for _, s := range p.Sample {
		if s.Value[0] <= 0 || !beneath(s, kind) {
			continue
		}
		objects += s.Value[0]
		s.Label = map[string][]string{"workload": {name}, "phase": {string(record.PhaseSteady)}}
		s.NumLabel = map[string][]int64{"block": {s.Value[1] / s.Value[0]}}
		s.NumUnit = map[string][]string{"block": {"bytes"}}
		kept = append(kept, s)
	}
	p.Sample = kept
	return objects
}

// beneath reports whether a sample belongs to the function of a workload of the given kind: testing called a frame
// that is not its own. Objects of goroutines that the function started look like any others, and are left out.
func beneath(s *profile.Sample, kind record.WorkloadKind) bool {
	inner := ""
	for _, loc := range s.Location {
		for _, line := range loc.Line {
			name := line.Function.Name
			switch {
			case kind == record.KindBenchmark && name == "testing.(*B).runN",
				kind != record.KindBenchmark && (name == "testing.tRunner" || name == "testing.runExample"):
				return inner != "" && !strings.HasPrefix(inner, "testing.")
			}
			inner = name
		}
	}
	return false
}

// stockRun runs one workload under the stock profile. A failure of the workload is in the returned workload, not in
// the error.
func (x *Binary) stockRun(ctx context.Context, sel Select, name string) (*profile.Profile, Sample, record.Workload, error) {
	dir, err := os.MkdirTemp(filepath.Dir(x.Path), "run")
	if err != nil {
		return nil, Sample{}, record.Workload{}, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "mem.pprof")
	args := append(sel.arguments(nil), "-test.benchmem", "-test.v", "-test.memprofile="+file, "-test.memprofilerate=1")
	all, death, err := x.stockProcess(ctx, sel, args, []string{"GODEBUG=" + godebug(os.Getenv("GODEBUG"), x.bench.opts.Env)})
	if err != nil {
		return nil, Sample{}, record.Workload{}, err
	}
	if death != nil {
		all = append(all, death.sample(name))
	}
	var s Sample
	for _, got := range all {
		if got.Failure != "" {
			return nil, s, x.failed(name, got.Failure, got.Output), nil
		}
		if got.Name == name {
			s = got
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, s, record.Workload{}, err
	}
	p, err := profile.ParseData(text)
	if err != nil {
		return nil, s, record.Workload{}, fmt.Errorf("profile of %s: %v", name, err)
	}
	// What is in use at the end says nothing about an operation.
	if err := keepAllocations(p); err != nil {
		return nil, s, record.Workload{}, fmt.Errorf("profile of %s: %v", name, err)
	}
	return p, s, record.Workload{}, nil
}

// godebug adds the profile rate to the user's GODEBUG: set in the environment, it is in force before packages are
// initialised.
func godebug(current string, env []string) string {
	for _, e := range env {
		if v, ok := strings.CutPrefix(e, "GODEBUG="); ok {
			current = v
		}
	}
	if current != "" {
		current += ","
	}
	return current + "memprofilerate=1"
}

func keepAllocations(p *profile.Profile) error {
	if len(p.SampleType) < 2 || p.SampleType[0].Type != "alloc_objects" || p.SampleType[1].Type != "alloc_space" {
		return errors.New("no alloc_objects and alloc_space in it")
	}
	p.SampleType = p.SampleType[:2]
	p.DefaultSampleType = ""
	for _, s := range p.Sample {
		s.Value = s.Value[:2]
		s.NumLabel, s.NumUnit = nil, nil // they would keep equal stacks apart
	}
	return nil
}

// measureStock is Measure based on the output of testing. If the process dies, the rest runs again without the
// culprit.
func (x *Binary) measureStock(ctx context.Context, sel Select) ([]Sample, error) {
	var all []Sample
	var over []string
	for {
		more, death, err := x.stockProcess(ctx, sel, append(sel.arguments(over), verbose...), nil)
		if err == nil && death != nil {
			more, err = x.blame(ctx, sel, more, death)
		}
		news := 0
		for _, s := range more {
			if !slices.Contains(over, s.Name) {
				over = append(over, s.Name)
				all = append(all, s)
				news++
			}
		}
		if death == nil || err != nil {
			return all, err
		}
		if news == 0 {
			return all, errors.New("the test binary dies again, in nothing new")
		}
	}
}

// verbose are the arguments that make testing print what the function printed reads.
var verbose = []string{"-test.benchmem", "-test.v"}

// A death is how a process ended before it was done.
type death struct {
	err    error
	output gocmd.Output
}

// sample is the death as the failure of a workload.
func (d *death) sample(name string) Sample {
	return Sample{Name: name, Failure: describe(d.err, d.output), Output: lastWords(d.output)}
}

// suspects is how many workloads are run alone to find out which one a process died of.
const suspects = 4

// attempts is how often they are, if none dies.
const attempts = 3

// blame adds the workload that a process died of to the samples. It is the one that began last or, since testing goes
// on for a moment after a benchmark has panicked, one before it: the candidates run again, each in a process of its
// own; once more, if none dies, as testing may end a process before the panic does. A process that hung has not panicked,
// and its last workload is blamed without another run.
func (x *Binary) blame(ctx context.Context, sel Select, all []Sample, d *death) ([]Sample, error) {
	begun := begun(d.output.Stdout)
	culprit := d.sample(begun[len(begun)-1])
	var late *timeoutError
	if !errors.As(d.err, &late) {
		last := begun[max(0, len(begun)-suspects):]
		for range attempts {
			again, err := x.diesAgain(ctx, sel, last)
			if err != nil {
				return all, err
			}
			if again != nil {
				culprit = *again
				break
			}
		}
	}
	all = slices.DeleteFunc(all, func(s Sample) bool { return s.Name == culprit.Name })
	return append(all, culprit), nil
}

// diesAgain runs workloads alone, from the last on, and returns the first of which a process dies, nil if none does.
func (x *Binary) diesAgain(ctx context.Context, sel Select, names []string) (*Sample, error) {
	for i, name := range slices.Backward(names) {
		if i+1 < len(names) && strings.HasPrefix(names[i+1], name+"/") {
			continue // its sub-benchmarks would run, too
		}
		only := sel.only(name)
		_, again, err := x.stockProcess(ctx, only, append(only.arguments(nil), verbose...), nil)
		if err != nil {
			return nil, err
		}
		if again != nil {
			s := again.sample(name)
			return &s, nil
		}
	}
	return nil, nil
}

// stockProcess runs the binary once and returns what it printed about workloads that ended. It returns an error if
// the process died before it began one.
func (x *Binary) stockProcess(ctx context.Context, sel Select, args, env []string) ([]Sample, *death, error) {
	out, err := x.watch(ctx, x.command(args, env), sel.Timeout)
	if ctx.Err() != nil {
		return nil, nil, context.Cause(ctx)
	}
	all := printed(out.Stdout)
	var e *gocmd.Error
	failed := errors.As(err, &e) && e.Code == 1 && bytes.Contains(out.Stdout, []byte("--- FAIL: "))
	if err == nil || failed {
		return all, nil, nil
	}
	if e == nil || len(begun(out.Stdout)) == 0 {
		return all, nil, died(out, err)
	}
	return all, &death{err, out}, nil
}

// printed parses the results that testing prints with -test.v. The log of a workload stands between its first line
// and its verdict.
func printed(stdout []byte) []Sample {
	var all []Sample
	var logged strings.Builder
	for line := range strings.Lines(string(stdout)) {
		if begins(line) != "" {
			logged.Reset()
		}
		logged.WriteString(line)
		line = strings.TrimSpace(line)
		for _, verdict := range []string{"PASS", "FAIL"} {
			name, ok := strings.CutPrefix(line, "--- "+verdict+": ")
			if !ok {
				continue
			}
			name, _, _ = strings.Cut(name, " ")
			s := Sample{Name: name, N: 1}
			if verdict == "FAIL" {
				s = Sample{Name: plainName(name), Failure: "failed", Output: clip(logged.String())}
			}
			all = append(all, s)
		}
		if s, ok := result(line); ok {
			all = append(all, s)
		}
	}
	return all
}

// plainName is the name of a benchmark without the suffix for GOMAXPROCS.
func plainName(printed string) string {
	if n := lastNumber(printed); n != "" && strings.HasPrefix(printed, "Benchmark") {
		return strings.TrimSuffix(printed, "-"+n)
	}
	return printed
}

// result parses a line of figures: "BenchmarkX-2  100  71.0 ns/op  48 B/op  1 allocs/op".
func result(line string) (Sample, bool) {
	fields := strings.Fields(line)
	if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
		return Sample{}, false
	}
	n, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil {
		return Sample{}, false
	}
	s := Sample{Name: plainName(fields[0]), N: n}
	for i := 2; i+1 < len(fields); i += 2 {
		v, err := strconv.ParseFloat(fields[i], 64)
		if err != nil {
			return Sample{}, false
		}
		switch fields[i+1] {
		case "ns/op":
			s.NsPerOp = v
		case "B/op":
			s.BytesPerOp = v
		case "allocs/op":
			s.AllocsPerOp = v
		}
	}
	return s, true
}

// begun returns the names of the workloads that the output of -test.v shows, in the order they began.
func begun(stdout []byte) []string {
	var all []string
	for line := range strings.Lines(string(stdout)) {
		if name := begins(line); name != "" && (len(all) == 0 || name != all[len(all)-1]) {
			all = append(all, name)
		}
	}
	return all
}

// begins returns the name of the workload that a line of output is about; empty if it is about none.
func begins(line string) string {
	line = strings.TrimSpace(line)
	if test, ok := strings.CutPrefix(line, "=== RUN   "); ok {
		return test
	}
	name, _, _ := strings.Cut(line, " ")
	if name, _, _ = strings.Cut(name, "\t"); strings.HasPrefix(name, "Benchmark") {
		return plainName(name)
	}
	return ""
}
