package driver

import (
	"context"
	"errors"
	"fmt"
	gobuild "go/build"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/fix"
	"github.com/unheap/unheap/internal/heap"
	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/report/text"
	"github.com/unheap/unheap/internal/rewrite"
	"github.com/unheap/unheap/internal/verify"
)

// packageMeasured takes in the results of one package and then, as long as it is the turn of judging, judges the most
// promising unit among what has been measured so far. Candidates that only workloads of other packages reach wait
// until all packages have run.
func (r *fixing) packageMeasured(ctx context.Context, binary *bench.Binary) error {
	r.binaries = append(r.binaries, binary)
	r.gather()
	fresh := r.freshSites(binary.Package)
	r.sites = append(r.sites, fresh...)
	if err := r.propose(ctx, r.hot()); err != nil {
		return err
	}
	for i := range r.waiting {
		c := &r.waiting[i]
		if slices.ContainsFunc(fresh, func(s record.Site) bool { return s.Package == c.Package }) {
			r.link(c)
		}
	}
	r.observe()
	if err := r.combine(ctx); err != nil {
		return err
	}
	r.turns.Measured(r.now())
	r.estimate()
	for r.turns.Judge() {
		u, ok := r.mostPromising()
		if !ok {
			return nil
		}
		if err := r.judgeUnit(ctx, u); err != nil {
			return err
		}
	}
	return nil
}

// estimate estimates when the run will end, by what is still to be measured and judged.
func (r *fixing) estimate() {
	units, _ := fix.Plan(r.waiting, &r.reach, r.promise)
	now := r.now()
	left := r.turns.Left(now, r.builds.total-r.taken, len(units))
	if left < 0 {
		return
	}
	ends := now.Add(left)
	if !r.limit.IsZero() && r.limit.Before(ends) {
		ends = r.limit
	}
	r.ends.Store(&ends)
}

// timeLeft is the estimated time until the end of the run; negative if it is not known.
func (r *fixing) timeLeft() time.Duration {
	ends := r.ends.Load()
	if ends == nil {
		return -1
	}
	return max(ends.Sub(r.now()), time.Second)
}

// programLoaded reads the profile of -profile, and runs the suite for the first time.
func (r *fixing) programLoaded(ctx context.Context) error {
	if err := r.readProduction(); err != nil {
		return err
	}
	return r.proposeFirst(ctx)
}

// proposeFirst runs the suite on the package that is measured first, while it is being built.
func (r *fixing) proposeFirst(ctx context.Context) error {
	named := r.named()
	for _, path := range sortedKeys(named) {
		if slices.ContainsFunc(r.program.Packages(), func(p *load.Package) bool {
			return p.Path == path && slices.ContainsFunc(p.Files, func(f *load.File) bool { return f.Test })
		}) {
			return r.propose(ctx, map[string]bool{path: true})
		}
	}
	return nil
}

// mostPromising returns the unit to judge next while packages are still to be measured: the most promising one that
// the package's own benchmarks judge. Waiting would not find it a better load.
func (r *fixing) mostPromising() (fix.Unit, bool) {
	units, _ := fix.Plan(r.waiting, &r.reach, r.promise)
	i := slices.IndexFunc(units, func(u fix.Unit) bool { return u.Load == fix.Load{Package: u.Package} })
	if i < 0 {
		return fix.Unit{}, false
	}
	return units[i], true
}

// A workloadKey names a workload of a package.
type workloadKey struct{ pkg, name string }

// noteAllocs notes which functions a workload reaches, from what it has allocated.
func (r *fixing) noteAllocs(w record.Workload, allocs []record.Alloc) {
	reach := new(fix.Reach)
	reach.Add([]record.Workload{w}, allocs)
	r.fresher[workloadKey{w.Package, w.Name}] = reach
}

// gather merges into reach what the workloads reach that have run since the last call, except those that failed.
func (r *fixing) gather() {
	for _, w := range r.workloads {
		if reach := r.fresher[workloadKey{w.Package, w.Name}]; reach != nil && w.Failure == "" {
			r.reach.Merge(reach)
		}
	}
	clear(r.fresher)
}

// freshSites returns the measured sites of the package that has just been measured.
func (r *fixing) freshSites(path string) []record.Site {
	ran := slices.DeleteFunc(slices.Clone(r.workloads), func(w record.Workload) bool { return w.Package != path })
	packages := make(map[string]bool)
	for _, s := range r.fresh.Result(ran, nil).Sites {
		packages[s.Package] = true
	}
	about := slices.DeleteFunc(slices.Clone(r.decisions), func(d record.Decision) bool { return !packages[d.Package] })
	_, sites := r.explained(r.program, about, r.fresh.Result(ran, about))
	return slices.DeleteFunc(sites, func(s record.Site) bool { return s.Match == record.Unmeasured })
}

// hot returns the paths of the packages in which a site was measured.
func (r *fixing) hot() map[string]bool {
	hot := make(map[string]bool)
	for _, s := range r.sites {
		if s.Match != record.Unmeasured {
			hot[s.Package] = true
		}
	}
	return hot
}

// propose runs the suite on those packages of paths on which it has not run, and enters what it finds. Packages of
// modules without a named package are left out: in a workspace, a run stays in its module.
func (r *fixing) propose(ctx context.Context, paths map[string]bool) error {
	var packages []*load.Package
	for _, pkg := range r.program.Packages() {
		if paths[pkg.Path] && r.program.Own(pkg.Path) && inNamedModule(r.program, pkg.Path) && !r.proposed[pkg.Path] {
			packages = append(packages, pkg)
		}
	}
	if len(packages) == 0 {
		return nil
	}
	r.progress(record.Progress{Stage: "propose", Text: fmt.Sprintf("%d analyzers", len(r.suite))})
	// Rules look up which files of the standard library belong to every build; a program that was built with
	// -trimpath does not know where these are.
	gobuild.Default.GOROOT = r.bench.Environment().GOROOT
	proposed, err := rewrite.Propose(ctx, r.program, rewrite.Options{Suite: r.suite, Caveats: mayDiffer, Packages: packages})
	if err != nil {
		return err
	}

	for _, pkg := range packages {
		r.proposed[pkg.Path] = true
	}
	for _, err := range proposed.Failed {
		r.problem(record.Problem{Text: err.Error()})
	}
	r.refusals = append(r.refusals, proposed.Refusals...)
	r.open = append(r.open, proposed.Open...)
	r.enter(proposed.Candidates)
	return r.readTexts()
}

// observe enters the open candidates whose capacity is known from what has been measured.
func (r *fixing) observe() {
	var known []record.Candidate
	r.open = slices.DeleteFunc(r.open, func(o rewrite.Open) bool {
		c, ok := o.Fill(r.workloads, r.sites)
		if ok {
			known = append(known, c)
			r.refusals = slices.DeleteFunc(r.refusals, o.Answers)
		}
		return ok
	})
	r.enter(known)
}

// enter sorts candidates into reports, untried ones, which need -review, and those that wait to be judged.
func (r *fixing) enter(candidates []record.Candidate) {
	for _, c := range candidates {
		c.ProfileShare = r.profiled.share(&c)
		r.link(&c)
		switch {
		case r.one != nil && !r.one.asks(c):
		case r.profiled != nil && c.ProfileShare < coldInProduction:
		case len(c.Edits) == 0:
			r.reports = append(r.reports, c)
		case c.Class == record.Review && !r.review:
			r.untried = append(r.untried, c)
		default:
			r.waiting = append(r.waiting, c)
		}
	}
}

// inNamedModule reports whether the module of a package has a package that was named.
func inNamedModule(program *load.Program, path string) bool {
	module, _ := program.ModuleOf(path)
	return slices.ContainsFunc(program.Packages(), func(p *load.Package) bool {
		named, _ := program.ModuleOf(p.Path)
		return p.Named && named == module
	})
}

// judgeRest judges the waiting candidates when all packages have run: those reached by the benchmarks of other
// packages, by tests of packages without benchmarks, and with -tests those that only tests reach.
func (r *fixing) judgeRest(ctx context.Context) error {
	paths := r.hot()
	for path := range r.named() {
		paths[path] = true
	}
	if err := r.propose(ctx, paths); err != nil {
		return err
	}
	r.observe()
	r.forgetUnasked()
	if err := r.combine(ctx); err != nil {
		return err
	}
	cold, err := r.judgeUnits(ctx)
	if err != nil {
		return err
	}
	byTests := r.runTests(ctx, cold)
	if r.withTests {
		r.observe()
		if cold, err = r.judgeUnits(ctx); err != nil {
			return err
		}
	}
	kept := r.kept()
	for _, c := range cold {
		if slices.ContainsFunc(kept, func(k record.Candidate) bool { return k.Rewrite == c.Rewrite && rewrite.Overlap(k, c) }) {
			continue // its text is changed with one that a workload runs
		}
		v := record.Verdict{Candidate: c, Outcome: record.NotExercised, Reason: "no workload allocates in " + strings.Join(c.Functions, ", ")}
		if loads := byTests.Of(&c); len(loads) > 0 && !r.withTests {
			v.Reason, v.TestsReach = "only tests allocate in "+strings.Join(c.Functions, ", "), true
		}
		r.verdicts = append(r.verdicts, v)
	}
	r.waiting = nil
	if len(r.failed) > 0 && len(r.failed) == r.judged {
		return errors.Join(r.failed...)
	}
	return context.Cause(ctx)
}

// judgeUnits judges all waiting candidates, and returns those that no workload exercises.
func (r *fixing) judgeUnits(ctx context.Context) ([]record.Candidate, error) {
	units, cold := fix.Plan(r.waiting, &r.reach, r.promise)
	r.turns.Begin(r.now())
	for _, u := range units {
		if err := r.judgeUnit(ctx, u); err != nil {
			return nil, err
		}
	}
	return cold, nil
}

// forgetUnasked drops candidates that no workload reaches, if their package was not named or had no workload to run.
func (r *fixing) forgetUnasked() {
	named, ran := r.named(), make(map[string]bool)
	for _, w := range r.workloads {
		ran[w.Package] = true
	}
	unasked := func(c record.Candidate) bool {
		_, ok := named[c.Package]
		return c.Heat == 0 && (!ok || len(c.Edits) > 0 && !ran[c.Package])
	}
	for _, list := range []*[]record.Candidate{&r.waiting, &r.untried, &r.reports} {
		for i := range *list {
			r.link(&(*list)[i])
		}
		*list = slices.DeleteFunc(*list, func(c record.Candidate) bool { return unasked(c) && len(r.reach.Of(&c)) == 0 })
	}
}

// judgeUnit adds a verdict for every candidate of u: not-reached for those that the end of ctx or an error cut off. A
// unit that cannot be judged is reported as a problem; the only error is the cause of ctx.
func (r *fixing) judgeUnit(ctx context.Context, u fix.Unit) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	r.judged++
	result, err := verify.Run(ctx, r.input(u))
	if result.After != nil {
		r.counted[u.Load] = r.sum(result.After)
	}
	judged := partsOf(result.Verdicts)
	for _, c := range u.Candidates { // what was taken apart has no verdict
		judged[c.ID] = true
	}
	for i := range result.Verdicts {
		if c := &result.Verdicts[i].Candidate; len(c.Of) > 0 { // the judge may have joined it
			c.ProfileShare = r.profiled.share(c)
			r.link(c)
		}
	}
	r.verdicts = append(r.verdicts, result.Verdicts...)
	r.waiting = slices.DeleteFunc(r.waiting, func(c record.Candidate) bool { return judged[c.ID] })
	r.turns.Judged(r.now())
	r.estimate()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		r.failed = append(r.failed, err)
		r.problem(r.asProblem(u.Package, fmt.Errorf("its rewrites could not be judged: %w", err)))
	}
	return nil
}

// giveUp adds verdicts for the candidates that still wait when the run ends.
func (r *fixing) giveUp(ctx context.Context) {
	reason := "the run ended before its package was begun"
	if ctx.Err() == nil {
		reason = "an error ended the run before it was judged"
	}
	for _, c := range r.waiting {
		v := record.Verdict{Candidate: c, Outcome: record.NotReached, Reason: reason}
		ran := slices.ContainsFunc(r.binaries, func(b *bench.Binary) bool { return b.Package == c.Package })
		if ran && len(r.reach.Of(&c)) == 0 { // more time would not have helped
			v.Outcome, v.Reason = record.NotExercised, "no workload that ran allocates in "+strings.Join(c.Functions, ", ")
		}
		r.verdicts = append(r.verdicts, v)
	}
	r.waiting = nil
}

// testsTime bounds the time for which tests run just to find out which rewrites the tests reach.
const testsTime = 20 * time.Second

// runTests runs the tests of packages with benchmarks that have cold candidates, which no benchmark reaches, and
// returns what the tests reach. With -tests the tests are ordinary workloads; otherwise the tests run for at most
// testsTime, and the result is what is reached by then.
func (r *fixing) runTests(ctx context.Context, cold []record.Candidate) *fix.Reach {
	if !r.withTests {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, testsTime)
		defer cancel()
	}
	reach := new(fix.Reach)
	for _, binary := range r.binaries {
		if ctx.Err() != nil || !slices.ContainsFunc(cold, func(c record.Candidate) bool { return c.Package == binary.Package }) || !r.hasBenchmarks(binary.Package) {
			continue
		}
		r.progress(record.Progress{Stage: "verify", Text: binary.Package + ": run its tests, which may reach more"})
		if err := r.runTestsOf(ctx, binary, reach); err != nil && ctx.Err() == nil {
			r.problem(r.asProblem(binary.Package, err))
		}
	}
	if r.withTests {
		r.gather()
		r.join()
	}
	return reach
}

// runTestsOf runs the tests of a package and adds what they reach to reach. With -tests they are recorded as
// workloads instead, and what they allocate is in the join.
func (r *fixing) runTestsOf(ctx context.Context, binary *bench.Binary, reach *fix.Reach) error {
	if err := r.tree.Show(ctx, nil); err != nil {
		return err
	}
	sel := bench.Select{Run: r.settings.run, Skip: r.skip, Timeout: r.timeout}
	if r.withTests {
		run, err := r.record(ctx, binary, sel)
		if run != nil {
			r.workloads = append(r.workloads, run.Workloads...)
		}
		return err
	}
	run, err := binary.Profile(ctx, sel)
	if run == nil {
		return err
	}
	allocs, cerr := heap.Convert(run.Profile, r.heapOptions(binary))
	reach.Add(run.Workloads, allocs)
	return errors.Join(err, cerr)
}

// kept returns the candidates that are kept so far.
func (r *fixing) kept() []record.Candidate {
	var kept []record.Candidate
	for _, v := range r.verdicts {
		if v.Outcome == record.Kept {
			kept = append(kept, v.Candidate)
		}
	}
	return kept
}

// toWrite returns the kept candidates that -w writes. A candidate with functions that could not be compared, and that
// tests do not reach, needs -review like one of the class review.
func (r *fixing) toWrite() []record.Candidate {
	var all []record.Candidate
	for _, v := range r.verdicts {
		if v.Outcome == record.Kept && (r.review || v.WriteClass() == record.Safe) {
			all = append(all, v.Candidate)
		}
	}
	return all
}

// standing prints on stderr which candidates stand now and did not before, and which do no longer.
func (r *fixing) standing(now []record.Verdict) {
	parts := partsOf(now)
	for i := range now {
		v := &now[i]
		if stands := v.Outcome == record.Kept; stands != r.stands[v.Candidate.ID] && !parts[v.Candidate.ID] {
			r.stands[v.Candidate.ID] = stands
			_, _ = r.bar.Write([]byte(text.Standing(v, text.Options{Width: r.width(os.Stderr), Color: r.colored(os.Stderr)}, r.stages == nil))) // as for progress, no error of a terminal ends the run
		}
	}
}
