package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis/passes/modernize"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
	"github.com/unheap/unheap/internal/term"
	"github.com/unheap/unheap/internal/verify"
	"github.com/unheap/unheap/passes"
)

func fixCommand() command {
	return command{
		name:  "fix",
		args:  "[flags] [packages]",
		short: "propose rewrites, prove each, and show the diffs that held",
		long: `
Fix measures like find, asks its analyzers for rewrites of the places that
allocate, and tries them outside of your tree. What is kept builds, passes go
vet and the tests of the package and of the packages that import it, agrees
with the old version on generated inputs, allocates less, counted exactly, and
is not slower; a pool must also be faster. Of every other rewrite it says why
it was dropped.

It proposes for the named packages, and for packages of the same module in
which their benchmarks or tests allocate.

Nothing is written without -w. A rewrite of the class "safe" preserves what
the code does by construction; one of the class "review" may differ in the
ways it names, and is tried only with -review. What it may differ in is left
out when old and new are compared, and the report says so ("apart from").

The places that make up 95 % of what is left each have their reason, so that
you know when to stop. An interrupt, or -max-time, ends the search; what was
proven by then is shown, and with -max-time written.

It exits 0 whether or not a rewrite was kept.`,
		run: runFix,
	}
}

// A fixFlags is the command line of fix beyond that of find.
type fixFlags struct {
	write   bool
	review  bool
	maxTime time.Duration
	rewrite string
}

func runFix(ctx context.Context, std streams, args []string) error {
	c := fixCommand()
	fs := newFlags()
	var f findFlags
	var x fixFlags
	f.settings.register(fs)
	f.renderFlags.register(fs)
	fs.BoolVar(&x.write, "w", false, "write what was kept to the source files")
	fs.BoolVar(&x.review, "review", false, "try rewrites of the class review too, and write them with -w")
	fs.DurationVar(&x.maxTime, "max-time", 0, "stop the search after this `time`, and show what was reached")
	fs.StringVar(&x.rewrite, "rewrite", "", "try only these `names`, separated by commas")
	if err := parse(c, fs, std, args); err != nil {
		return err
	}
	if err := f.renderFlags.check(); err != nil {
		return err
	}
	suite, err := x.suite()
	if err != nil {
		return err
	}
	if err := f.settings.check(fs.Args()); err != nil {
		return err
	}
	out, err := f.renderFlags.open(std.out) // in the directory that check went to
	if err != nil {
		return err
	}
	if x.maxTime > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, x.maxTime)
		defer cancel()
	}
	bar := newBar(std)
	m := &measurement{settings: f.settings, findFlags: &f, handler: out, bar: bar, command: append([]string{"fix"}, args...)}
	if bar == nil {
		bar = term.NewBar(term.Output{Writer: std.err}, time.Now)
		m.bar, m.stages = bar, []string{"load", "propose", "verify", "write"}
	}
	r := &fixing{measurement: m, fixFlags: x, suite: suite}
	err = r.run(ctx)
	if x.maxTime > 0 && errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("nothing could be measured within -max-time=%v", x.maxTime)
	}
	return errors.Join(closeBar(bar), finish(out, err, m.printable))
}

// modernizers are the analyzers of x/tools whose fixes remove allocations.
// They are verified like ours.
func modernizers() []passes.Rule {
	all := []passes.Rule{
		{Analyzer: modernize.StringsBuilderAnalyzer, Reasons: []string{"concat-loop"}},
		{Analyzer: modernize.StringsSeqAnalyzer, Reasons: []string{"split"}},
		{Analyzer: modernize.StringsCutAnalyzer, Reasons: []string{"split"}},
		{Analyzer: modernize.FmtAppendfAnalyzer, Reasons: []string{"format"}},
		{Analyzer: modernize.ErrorsAsTypeAnalyzer, Reasons: []string{"passed"}},
	}
	for _, a := range modernize.Suite {
		if a.Name == "reflecttypeassert" { // has no name of its own in v0.52
			all = append(all, passes.Rule{Analyzer: a, Reasons: []string{"reflect"}})
		}
	}
	return all
}

// everyRule lists what can be asked: ours first, so that of two fixes for the same
// text ours is tried.
func everyRule() []passes.Rule { return slices.Concat(passes.Suite, modernizers()) }

// rewritesFor names the rules that can remove objects with that reason.
func rewritesFor(reason string) (names []string) {
	for _, x := range everyRule() {
		if slices.Contains(x.Reasons, reason) {
			names = append(names, x.Name())
		}
	}
	return names
}

// suite is the rules to ask.
func (x *fixFlags) suite() ([]passes.Rule, error) {
	all := everyRule()
	if x.rewrite == "" {
		return all, nil
	}
	var some []passes.Rule
	for _, name := range strings.Split(x.rewrite, ",") {
		i := slices.IndexFunc(all, func(a passes.Rule) bool { return a.Name() == name })
		if i < 0 {
			return nil, usagef("-rewrite: no rewrite is called %q", name)
		}
		some = append(some, all[i])
	}
	return some, nil
}

// mustSaveTime names the rewrites of which a fix must save time, not only objects.
func (r *fixing) mustSaveTime() (names []string) {
	for _, x := range r.suite {
		if x.MustSaveTime {
			names = append(names, x.Name())
		}
	}
	return names
}

// A fixing is one run of fix.
type fixing struct {
	*measurement
	fixFlags
	suite    []passes.Rule
	texts    map[string][]byte  // of the files that can be edited, as they were read
	reports  []record.Candidate // without edits
	untried  []record.Candidate // of the class review, without -review
	onStack  map[code]bool      // what is on the stacks of steady objects; nil until asked
	deps     string             // of all packages of the user's, as go list prints them; empty until asked
	verdicts []record.Verdict
}

func (r *fixing) run(ctx context.Context) error {
	err := r.measure(ctx)
	if r.bench == nil {
		return err
	}
	defer r.close(r.bench)
	if err == nil {
		err = r.judge(ctx)
	}
	if late := errors.Is(context.Cause(ctx), context.DeadlineExceeded); late && errors.Is(err, context.DeadlineExceeded) {
		err = nil
	}
	if err == nil && r.write && len(r.kept()) > 0 {
		r.progress(record.Progress{Stage: "write", Text: "the files with rewrites that held"})
		if err = r.writeKept(); err == nil {
			r.markWritten()
		}
	}
	return errors.Join(err, r.reportFix(ctx.Err() != nil))
}

// judge proposes and verifies, package by package.
func (r *fixing) judge(ctx context.Context) error {
	r.progress(record.Progress{Stage: "propose", Text: fmt.Sprintf("%d analyzers", len(r.suite))})
	proposed, err := rewrite.Propose(ctx, r.program, rewrite.Options{Suite: r.suite, Packages: r.reached()})
	if err != nil {
		return err
	}
	for _, err := range proposed.Failed {
		r.problem(record.Problem{Text: err.Error()})
	}
	if err := r.readTexts(); err != nil {
		return err
	}
	byPackage := make(map[string][]record.Candidate)
	named, ran := r.named(), make(map[string]bool)
	for _, w := range r.workloads {
		ran[w.Package] = true
	}
	for _, c := range proposed.Candidates {
		r.link(&c)
		if _, ok := named[c.Package]; c.Heat == 0 && (!ok || len(c.Edits) > 0 && !ran[c.Package]) {
			continue // nobody asked, or no workload of the package was to be run
		}
		switch {
		case len(c.Edits) == 0:
			r.reports = append(r.reports, c)
		case c.Class == record.Review && !r.review:
			r.untried = append(r.untried, c)
		default:
			byPackage[c.Package] = append(byPackage[c.Package], c)
		}
	}
	return r.judgePackages(ctx, byPackage)
}

// judgePackages verifies package by package, those first whose rewrites promise
// most, so that a limit of time cuts off the least. A package that cannot be
// judged is a problem, unless it is the only one.
func (r *fixing) judgePackages(ctx context.Context, byPackage map[string][]record.Candidate) error {
	paths := sortedKeys(byPackage)
	slices.SortStableFunc(paths, func(a, b string) int { return cmp.Compare(r.promised(byPackage[b]), r.promised(byPackage[a])) })
	var failed []error
	for _, path := range paths {
		verdicts, err := r.judgePackage(ctx, path, byPackage[path])
		r.verdicts = append(r.verdicts, verdicts...)
		if err != nil {
			failed = append(failed, err)
			r.problem(r.asProblem(path, fmt.Errorf("its rewrites could not be judged: %w", err)))
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if len(failed) == len(paths) {
		return errors.Join(failed...)
	}
	return nil
}

// judgePackage returns a verdict for every candidate, not-reached for those that
// the end of ctx or an error cut off. Those in functions that were on the stack of
// no object are settled by the measurement that is there.
func (r *fixing) judgePackage(ctx context.Context, path string, candidates []record.Candidate) ([]record.Verdict, error) {
	var verdicts []record.Verdict
	var live []record.Candidate
	for _, c := range candidates {
		if r.exercised(c) {
			live = append(live, c)
			continue
		}
		verdicts = append(verdicts, record.Verdict{Candidate: c, Outcome: record.NotExercised,
			Reason: "no workload allocates in " + strings.Join(c.Functions, ", ")})
	}
	if len(live) == 0 {
		return verdicts, nil
	}
	in, err := r.input(ctx, path, live)
	var judged []record.Verdict
	if err == nil {
		in.Base = r.kept()
		in.Model, in.Rel = r.model, r.program.Rel
		var result verify.Result
		result, err = verify.Run(ctx, in)
		judged = result.Verdicts
	}
	if judged == nil {
		for _, c := range live {
			judged = append(judged, record.Verdict{Candidate: c, Outcome: record.NotReached, Reason: "the run ended before its package was begun"})
		}
	}
	if ctx.Err() != nil {
		err = nil
	}
	return append(judged, verdicts...), err
}

// exercised reports whether a function of c was on the stack of an object of the
// steady phase.
func (r *fixing) exercised(c record.Candidate) bool {
	if r.onStack == nil {
		r.onStack = make(map[code]bool)
		for _, a := range r.allocs {
			if a.Phase == record.PhaseSetup || a.Phase == record.PhaseFirst {
				continue
			}
			for _, f := range a.Stack {
				r.onStack[code{f.Function, f.File}] = true
			}
		}
	}
	changed := verify.Changed(c)
	for f := range r.onStack {
		if changed(f.symbol, f.file) {
			return true
		}
	}
	return false
}

// code is the linker's name of a function, and the file it is written in.
type code struct{ symbol, file string }

// kept are the candidates that held so far.
func (r *fixing) kept() []record.Candidate {
	var kept []record.Candidate
	for _, v := range r.verdicts {
		if v.Outcome == record.Kept {
			kept = append(kept, v.Candidate)
		}
	}
	return kept
}

// markWritten notes of what is kept that it is in the user's files.
func (r *fixing) markWritten() {
	for i := range r.verdicts {
		r.verdicts[i].Written = r.verdicts[i].Outcome == record.Kept
	}
}

// promised is what all candidates of a package promise.
func (r *fixing) promised(candidates []record.Candidate) float64 {
	sum := 0.0
	for _, c := range candidates {
		sum += r.promise(c)
	}
	return sum
}

// reached are the packages to propose for: those that are named, and those of
// the user's in which a workload of theirs allocates.
func (r *fixing) reached() []*load.Package {
	hot := make(map[string]bool)
	for _, s := range r.sites {
		hot[s.Package] = hot[s.Package] || s.Match != record.Unmeasured
	}
	var all []*load.Package
	for _, pkg := range r.program.Packages() {
		if r.program.Own(pkg.Path) && (pkg.Named || hot[pkg.Path]) {
			all = append(all, pkg)
		}
	}
	return all
}

// reportFix hands everything to the handler, findings in hot functions first.
func (r *fixing) reportFix(interrupted bool) error {
	r.explainLeft()
	slices.SortStableFunc(r.reports, func(a, b record.Candidate) int { return cmp.Compare(b.Heat, a.Heat) })
	if err := r.report(interrupted); err != nil {
		return err
	}
	for _, c := range slices.Concat(r.untried, r.reports) {
		if err := r.handler.Candidate(&c); err != nil {
			return err
		}
	}
	for i := range r.verdicts {
		if err := r.handler.Verdict(&r.verdicts[i]); err != nil {
			return err
		}
	}
	return nil
}
