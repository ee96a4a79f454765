package driver

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/diff"
	"github.com/unheap/unheap/internal/escape"
	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/site"
	"github.com/unheap/unheap/internal/verify"
	"github.com/unheap/unheap/internal/verify/equiv"
)

// after returns the Prover that counts the change: over the old version or, if each version has its own tests, in the
// new version.
func (t *trial) after() *verify.Prover {
	if t.apart {
		return t.laid
	}
	return t.prover
}

// workloads returns the benchmarks of the changed packages that run changed lines; if there are none, those of the
// nearest importing package that has some; if there are none, tests.
func (t *trial) workloads(ctx context.Context) ([]verify.Workload, error) {
	var all []verify.Workload
	for _, pkg := range t.both() {
		if !pkg.benchmark || t.tests {
			continue
		}
		w, err := t.reaching(ctx, pkg.path, false)
		if err != nil {
			return nil, err
		}
		if w.Bench != "" {
			all = append(all, w)
		}
	}
	if len(all) > 0 {
		return all, nil
	}
	for _, user := range t.users {
		dir := t.oldDir(user)
		if t.tests || !hasBenchmarks(dir, testFiles(dir)) {
			continue
		}
		if w, err := t.reaching(ctx, user, false); err != nil || w.Bench != "" {
			return []verify.Workload{w}, err
		}
	}
	for _, pkg := range t.both() {
		w, err := t.reaching(ctx, pkg.path, true)
		if err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	if slices.ContainsFunc(all, func(w verify.Workload) bool { return len(testFiles(w.Dir)) > 0 }) {
		return all, nil
	}
	for _, user := range t.users { // the tests are in another package
		if w, err := t.reaching(ctx, user, true); err != nil || w.Run != t.settings.run {
			return []verify.Workload{w}, err
		}
	}
	return all, nil
}

// reaching returns the benchmarks of a package that run changed lines, or its tests that do. If no test does, it
// returns all tests.
func (t *trial) reaching(ctx context.Context, path string, tests bool) (verify.Workload, error) {
	pattern, what := t.bench, "benchmarks"
	if tests {
		pattern, what = t.settings.run, "tests"
	}
	t.say("which " + what + " of " + path + " run what changed")
	top, sub, parted := strings.Cut(pattern, "/") // sub is for sub-benchmarks or subtests
	search := verify.Search{Package: path, Dir: t.newDir(path), Over: t.paths(), Tests: tests, Pattern: top, Kept: t.kept(path)}
	names, err := t.laid.Reaching(ctx, search, func(lines verify.Lines) bool {
		_, ran := t.reached(lines)
		if !tests {
			for _, at := range ran {
				t.benched[at] = true
			}
		}
		return len(ran) > 0
	})
	w := verify.Workload{Package: path, Dir: t.oldDir(path), AfterDir: t.oldDir(path)}
	if t.apart {
		w.AfterDir = t.newDir(path)
	}
	if len(names) == 0 && tests {
		w.Run = t.settings.run
	}
	if len(names) == 0 {
		return w, err
	}
	exactly := "^(" + strings.Join(names, "|") + ")$"
	if parted {
		exactly += "/" + sub
	}
	if w.Bench = exactly; tests {
		w.Bench, w.Run = "", exactly
	}
	return w, err
}

func testFiles(dir string) (names []string) {
	matches, _ := filepath.Glob(filepath.Join(dir, "*_test.go"))
	for _, m := range matches {
		names = append(names, filepath.Base(m))
	}
	return names
}

// oldDir is the folder of a package in the old version.
func (t *trial) oldDir(path string) string {
	for _, pkg := range t.packages {
		if pkg.path == path {
			return filepath.Join(t.change.Old, filepath.FromSlash(pkg.dir))
		}
	}
	for _, file := range t.sources.files[path] {
		rel, err := filepath.Rel(t.change.New, file)
		if err == nil {
			return filepath.Join(t.change.Old, filepath.Dir(rel))
		}
	}
	return t.change.Old
}

// count counts the workloads before and after, and notes which sites changed.
func (t *trial) count(ctx context.Context) error {
	workloads, err := t.workloads(ctx)
	if err != nil {
		return err
	}
	for _, w := range workloads {
		t.say("count " + w.Package)
		c, err := t.prover.Count(ctx, t.after(), w)
		if err != nil {
			t.doubt("%s could not be counted: %s", w.Package, firstLine(err))
			continue
		}
		switch {
		case c.NotBefore != "":
			t.doubt("%s could not be counted before: %s", w.Package, c.NotBefore)
		case c.Lost != "":
			t.lost = cmp.Or(t.lost, c.Lost)
		}
		t.counts, t.weighed = append(t.counts, c), append(t.weighed, w)
		t.proof.Comparisons = append(t.proof.Comparisons, c.Comparisons...)
	}
	if t.old != nil && t.now != nil {
		t.compareSites()
	}
	return t.felt(ctx)
}

// felt finds out whether only the benchmarks gain.
func (t *trial) felt(ctx context.Context) error {
	for _, pkg := range t.packages {
		var functions, files []string
		for _, d := range pkg.decls {
			if d.Kind == diff.Func && d.How == diff.Body {
				functions, files = append(functions, d.Name), append(files, d.File)
			}
		}
		for i, c := range t.counts {
			if t.weighed[i].Bench == "" || c.After == nil || len(functions) == 0 || t.onlyTests != "" {
				continue
			}
			var err error
			if t.onlyTests, err = t.prover.OnlyTests(ctx, pkg.path, functions, files, c); err != nil {
				return err
			}
		}
	}
	return nil
}

// compareSites joins both counts with the source, and notes each site whose number of objects differs in a workload.
func (t *trial) compareSites() {
	for _, c := range t.counts {
		if c.Before == nil || c.After == nil {
			continue
		}
		before, after := t.sites(t.old, c.Before, nil), t.sites(t.now, c.After, t.input.Files)
		for _, w := range c.Comparisons {
			if w.Before.AllocsPerOp == w.After.AllocsPerOp && w.Before.BytesPerOp == w.After.BytesPerOp {
				continue
			}
			t.proof.Sites = append(t.proof.Sites, siteChanges(before, after, w.Workload)...)
		}
	}
	slices.SortStableFunc(t.proof.Sites, func(a, b record.SiteChange) int {
		return cmp.Compare(max(b.Before-b.After, b.After-b.Before), max(a.Before-a.After, a.After-a.Before))
	})
}

// perOp holds the sites of one version with their allocs/op in each workload.
type perOp map[string]map[string]siteCount // by site ID and workload

type siteCount struct {
	site    *record.Site
	objects float64
}

// sites joins a count with the program that was counted.
func (t *trial) sites(program *load.Program, c *verify.Counted, files map[string][]byte) perOp {
	m := &measurement{settings: t.settings, findFlags: &findFlags{}, model: t.input.Model}
	in := m.joinInput(program)
	in.Workloads, in.Allocs = c.Workloads, c.Allocs
	rel := t.input.Rel
	if t.apart {
		rel = program.Rel
	}
	rel = underOverlay(files, func(string, string) bool { return true }, rel)
	if log, err := escape.Parse(bytes.NewReader(c.EscapeLog), escape.Options{Rel: rel, Dir: t.input.Dir}); err == nil {
		in.Decisions = log.Decisions
	}
	workloads, sites := m.explained(program, in.Decisions, site.Join(in))
	all := make(perOp)
	for i := range sites {
		for _, u := range sites[i].Usage {
			w := workloadOf(&u, workloads)
			if w == nil || u.Objects == 0 {
				continue
			}
			if all[sites[i].ID] == nil {
				all[sites[i].ID] = make(map[string]siteCount)
			}
			all[sites[i].ID][w.Name] = siteCount{&sites[i], w.PerOp(u.Objects)}
		}
	}
	return all
}

// siteChanges returns the sites whose number of objects differs in a workload. A site that went and one that came,
// with the same expression and as many objects, are one site that moved.
func siteChanges(before, after perOp, workload string) (all []record.SiteChange) {
	for _, id := range sortedKeys(before) {
		was, had := before[id][workload]
		is := after[id][workload]
		if !had || was.objects == is.objects {
			continue
		}
		s := record.SiteChange{ID: id, Pos: was.site.Pos, Function: was.site.Function, Expr: was.site.Expr, Workload: workload, Before: was.objects, After: is.objects, How: "went"}
		if is.site != nil {
			s.How = map[bool]string{true: "less", false: "more"}[is.objects < was.objects]
		}
		all = append(all, s)
	}
	for _, id := range sortedKeys(after) {
		is, has := after[id][workload]
		if _, had := before[id][workload]; !has || had {
			continue
		}
		s := record.SiteChange{ID: id, Pos: is.site.Pos, Function: is.site.Function, Expr: is.site.Expr, Workload: workload, After: is.objects, How: "came"}
		if i := slices.IndexFunc(all, func(old record.SiteChange) bool {
			return old.How == "went" && old.Before == s.After && old.Expr == s.Expr
		}); i >= 0 {
			s.How, s.Before = "moved", s.After
			all = slices.Delete(all, i, i+1)
		}
		all = append(all, s)
	}
	return all
}

// place is a line of code that changed.
type place struct {
	file string
	line int
}

// reached returns the changed lines that hold code, in order, and those of them that were run.
func (t *trial) reached(lines verify.Lines) (code, ran []place) {
	for _, pkg := range t.packages {
		for _, f := range pkg.files {
			of := lines[pkg.path+"/"+path.Base(f.Name)]
			for _, line := range f.Changed() {
				done, holds := of[line]
				if holds {
					code = append(code, place{f.Name, line})
				}
				if done {
					ran = append(ran, place{f.Name, line})
				}
			}
		}
	}
	return code, ran
}

// reach enters how many of the changed lines were run by tests, generated inputs and benchmarks. The tests are those
// of the changed packages and, as long as lines are missing and there is time, those of importing packages.
func (t *trial) reach(ctx context.Context) error {
	t.say("which changed lines were run")
	tests, err := t.laid.Cover(ctx, t.paths(), t.paths(), t.kept(t.paths()...))
	if err != nil {
		return err
	}
	l := &t.proof.Lines
	code, byTests := t.reached(tests)
	deadline := time.Now().Add(t.importers)
	for i := 0; i < len(t.tested) && len(byTests) < len(code) && time.Now().Before(deadline); i++ {
		more, err := t.laid.Cover(ctx, t.tested[i:i+1], t.paths(), t.kept(t.tested[i]))
		if err != nil {
			return err
		}
		tests.Merge(more)
		code, byTests = t.reached(tests)
	}
	_, byInputs := t.reached(t.inputs)
	l.Total, l.Tests, l.Inputs, l.Benchmarks = len(code), len(byTests), len(byInputs), len(t.benched)
	var missed []place
	for _, at := range code {
		if slices.Contains(byTests, at) || slices.Contains(byInputs, at) {
			l.Either++
		} else {
			missed = append(missed, at)
		}
	}
	l.Missed = ranges(missed)
	return nil
}

// ranges formats places, joining consecutive lines: "p/p.go:12-14".
func ranges(places []place) (all []string) {
	for i := 0; i < len(places); {
		k := i
		for k+1 < len(places) && places[k+1].file == places[i].file && places[k+1].line == places[k].line+1 {
			k++
		}
		text := fmt.Sprintf("%s:%d", places[i].file, places[i].line)
		if k > i {
			text += fmt.Sprintf("-%d", places[k].line)
		}
		all, i = append(all, text), k+1
	}
	return all
}

const (
	// enough is the part of the changed lines that tests or generated inputs must have run.
	enough = 0.75
	// retainedMore is the number of bytes by which a result may exceed twice what it retained before without a hazard
	// being reported: a header, and the rounding of a small array.
	retainedMore = 64
)

// conclude sets the outcome and the reasons.
func (t *trial) conclude(context.Context) error {
	p := t.proof
	because := func(o record.ProofOutcome, format string, args ...any) {
		p.Outcome = cmp.Or(p.Outcome, o)
		p.Reasons = append(p.Reasons, fmt.Sprintf(format, args...))
	}
	for _, f := range p.Functions {
		if f.RetainedAfter > 2*f.RetainedBefore+retainedMore && f.Differs == "" {
			p.Hazards = append(p.Hazards, record.Problem{Package: f.Package, Text: fmt.Sprintf("a result of %s keeps %d B alive, %d B before", f.Name, f.RetainedAfter, f.RetainedBefore)})
		}
	}
	if p.Tests.Failed != "" {
		because(record.Failing, "%s", p.Tests.Failed)
	}
	if t.lost != "" {
		because(record.Failing, "%s", t.lost)
	}
	if t.failed != "" {
		because(record.Failing, "%s, as it was before the change, fails with it", t.failed)
	}
	if broken := t.elsewhere.broken; broken != "" {
		because(record.Failing, "%s", broken)
	}
	unsure := t.unsure
	for _, f := range p.Functions {
		switch direct := t.onlyDirectly(f); {
		case f.Differs != "" && direct:
			t.doubt("%s, which is not exported, differs if it is called directly: %s; those that call it agree", f.Name, f.Differs)
		case f.Differs != "":
			because(record.Differing, "%s %s", f.Name, f.Differs)
		case f.Doubt != "" && direct:
			t.doubt("%s differs on a state that no caller made: %s", f.Name, f.Doubt)
		case f.Lines != "":
			unsure = append(unsure, fmt.Sprintf("%s differs in numbers, which may be lines that it sees on the stack: %s", f.Name, f.Lines))
		case f.Doubt != "":
			unsure = append(unsure, fmt.Sprintf("%s differs on a state that perhaps no caller makes: %s", f.Name, f.Doubt))
		}
	}
	if p.Outcome != "" {
		for _, reason := range unsure {
			t.doubt("%s", reason)
		}
		return nil
	}
	for _, name := range p.Tests.Flaky {
		because(record.Unknown, "%s fails now and then with it, and has not failed without it", name)
	}
	for _, reason := range unsure {
		because(record.Unknown, "%s", reason)
	}
	if p.Outcome != "" {
		return nil
	}
	gained, lost := t.gains()
	switch l := p.Lines; {
	case l.Total > 0 && float64(l.Either) < enough*float64(l.Total):
		because(record.Unknown, "%d of %d changed lines were run by no test and no generated input: %s", l.Total-l.Either, l.Total, strings.Join(firstFew(l.Missed, 5), ", "))
	case len(p.Comparisons) == 0:
		because(record.Unknown, "nothing could be counted")
	case lost != "":
		because(record.NothingGained, "%s", lost)
	case gained == "":
		because(record.NothingGained, "no workload allocates less")
	case t.onlyTests != "":
		because(record.NothingGained, "%s", t.onlyTests)
	case t.slower != "":
		because(record.NothingGained, "%s", t.slower)
	default:
		because(record.Held, "%s", gained)
	}
	return nil
}

// onlyDirectly reports whether the function of f differs only if it is called directly: other packages cannot call
// it, and all exported functions that call it were compared and agree.
func (t *trial) onlyDirectly(f record.FunctionProof) bool {
	callers := 0
	for _, other := range t.proof.Functions {
		if other.Package != f.Package || !slices.Contains(t.above[other.Package+"."+other.Name], f.Name) || !equiv.IsExported(other.Name) {
			continue
		}
		if callers++; other.Inputs == 0 || other.Differs != "" {
			return false
		}
	}
	return callers > 0 && !equiv.IsExported(f.Name)
}

func firstFew(all []string, n int) []string {
	if len(all) > n {
		return append(slices.Clone(all[:n]), fmt.Sprintf("and %d more", len(all)-n))
	}
	return all
}

// gains describes the workload that saves most, and one that allocates more; empty for none.
func (t *trial) gains() (gained, lost string) {
	best := 0.0
	for _, c := range t.proof.Comparisons {
		noise := max(c.Before.Spread, c.After.Spread)
		objects, bytes := c.Before.AllocsPerOp-c.After.AllocsPerOp, c.Before.BytesPerOp-c.After.BytesPerOp
		words := fmt.Sprintf("%s %s", c.Workload, proofChange(c))
		switch {
		case objects < -noise-aFew(c.Before.AllocsPerOp):
			lost = cmp.Or(lost, words+": more objects")
		case objects <= noise && bytes < -0.01*c.Before.BytesPerOp-16:
			lost = cmp.Or(lost, words+": more bytes, and no fewer objects")
		case objects > noise+aFew(c.Before.AllocsPerOp) || objects >= 0 && noise == 0 && bytes > 0.01*c.Before.BytesPerOp:
			if worth := objects*1000 + bytes; gained == "" || worth > best {
				gained, best = words, worth
			}
		}
	}
	return gained, lost
}

// aFew is the difference in allocs/op that is ignored, given the count before: the runtime allocates now and then.
func aFew(objects float64) float64 { return max(0.01, objects*0.001) }

func proofChange(c record.Comparison) string {
	return fmt.Sprintf("%.4g → %.4g allocs/op, %.5g → %.5g B/op", c.Before.AllocsPerOp, c.After.AllocsPerOp, c.Before.BytesPerOp, c.After.BytesPerOp)
}
