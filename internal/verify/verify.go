// Package verify judges rewrites: is the code still right, and is it better?
//
// Invariant: nothing is called an improvement without a Verdict, and a Verdict of kept means that the candidate was
// built, vetted, tested, compared and measured together with every other candidate that is kept. The user's tree is
// never written: changed files reach the go command as an overlay.
//
// Model: the candidates of one package are tried in portions, the most promising first. A portion is tried all at once,
// and bisected on failure, so that the cost grows with the failures. Cheap questions come first, and the first no ends a
// candidate: it builds, and allocates less, counted exactly; go vet and the tests of the package pass; the old and the
// new version of each changed function agree on generated inputs; the tests of the packages of the module that import it
// pass, the nearest first; it is not slower, timed in turns with the old version. Candidates that must save time as well,
// such as pools, take these last steps later and apart, so that no other candidate waits for a pool.
//
// At each moment there is a standing set: the candidates that are proven so far. Input.Standing is told when the set
// changes, and whatever ends the run, be it a limit, an interrupt or an error of a later step, the standing set is
// what is kept.
//
// Gains are attributed by function: an allocation belongs to the innermost changed function on its stack. Candidates
// in the same function are measured one by one.
//
// Candidates that were kept in packages judged before are in place both before and after.
//
// What one rule does in one file goes together in the end, also where it does not pay by itself or no workload runs it,
// as far as it is safe, costs a reader nothing, and is compared.
//
// The binary in which objects are counted is also tested and timed: the package is compiled once for all of that, and
// once for the comparison.
//
// What the model blurs: the package's own tests run on the counting runtime, with counting off, and the tests of
// other packages on the stock one; a test that failed before is ignored, whatever it says afterwards, and so is a
// complaint of vet that was there before; times are those of all kept candidates together, except pools; if a
// candidate is dropped, the tests passed with it in place are taken to hold for the candidates in other functions
// until these have been tested again; a candidate is not compared in the aspects in which its caveats say that it may
// differ; and code that no test, generated input or benchmark reaches is not known to be right.
package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/cost"
	"github.com/unheap/unheap/internal/escape"
	"github.com/unheap/unheap/internal/overlay"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/retype"
	"github.com/unheap/unheap/internal/rewrite"
	"github.com/unheap/unheap/internal/verify/equiv"
)

// An Input is one package and what could be changed in it.
type Input struct {
	// Root is the absolute folder that file names are relative to, Dir the folder in which the go command runs.
	Root, Dir string
	// Flags are build flags of the go command, Env is added to its
	// environment.
	Flags, Env []string
	// Package is the import path, PackageDir its absolute folder.
	Package, PackageDir string
	// Workload is the import path of the package whose benchmarks or tests are
	// measured, WorkloadDir its absolute folder; empty for Package itself.
	Workload, WorkloadDir string
	// Users are the import paths of the packages of the module that import Package, directly or not. Their tests must
	// pass as well.
	Users []string
	// Binary is the test binary of the workload, built with Base in place. The judge does not remove it. If nil, the
	// judge builds it.
	Binary *bench.Binary
	// Equiv describes the package for the comparison. If nil, nothing is compared, and NoEquiv says why.
	Equiv   *equiv.Package
	NoEquiv string
	// Pair, if not nil, holds both versions of the whole package, for a change to more than bodies of functions. The
	// versions in Pair are compared instead of what Equiv describes.
	Pair *equiv.Pair
	// Twins is used by [CompareTwins] only.
	Twins *equiv.Twins
	// Candidates edit files of this package only. The most promising come first: of two that cannot be kept together
	// the first stays.
	Candidates []record.Candidate
	// Beside are candidates for Package that no workload of this run exercises. Those that a reader expects to be
	// changed with a proven one become parts of a candidate in its place, which names them in Of.
	Beside []record.Candidate
	// Faster names the rewrites for which fewer objects are not enough: each candidate must also be proven to make a
	// benchmark faster.
	Faster []string
	// Own names the rewrites that the user has written as rules of her own: what they add costs nothing.
	Own []string
	// Base are candidates for other packages that were kept. They are in place before and after, so that everything
	// that is kept has been tried together.
	Base []record.Candidate
	// Files replaces whole files, by name as in record.Position; a nil text deletes the file. It is for a change that
	// is judged as the only candidate.
	Files map[string][]byte
	// Source returns the present text of a file, named as in record.Position.
	Source func(file string) ([]byte, error)
	// Bench, Run and Skip select workloads like the flags of go test; Benchtime is the benchtime of the counting
	// runs. Timeout bounds each workload.
	Bench, Run, Skip, Benchtime string
	Timeout                     time.Duration
	// Tree is where tests and benchmarks run; nil for the user's own folders.
	Tree *Tree
	// Partial lets a set stand before the tests of all Users have run; the verdicts say for how many they have.
	Partial bool
	// All also keeps candidates that do not save what their added code is priced at, or that save less than 1 % of
	// the estimated cost of each workload and no whole object of an operation.
	All bool
	// EscapeLog are patterns of packages whose compiler decisions are put into Result.After. They come from the build
	// that was measured, so that its packages need not be compiled again.
	EscapeLog []string
	// Others type-checks the result for builds that are not measured. Its cache serves all packages of a run; if nil,
	// this package gets one of its own.
	Others *retype.Others
	// Model estimates the cost of allocations; nil is cost.Fallback.
	Model *cost.Model
	// Rel turns the path of a file of package pkg, as in a binary, into its name in record.Position; for
	// Result.After.
	Rel      func(pkg, file string) string
	Progress func(record.Progress)
	// Standing, if not nil, is called with the current verdicts whenever the standing set, the candidates proven so
	// far, changes. The set is marked as kept, and it would be right to write exactly that set. Steps that a standing
	// candidate has not finished are in its verdict: Untimed, Importers.
	Standing func([]record.Verdict)
}

// A Result is the outcome of a Run.
type Result struct {
	// Verdicts are in the order of the candidates. The kept ones are exactly the last standing set, however the run
	// ended.
	Verdicts []record.Verdict
	// After is the counting run with the kept set in place; nil if nothing is kept, or if the run ended before that
	// set was counted.
	After *Counted
}

// A Counted is what the workloads allocate with a set of candidates in place.
type Counted struct {
	Workloads []record.Workload
	Allocs    []record.Alloc // the package of the workloads
	Package   string
	// EscapeLog is the compiler's -m=2 output for the packages of the binary.
	EscapeLog []byte
	// Files are the texts of the changed files, named as in record.Position.
	Files map[string][]byte
}

// Run judges every candidate. If ctx ends early, the proven candidates are kept, and those not judged yet are
// not-reached. The error is then that of ctx, but nil if its deadline has passed: a time limit is no failure. Any
// other error says what could not be found out; what was proven before is kept then, too.
func Run(ctx context.Context, in Input) (Result, error) {
	j := newJudge(in)
	defer j.close()
	ctx, cancel := context.WithCancel(ctx)
	j.startOthers(ctx)
	defer func() {
		cancel()
		<-j.others // wait for the goroutine that checks other builds
	}()
	return j.finish(ctx)
}

// finish judges everything and returns what is known when that ends, with or without an error.
func (j *judge) finish(ctx context.Context) (Result, error) {
	err := j.all(ctx)
	if errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
		err = nil
	}
	for _, c := range j.Candidates {
		v := j.verdicts[c.ID]
		if v.Outcome != record.NotReached || j.stands(c) {
			continue
		}
		v.Reason = "the run ended in " + j.at
		if err != nil && ctx.Err() == nil {
			v.Reason = "an error ended " + j.at
		}
	}
	return Result{Verdicts: j.report(), After: j.after()}, err
}

// A judge is the state of one Run.
type judge struct {
	Input
	steps    steps
	verdicts map[string]*record.Verdict // by Candidate.ID
	diffs    map[string]string          // by Candidate.ID
	at       string                     // what is being done

	distance map[string]int      // number of imports to each of Users
	others   chan []retype.Build // the other builds for which the unchanged package type-checks; nil for none
	binaries []built
	inputs   Lines               // the lines that generated inputs have run, for a Pair only
	stock    bool                // whether objects are counted by the stock profile
	before   *counts             // what the package allocates unchanged
	counted  map[string]*Counted // by the key of the set
	newest   []string            // the keys of counted, the newest last
	// countedWith is the run in which each candidate was counted, by its ID.
	countedWith map[string]*Counted
	logs        map[*Counted]*escape.Log // parsed EscapeLogs, on demand; nil for a log that cannot be read
	races       int                      // number of races so far
	draw        *rand.Rand

	// wholes maps the ID of each part to the candidate it is a part of, which did not hold.
	wholes map[string]record.Candidate
	// unpaid has the candidates that save less than they cost a reader, and are refused for nothing else.
	unpaid []record.Candidate
	// unrun maps the ID of a whole to the functions of its parts that no workload runs.
	unrun map[string][]string
	// suffices is true for two candidates if the first alone saves all that both save.
	suffices map[pair]bool
	prices   map[string]int     // on demand, by Candidate.ID
	proven   []record.Candidate // candidates proven but for the importers' tests and the time
	standing []record.Candidate
	// passed maps each package to the key of the set with which its tests passed last.
	passed   map[string]string
	broken   map[string]map[string]bool // by package: what fails without any change
	red      []string                   // tests that fail or do not run without any change, sorted
	unsteady []string                   // tests that failed with changes in place, and passed again
	// complaints are what a build command finds wrong without any change, by its verb. A verb that was not run yet
	// has no entry.
	complaints map[string][]string
	asking     sync.Mutex // guards complaints
	begun      *begun     // nil for nothing
}

// steps are the steps of the judge that take time: each runs processes, and ends early with its context. The judge
// implements them; a test of their order replaces them.
type steps interface {
	survey(context.Context) error
	begin(ctx context.Context, beside, set []record.Candidate) (end func())
	measure(ctx context.Context, set []record.Candidate, within scope) (*counts, error)
	check(ctx context.Context, set []record.Candidate) (f *failure, tests int, err error)
	testSet(ctx context.Context, set []record.Candidate, paths []string) (f *failure, tests int, failed []string, err error)
	compare(ctx context.Context, set []record.Candidate) (comparison, error)
	race(ctx context.Context, set []record.Candidate, names []string, faster question) (*contest, *failure, error)
}

func newJudge(in Input) *judge {
	in.Users = slices.Clone(in.Users)
	in.Workload, in.WorkloadDir = cmp.Or(in.Workload, in.Package), cmp.Or(in.WorkloadDir, in.PackageDir)
	if in.EscapeLog == nil {
		in.EscapeLog = []string{in.Package}
	}
	if in.Model == nil {
		in.Model = cost.Fallback()
	}
	if in.Others == nil {
		in.Others = retype.NewOthers(in.Dir, in.Env, in.Flags)
	}
	j := &judge{
		Input: in, verdicts: make(map[string]*record.Verdict), diffs: make(map[string]string), counted: make(map[string]*Counted), countedWith: make(map[string]*Counted),
		logs: make(map[*Counted]*escape.Log), inputs: make(Lines), draw: newDraw(), passed: make(map[string]string), broken: make(map[string]map[string]bool), complaints: make(map[string][]string), suffices: make(map[pair]bool), wholes: make(map[string]record.Candidate), unrun: make(map[string][]string),
	}
	j.steps = j
	if in.Binary != nil {
		j.stock = in.Binary.Counter() != "exact"
		j.binaries = append(j.binaries, built{binary: in.Binary, close: func() error { return nil }})
	}
	j.expect(in.Candidates)
	return j
}

// expect makes room for the verdicts of candidates.
func (j *judge) expect(candidates []record.Candidate) {
	for _, c := range candidates {
		j.verdicts[c.ID] = &record.Verdict{Candidate: c, Outcome: record.NotReached, NoEquivalence: j.NoEquiv}
	}
}

func (j *judge) close() {
	for _, b := range j.binaries {
		b.close()
	}
}

// A failure says why a set of candidates does not hold.
type failure struct {
	outcome record.Outcome
	reason  string
	at      []string // the functions in which it shows, as in record.Candidate.Functions; nil if that is not known
}

func (j *judge) refuse(c record.Candidate, f failure) {
	v := j.verdicts[c.ID]
	v.Outcome, v.Reason = f.outcome, f.reason
}

// progress tells what is done now, after so many of the five steps.
func (j *judge) progress(text string, done int) {
	j.at = text
	if j.Progress != nil {
		j.Progress(record.Progress{Stage: "verify", Text: text, Done: done, Total: 5})
	}
}

// all judges every candidate, cheap questions first.
func (j *judge) all(ctx context.Context) error {
	j.progress(j.Package+": measure before", 0)
	if err := j.steps.survey(ctx); err != nil {
		return err
	}
	var err error
	if j.before, err = j.steps.measure(ctx, nil, everything()); err != nil {
		return err
	}
	var pools []record.Candidate
	for live := j.exercised(j.Candidates); len(live) > 0; live = j.exercised(j.apart(live)) {
		for _, set := range portions(rewrite.Disjoint(live)) {
			quick, slow, err := j.prove(ctx, set)
			if err != nil {
				return err
			}
			j.proven, pools = append(j.proven, quick...), append(pools, slow...)
			if part := j.testedPart(j.choose(j.proven)); (len(j.Users) == 0 || j.Partial) && j.worthOf(part).compare(j.worthOf(j.standing)) > 0 {
				j.stand(part)
			}
		}
	}
	if err := j.complete(ctx); err != nil {
		return err
	}
	if err := j.reached(ctx, j.proven); err != nil {
		return err
	}
	if err := j.establish(ctx); err != nil {
		return err
	}
	for set := j.standing; len(set) > 0; set = j.untimed() {
		if _, err := j.unslowed(ctx, set); err != nil {
			return err
		}
		if err := j.establish(ctx); err != nil { // what is slower makes room for its rivals
			return err
		}
	}
	for _, set := range j.together(pools) {
		j.progress(fmt.Sprintf("%s: time what must save time (%s)", j.Package, rewrites(set)), 4)
		winners, err := j.worthTime(ctx, set)
		if err != nil {
			return err
		}
		if winners, err = j.agree(ctx, winners); err != nil {
			return err
		}
		if err := j.reached(ctx, winners); err != nil {
			return err
		}
		j.proven = append(j.proven, winners...)
		if err := j.establish(ctx); err != nil {
			return err
		}
	}
	j.refuseRivals()
	if key := key(j.standing); key != "" && j.counted[key] == nil {
		_, err = j.steps.measure(ctx, j.standing, everything())
	}
	return err
}

// firstPortion is how many candidates are judged together at first. A set of fifty takes minutes, and ends with nothing
// if it is cut short; each step that is asked once more for a portion takes seconds.
const firstPortion = 8

// portions divides large sets, the most promising candidates first, so that they stand soon. Each portion of a set is
// twice as large as the one before.
func portions(sets [][]record.Candidate) (all [][]record.Candidate) {
	for _, set := range sets {
		for n := firstPortion; len(set) > 2*n; n *= 2 {
			all, set = append(all, set[:n:n]), set[n:]
		}
		all = append(all, set)
	}
	return all
}

// prove returns the candidates of a set without conflicts that allocate less and, as far as can be found out, are
// right. They are tested beside those that were proven before, which they can be kept with. pools are those that must
// save time as well. They are not compared with the old version yet; that waits until they are proven to save time.
func (j *judge) prove(ctx context.Context, set []record.Candidate) (quick, pools []record.Candidate, err error) {
	j.progress(fmt.Sprintf("%s: build and measure %s", j.Package, rewrites(set)), 1)
	beside := slices.DeleteFunc(j.choose(j.proven), func(c record.Candidate) bool { return j.rival(set, c) >= 0 })
	end := j.steps.begin(ctx, beside, set)
	defer end()
	live, err := j.gain(ctx, set)
	if err != nil || len(live) == 0 {
		return nil, nil, err
	}
	j.progress(fmt.Sprintf("%s: vet and test %s", j.Package, rewrites(live)), 2)
	if live, err = j.holdBeside(ctx, beside, live); err != nil {
		return nil, nil, err
	}
	quick = j.quick(live)
	pools = slices.DeleteFunc(live, func(c record.Candidate) bool { return contains(quick, c) })
	j.progress(fmt.Sprintf("%s: compare old and new", j.Package), 3)
	quick, err = j.agree(ctx, quick)
	return quick, pools, err
}

// quick returns the candidates of a set that need not save time as well.
func (j *judge) quick(set []record.Candidate) []record.Candidate {
	return slices.DeleteFunc(slices.Clone(set), func(c record.Candidate) bool { return slices.Contains(j.Faster, c.Rewrite) })
}

func rewrites(set []record.Candidate) string {
	if len(set) == 1 {
		return "1 rewrite"
	}
	return fmt.Sprintf("%d rewrites", len(set))
}

// hold returns the candidates that, together, pass vet and the package's own tests.
func (j *judge) hold(ctx context.Context, live []record.Candidate) ([]record.Candidate, error) {
	return j.holdBeside(ctx, nil, live)
}

// holdBeside is hold with further candidates in place.
func (j *judge) holdBeside(ctx context.Context, beside, live []record.Candidate) ([]record.Candidate, error) {
	if len(live) == 0 || j.passed[j.Package] == key(slices.Concat(beside, live)) {
		return live, nil
	}
	return j.sift(live, func(set []record.Candidate) (*failure, error) {
		f, tests, err := j.steps.check(ctx, slices.Concat(beside, set))
		if err == nil && f == nil {
			for _, c := range set {
				j.verdicts[c.ID].Tests = 0
			}
			j.enterTests(set, tests)
		}
		return f, err
	})
}

// enterTests adds tests that passed with a set in place to the verdicts of the set.
func (j *judge) enterTests(set []record.Candidate, tests int) {
	unsteady := slices.Compact(slices.Sorted(slices.Values(j.unsteady)))
	j.asking.Lock()
	complaints := len(j.complaints["vet "+j.Package])
	j.asking.Unlock()
	for _, c := range set {
		j.verdicts[c.ID].Vet = complaints
		j.verdicts[c.ID].Tests += tests
		j.verdicts[c.ID].Unsteady, j.verdicts[c.ID].Red = unsteady, slices.Clone(j.red)
	}
}

// sift returns the candidates that together pass try, and refuses the others.
func (j *judge) sift(live []record.Candidate, try func([]record.Candidate) (*failure, error)) ([]record.Candidate, error) {
	index := func(c record.Candidate) int {
		return slices.IndexFunc(j.Candidates, func(d record.Candidate) bool { return d.ID == c.ID })
	}
	holds, fails, err := partition(live, index, try, func(set []record.Candidate, f *failure) []record.Candidate {
		return slices.DeleteFunc(slices.Clone(set), func(c record.Candidate) bool { return !overlaps(c.Functions, f.at) })
	})
	for _, i := range slices.Sorted(maps.Keys(fails)) {
		j.refuse(j.Candidates[i], fails[i])
	}
	j.shrink()
	return holds, err
}

// overlay returns the files changed by the base and a set, by absolute path.
func (j *judge) overlay(set []record.Candidate) (overlay.Set, error) {
	files, err := rewrite.Apply(j.Source, slices.Concat(j.Base, set)...)
	if err != nil {
		return nil, err
	}
	out := make(overlay.Set)
	for name, text := range files {
		out[filepath.Join(j.Root, filepath.FromSlash(name))] = text
	}
	if len(set) > 0 {
		for name, text := range j.Files {
			out[filepath.Join(j.Root, filepath.FromSlash(name))] = text
		}
	}
	return out, nil
}

// diff is the unified diff of one candidate.
func (j *judge) diff(c record.Candidate) (string, error) {
	files, err := rewrite.Apply(j.Source, c)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		old, err := j.Source(name)
		if err != nil {
			return "", err
		}
		out.WriteString(rewrite.Unified(name, old, files[name]))
	}
	return out.String(), nil
}

// relative is text with file names relative to the root.
func (j *judge) relative(text string) string {
	return strings.ReplaceAll(text, j.Root+string(filepath.Separator), "")
}

// firstLine is the first line of text that is not empty.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return line
		}
	}
	return cmp.Or(strings.TrimSpace(text), "it says nothing")
}
