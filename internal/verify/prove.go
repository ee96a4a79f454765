package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/verify/equiv/kit"
)

// A Prover asks the judge's questions, one at a time, about one change that somebody else made: the change is
// compared as a whole, before and after.
type Prover struct {
	in       Input
	set      []record.Candidate // the change
	distance map[string]int     // imports between in.Package and each of in.Users
}

// NewProver prepares to judge the change in.Files to the package in.Package, which in.Users import. Of the other
// fields Root, Dir, Flags, Env, Skip, Benchtime, Timeout, Model, Rel and Tree are used.
func NewProver(ctx context.Context, in Input) (*Prover, error) {
	p := &Prover{in: in, set: []record.Candidate{{ID: "change"}}}
	j := p.judge()
	if err := j.survey(ctx); err != nil {
		return nil, err
	}
	p.in.Users, p.distance = j.Users, j.distance
	return p, nil
}

// Users returns the importing packages of the input, the nearest first.
func (p *Prover) Users() []string { return slices.Clone(p.in.Users) }

// judge returns a new judge whose only candidate is the change.
func (p *Prover) judge() *judge {
	in := p.in
	in.Candidates = p.set
	j := newJudge(in)
	j.distance = p.distance
	return j
}

// Build returns the packages that do not build, tests included, before the change or with it, each with the
// compiler's first words.
func (p *Prover) Build(ctx context.Context, before bool, packages []string) (map[string]string, error) {
	j := p.judge()
	var set []record.Candidate
	if !before {
		set = p.set
	}
	files, err := j.overlay(set)
	if err != nil {
		return nil, err
	}
	got, err := j.goTest(ctx, files, append([]string{"-run=^$"}, packages...), nil)
	if err != nil {
		return nil, err
	}
	return got.unbuilt, nil
}

// Tests runs the tests of packages with the change, and without it those of packages in which something fails.
func (p *Prover) Tests(ctx context.Context, packages []string) (record.TestProof, error) {
	j := p.judge()
	got, err := j.test(ctx, p.set, packages, false, nil)
	if err != nil {
		return record.TestProof{}, err
	}
	if err := j.forgive(ctx, got.failed); err != nil {
		return record.TestProof{}, err
	}
	proof := record.TestProof{Passed: got.tests, Packages: len(packages), Red: j.red}
	for _, test := range slices.Sorted(maps.Keys(got.failed)) {
		if said, ok := got.unbuilt[got.failed[test]]; ok {
			proof.Failed, proof.Unbuilt = said, true
			return proof, nil
		}
	}
	err = enterFailures(&proof, got.failed,
		func(paths []string) (*tested, error) { return j.test(ctx, p.set, paths, true, nil) },
		func(paths []string) (*tested, error) { return j.test(ctx, nil, paths, true, nil) })
	return proof, err
}

// rounds is how often a test that failed with the change runs again, both with the change and without it.
const rounds = 3

// enterFailures sorts the tests in failed, which failed with a change, by their cause; failed maps their names to
// their packages. A test that is late on a busy machine fails now and then with and without a change. So a test is in
// Failed if it fails with the change every time, and never without it; in Flaky if it fails with the change more than
// once, and never without it; and in Unsteady otherwise.
func enterFailures(proof *record.TestProof, failed map[string]string, with, without func(paths []string) (*tested, error)) error {
	paths := slices.Compact(slices.Sorted(maps.Values(failed)))
	fails, before := make(map[string]int), make(map[string]bool)
	for name := range failed {
		fails[name] = 1
	}
	ran := 1
	for ; ran <= rounds && len(failed) > 0; ran++ {
		now, err := with(paths)
		if err != nil {
			return err
		}
		was, err := without(paths)
		if err != nil {
			return err
		}
		undecided := false
		for name := range failed {
			if !now.passed[name] {
				fails[name]++
			}
			before[name] = before[name] || !was.passed[name]
			undecided = undecided || !before[name] && fails[name] > 1
		}
		if !undecided {
			ran++
			break
		}
	}
	for _, name := range slices.Sorted(maps.Keys(failed)) {
		switch {
		case !before[name] && fails[name] == ran:
			proof.Failed = cmp.Or(proof.Failed, name)
		case !before[name] && fails[name] > 1:
			proof.Flaky = append(proof.Flaky, name)
		default:
			proof.Unsteady = append(proof.Unsteady, name)
		}
	}
	return nil
}

// TestsApart runs the tests of packages as p has them on disk, and where something fails, as old has them on disk.
func (p *Prover) TestsApart(ctx context.Context, old *Prover, packages []string) (record.TestProof, error) {
	run := func(p *Prover, fresh bool, paths []string) (*tested, error) {
		if fresh {
			paths = append([]string{"-count=1"}, paths...)
		}
		return p.judge().goTest(ctx, nil, paths, nil)
	}
	got, err := run(p, false, packages)
	if err != nil {
		return record.TestProof{}, err
	}
	proof := record.TestProof{Passed: got.tests, Packages: len(packages)}
	if len(got.failed) == 0 {
		return proof, nil
	}
	before, err := run(old, false, slices.Compact(slices.Sorted(maps.Values(got.failed))))
	if err != nil {
		return proof, err
	}
	for _, name := range slices.Sorted(maps.Keys(got.failed)) {
		if _, red := before.failed[name]; red {
			proof.Red = append(proof.Red, name)
			delete(got.failed, name)
		}
	}
	err = enterFailures(&proof, got.failed,
		func(paths []string) (*tested, error) { return run(p, true, paths) },
		func(paths []string) (*tested, error) { return run(old, true, paths) })
	return proof, err
}

// Passes reports whether the tests of a package that match a pattern pass with the files on disk.
func (p *Prover) Passes(ctx context.Context, path, pattern string) (bool, error) {
	_, ok, err := p.judge().goCommand(ctx, nil, "test", "-count=1", "-vet=off", "-run="+pattern, path)
	return ok, err
}

// A Count is what the workloads of a package allocate before and after the change.
type Count struct {
	Comparisons   []record.Comparison // all workloads that ran, by name
	Before, After *Counted
	Lost          string // a workload that no longer runs; empty for none
	NotBefore     string // why nothing could be counted without the change
}

// A Workload says what of a package is counted: the benchmarks that match Bench or, if that is empty, the tests that
// match Run. Dir is the folder of the package, AfterDir its folder in the version that is counted after.
type Workload struct{ Package, Dir, AfterDir, Bench, Run string }

// Count counts what a workload allocates without the change, as p has it, and with the change, as after has it. after
// is p itself, or a Prover for the new version with tests of its own.
func (p *Prover) Count(ctx context.Context, after *Prover, w Workload) (*Count, error) {
	counting := func(p *Prover, dir string) *judge {
		j := p.judge()
		j.Workload, j.WorkloadDir, j.Bench, j.Run = w.Package, dir, w.Bench, w.Run
		j.EscapeLog = append(slices.Clone(p.in.EscapeLog), w.Package)
		return j
	}
	j, then := counting(p, w.Dir), counting(after, w.AfterDir)
	defer j.close()
	defer then.close()
	before, err := j.measure(ctx, nil, everything())
	var died *crash
	var unbuilt *bench.BuildError
	if errors.As(err, &died) || errors.As(err, &unbuilt) {
		return &Count{NotBefore: firstLine(err.Error())}, nil
	}
	if err != nil {
		return nil, err
	}
	then.before = new(counts) // workloads of the old version need not exist in the new one
	if p == after {
		then.before = before
	}
	now, f, err := then.runs(ctx, after.set, everything())
	if err != nil {
		return nil, err
	}
	if f != nil { // once more: a workload may have been late on a busy machine
		if now, f, err = then.runs(ctx, after.set, everything()); err != nil {
			return nil, err
		}
	}
	if f != nil {
		return &Count{Before: before.first, Lost: f.reason}, nil
	}
	if names := unlikely(before, now); len(names) > 0 {
		if err := errors.Join(j.recount(ctx, nil, names, before), then.recount(ctx, after.set, names, now)); err != nil {
			return nil, err
		}
	}
	c := &Count{Before: before.first, After: now.first}
	for _, name := range slices.Sorted(maps.Keys(before.workloads)) {
		if _, ran := now.workloads[name]; ran {
			c.Comparisons = append(c.Comparisons, record.Comparison{Workload: name, Package: w.Package,
				Before: before.whole(name), After: now.whole(name)})
		}
	}
	return c, nil
}

// unlikely are the workloads whose count differs although the change may not be the cause: all that allocate more, those
// whose counts do not repeat, and tests that allocate nearly the same. Tests also count whatever else runs at the time, and
// depend on the order of maps.
func unlikely(before, now *counts) (names []string) {
	for name, was := range before.workloads {
		is, ran := now.workloads[name]
		more := is.least.objects > was.least.objects || is.least.bytes > was.least.bytes
		near := is.least.objects > 0.95*was.least.objects && is.least != was.least && !strings.HasPrefix(name, "Benchmark")
		wavers := (was.unsteady() || is.unsteady()) && now.runs[name] < unsteadyRuns
		if ran && (more || near || wavers) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// recounts is how often unlikely workloads are counted again.
const recounts = 3

// recount widens n by further counts of some workloads. A run that crashes now is left out.
func (j *judge) recount(ctx context.Context, set []record.Candidate, names []string, n *counts) error {
	binary, err := j.binary(ctx, set)
	if err != nil {
		return err
	}
	sel := j.selection()
	if j.Bench != "" {
		sel.Bench = bench.Exactly(names...)
	} else {
		sel.Run = bench.Exactly(names...)
	}
	var died *crash
	for range recounts {
		if err := j.count(ctx, binary, sel, n); err != nil && !errors.As(err, &died) {
			return err
		}
	}
	return nil
}

// whole is the measure of everything that a workload allocates.
func (n *counts) whole(workload string) record.Measure {
	return n.workloads[workload].least.measure(n.workloads[workload], n.runs[workload])
}

// Compare compares functions of in.Package on generated inputs, with both versions from in.Pair or, if that is nil,
// the old one from in.Equiv. It returns the results by name, the source of the inputs on which versions differ, and
// the lines that the inputs ran.
func (p *Prover) Compare(ctx context.Context, in Input, functions []string) (map[string]record.FunctionProof, map[string]*kit.Shown, Lines, error) {
	j := (&Prover{in: in, set: []record.Candidate{{ID: "change", Package: in.Package, Functions: functions}}}).judge()
	all, err := j.compare(ctx, j.Candidates)
	if err != nil {
		return nil, nil, nil, err
	}
	proofs, shown := make(map[string]record.FunctionProof), make(map[string]*kit.Shown)
	for _, name := range functions {
		r, ran := all.results[name]
		f := record.FunctionProof{Package: in.Package, Name: name, Inputs: r.Inputs, Panics: r.Panics, Differs: r.Differs, Doubt: r.Doubt, Skipped: r.Skipped,
			Frames: r.Frames, Lines: r.Lines,
			RetainedBefore: r.Retained[0], RetainedAfter: r.Retained[1]}
		if !ran {
			f.Skipped = cmp.Or(all.skipped[name], "its comparison did not end")
		}
		proofs[name], shown[name] = f, r.Shown
	}
	return proofs, shown, j.inputs, nil
}

// Time times the benchmarks of c in turns, enters their times into c, and names one that is slower; empty for none.
func (p *Prover) Time(ctx context.Context, workload, dir string, c []record.Comparison) (string, error) {
	j := p.judge()
	defer j.close()
	j.Workload, j.WorkloadDir = workload, dir
	var names []string
	for _, m := range c {
		if strings.HasPrefix(m.Workload, "Benchmark") {
			names = append(names, m.Workload)
		}
	}
	j.Bench = bench.Exactly(names...)
	contest, f, err := j.race(ctx, p.set, names, question{})
	if err != nil || f != nil {
		return "", err
	}
	slower := ""
	for i := range c {
		if d := contest.duels[c[i].Workload]; d != nil {
			c[i].Time = d.change()
			if contest.slower.shown(&d.bets.slower) {
				c[i].Time.Proven = true
				slower = fmt.Sprintf("%s takes %.2f times as long", c[i].Workload, c[i].Time.Ratio)
			}
		}
	}
	return slower, nil
}
