package driver

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/fix"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/retype"
	"github.com/unheap/unheap/internal/rewrite"

	"github.com/unheap/unheap/internal/verify"
	"github.com/unheap/unheap/passes"
	"github.com/unheap/unheap/passes/own"
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

Nothing is written without -w, or -commit, which makes a git commit of each
rewrite that held, on a clean tree only, with its proof as the message. Each
commit builds; together they were proven. A rewrite of the class "safe" preserves what
the code does by construction; one of the class "review" may differ in the
ways it names, and is tried only with -review. What it may differ in is not
compared between old and new, and the report names that.

With -profile, a heap profile of a program that runs elsewhere says what is tried,
and what first: functions with 1 % or more of its allocation. What stands is
proven by benchmarks and tests, as always.

The places that make up 95 % of what is left each have their reason, so that
you know when to stop.

Packages are judged one after the other, and what holds is shown on stderr as
soon as it does. An interrupt, or -max-time, ends the search; what was proven
by then stands: it is shown, and with -w written. A rewrite is proven when the
tests of all packages that import it have passed; -importers=partial lets it
stand before, and the report says how many did. What go vet and the tests say
without any change counts against no rewrite, and the report says it.

It exits 0 whether or not a rewrite was kept.`,
		run: runFix,
	}
}

// A fixFlags holds the flags that fix has and find does not.
type fixFlags struct {
	write   bool
	commit  bool // commit what is written, one commit for each rewrite; implies write
	review  bool
	maxTime time.Duration
	rewrite string
	site    string // name of the only site to fix
	// production is the file of a heap profile that says which functions are tried; empty for all.
	production string
	// importersRule is "all" or "partial": whether a rewrite may stand before the
	// tests of all importers have passed.
	importersRule string
	all           bool   // also keep rewrites that save less than the floor
	rules         string // file of the user's own rules; empty for none
}

func (x *fixFlags) register(fs *flag.FlagSet) {
	fs.BoolVar(&x.write, "w", false, "write what was kept to the source files")
	fs.BoolVar(&x.commit, "commit", false, "as -w, and make a git commit of each rewrite, on a clean tree only, with\nits proof as the message")
	fs.BoolVar(&x.review, "review", false, "try rewrites of the class review too, and write them with -w")
	fs.DurationVar(&x.maxTime, "max-time", 0, "stop the search after this `time`, counted from when the first package\nhas been built; what was proven by then stands")
	fs.StringVar(&x.importersRule, "importers", "all", "which importers' tests must have passed before a rewrite stands:\nall, or `partial`, those that ran before the end")
	fs.BoolVar(&x.all, "all", false, "keep also what does not pay for what it adds: a line costs 2 % of the estimated\ncost of a benchmark, or 200 objects of a test")
	fs.StringVar(&x.rewrite, "rewrite", "", "try only these `names`, separated by commas")
	fs.StringVar(&x.rules, "rules", "", "rewrite also by the pairs of functions before… and after… of `FILE`, each of\nwhich is proven first")
	fs.StringVar(&x.production, "profile", "", "try only what is in functions with 1 % or more of the allocation in this\nheap profile, a pprof `FILE`, the hottest first")
	fs.StringVar(&x.site, "site", "", "try only what can remove the site that 'unheap find -brief' calls `ID`,\nand what shares its function and its reason, by the benchmarks that reach it")
}

func runFix(ctx context.Context, std streams, args []string) error {
	c := fixCommand()
	fs := newFlags()
	var f findFlags
	var x fixFlags
	f.settings.register(fs)
	f.renderFlags.register(fs)
	x.register(fs)
	fs.Lookup("tests").Usage = "judge what no benchmark reaches by tests and examples"
	if err := parse(c, fs, std, args); err != nil {
		return err
	}
	if err := f.renderFlags.check(); err != nil {
		return err
	}
	if err := x.check(); err != nil {
		return err
	}
	if err := f.settings.check(fs.Args()); err != nil {
		return err
	}
	var mine *ownRules
	if x.rules != "" {
		done, err := f.settings.guardModule(ctx)
		defer done()
		if err != nil {
			return err
		}
		if mine, err = readOwn(ctx, x.rules, &f.settings); err != nil {
			return err
		}
	}
	suite, err := x.suite(mine)
	if err != nil {
		return err
	}
	if mine != nil {
		mine.pairs = slices.DeleteFunc(mine.pairs, func(p *own.Pair) bool { return !has(suite, p.Before) })
	}
	if x.commit {
		if err := cleanTree(ctx); err != nil {
			return err
		}
		x.write = true
	}
	one, err := x.lookup(ctx, &f.settings)
	if err != nil {
		return err
	}
	if one != nil {
		// Only the rules that can remove the site.
		suite = slices.DeleteFunc(slices.Clone(suite), func(r passes.Rule) bool { return !slices.Contains(one.rewrites, r.Name()) })
	}
	bar, stands := anyBar(std), make(map[string]bool)
	if isTerminal(std.err) && f.file == "" && isTerminal(std.out) {
		f.shown = func(id string) bool { return stands[id] }
	}
	out, err := f.renderFlags.open(std.out) // after check has changed the directory
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	m := &measurement{settings: f.settings, findFlags: &f, handler: out, bar: bar, in: std.in, command: append([]string{"fix"}, args...)}
	if !isTerminal(std.err) {
		m.stages = []string{"rules", "load", "propose", "verify", "write"}
	}
	r := &fixing{
		measurement: m, fixFlags: x, suite: suite, own: mine, one: one, withTests: f.tests, now: time.Now, stands: stands,
		fresher: make(map[workloadKey]*fix.Reach), counted: make(map[fix.Load]*summed),
		proposed: make(map[string]bool), combined: make(map[string]bool),
	}
	m.begun = func() { r.begin(cancel) }
	m.loaded, m.left = r.programLoaded, r.timeLeft
	m.tests, m.measured, m.allocated, m.place, m.beside = false, r.packageMeasured, r.noteAllocs, r.place, r.readTypes
	err = r.run(ctx)
	if x.maxTime > 0 && errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("nothing could be measured within -max-time=%v", x.maxTime)
	}
	return errors.Join(bar.Close(), finish(out, err, m.printable))
}

// check reports flags whose values do not go together. The names of the user's own rules are known only when these
// are read.
func (x *fixFlags) check() error {
	if x.importersRule != "all" && x.importersRule != "partial" {
		return usagef("-importers=%s: want all or partial", x.importersRule)
	}
	if x.production != "" && x.site != "" {
		return usagef("fix: -profile and -site both say what to try: give one")
	}
	if x.rules != "" {
		return nil
	}
	_, err := x.suite(nil)
	return err
}

// begin starts the clock of the search; cancel ends the search after -max-time.
func (r *fixing) begin(cancel context.CancelCauseFunc) {
	r.turns.Begin(r.now())
	if r.maxTime > 0 {
		r.limit = r.now().Add(r.maxTime)
		time.AfterFunc(r.maxTime, func() { cancel(context.DeadlineExceeded) })
	}
}

// everyRule returns all built-in rules: ours first, so that of two fixes for the same text ours is tried.
func everyRule() []passes.Rule { return slices.Concat(passes.Suite, modernizers()) }

// rewritesFor returns the names of the rules that can remove objects with a reason.
func rewritesFor(reason string) (names []string) {
	for _, x := range everyRule() {
		if slices.Contains(x.Reasons, reason) {
			names = append(names, x.Name())
		}
	}
	return names
}

// suite returns the rules to run, the user's own first: of two fixes for the same text the user's is tried. Whether
// the user's rules hold is found out later.
func (x *fixFlags) suite(mine *ownRules) ([]passes.Rule, error) {
	all := everyRule()
	if mine != nil {
		var own []passes.Rule
		for _, p := range mine.pairs {
			own = append(own, p.Rule(p.Class()))
		}
		all = append(own, all...)
	}
	if x.rewrite == "" {
		return all, nil
	}
	names := strings.Split(x.rewrite, ",")
	for _, name := range names {
		if !has(all, name) {
			return nil, usagef("-rewrite: no rewrite is called %q", name)
		}
	}
	return slices.DeleteFunc(all, func(a passes.Rule) bool { return !slices.Contains(names, a.Name()) }), nil
}

// mustSaveTime returns the names of the rewrites whose fixes must save time, not only objects.
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
	suite     []passes.Rule
	own       *ownRules         // nil for none
	one       *oneSite          // nil for all sites
	profiled  production        // nil for all functions
	withTests bool              // whether candidates that only tests reach are judged by the tests
	texts     map[string][]byte // the files that can be edited, as they were read
	sources   *sources          // nil until listSources
	others    *retype.Others    // nil until building begins

	reach    fix.Reach
	fresher  map[workloadKey]*fix.Reach // what workloads reach that are not yet merged into reach
	counted  map[fix.Load]*summed       // the last count of each load, with the candidates kept by then
	binaries []*bench.Binary            // test binaries of packages whose workloads ran
	proposed map[string]bool            // import paths of packages that the suite has run on
	tree     *verify.Tree               // where all processes run; nil until a package is measured
	turns    fix.Turns
	limit    time.Time                 // time at which -max-time ends the run; zero for none
	ends     atomic.Pointer[time.Time] // estimated end of the run
	now      func() time.Time

	waiting  []record.Candidate // candidates to be judged
	reports  []record.Candidate // candidates without edits
	untried  []record.Candidate // candidates of class review, without -review
	refusals []rewrite.Refusal
	open     []rewrite.Open  // candidates without a measured capacity yet
	combined map[string]bool // IDs of candidates that combine has tried
	verdicts []record.Verdict
	judged   int             // number of units that were judged
	failed   []error         // errors of units that could not be judged
	stands   map[string]bool // IDs of candidates that were shown as standing, and still stand
}

// run measures and judges package by package, writes what stands, whether the search was completed or not, and
// reports.
func (r *fixing) run(ctx context.Context) error {
	done, err := r.guardModule(ctx)
	defer done()
	if err != nil {
		return err
	}
	if err := r.proveOwn(ctx); err != nil {
		return err
	}
	err = r.measure(ctx)
	if r.bench == nil {
		return err
	}
	defer r.close(r.bench)
	defer func() { r.tree.Close() }()
	if err == nil {
		err = r.judgeRest(ctx)
	}
	if r.own != nil {
		for _, p := range append(r.own.refused(), r.idle(err == nil)...) {
			r.problem(p)
		}
	}
	r.giveUp(ctx)
	r.settle()
	if late := errors.Is(context.Cause(ctx), context.DeadlineExceeded); late && len(r.workloads) > 0 {
		err = nil // reaching the time limit is no failure
	}
	if nerr := fix.Number(r.verdicts, r.original); nerr != nil {
		return errors.Join(err, nerr)
	}
	r.files = r.proofFiles()
	if r.write && len(r.toWrite()) > 0 {
		r.progress(record.Progress{Stage: "write", Text: "the files with rewrites that held"})
		written, werr := r.writeKept(ctx)
		for i := range r.verdicts {
			v := &r.verdicts[i]
			v.Written = v.Written || slices.ContainsFunc(written, func(c record.Candidate) bool { return c.ID == v.Candidate.ID })
		}
		err = errors.Join(err, werr)
	}
	return errors.Join(err, r.reportFix(ctx))
}

// proveOwn proves the user's own rules, and removes those that do not hold from the suite.
func (r *fixing) proveOwn(ctx context.Context) error {
	if r.own == nil {
		return nil
	}
	r.progress(record.Progress{Stage: "rules", Text: fmt.Sprintf("prove %d pairs of %s", len(r.own.pairs), r.rules)})
	if err := r.own.prove(ctx, allOwnTime); err != nil {
		return err
	}
	r.suite = append(r.own.rules(), r.suite[len(r.own.pairs):]...)
	return nil
}

// has reports whether the suite has a rule with that name.
func has(suite []passes.Rule, name string) bool {
	return slices.ContainsFunc(suite, func(x passes.Rule) bool { return x.Name() == name })
}

// rewritesFor returns the names of the rules that can remove objects with a reason. The user's own rules count for
// every reason, as no rule of the user's names one.
func (r *fixing) rewritesFor(reason string) []string {
	names := rewritesFor(reason)
	if r.own != nil {
		for _, p := range r.own.rules() {
			names = append(names, p.Name())
		}
	}
	return names
}

// reportFix passes everything to the handler, findings in hot functions first.
func (r *fixing) reportFix(ctx context.Context) error {
	for i := range r.verdicts {
		r.link(&r.verdicts[i].Candidate)
	}
	for _, list := range [][]record.Candidate{r.untried, r.reports} {
		for i := range list {
			r.link(&list[i])
		}
	}
	r.explainLeft(ctx)
	slices.SortStableFunc(r.reports, func(a, b record.Candidate) int { return cmp.Compare(b.Heat, a.Heat) })
	if err := r.report(ctx.Err() != nil); err != nil {
		return err
	}
	if err := emit(slices.Concat(r.untried, r.reports), r.handler.Candidate); err != nil {
		return err
	}
	return emit(r.verdicts, r.handler.Verdict)
}
