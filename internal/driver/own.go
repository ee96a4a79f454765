package driver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/verify"
	"github.com/unheap/unheap/internal/verify/equiv"
	"github.com/unheap/unheap/internal/verify/equiv/kit"
	"github.com/unheap/unheap/passes"
	"github.com/unheap/unheap/passes/own"
)

// ownTag is the build tag with which the package of a file of rules is loaded; it keeps the file out of all other
// builds.
const ownTag = "unheap"

// An ownRules is a file with rules of the user's: pairs of functions.
type ownRules struct {
	settings // with ownTag
	program  *load.Program
	pkg      *load.Package
	file     *load.File
	name     string // name of the file, relative to the working directory if it is below
	pairs    []*own.Pair
	proofs   []*record.Proof // by pair; nil until prove
	notes    [][]string      // by pair: in what a fix may differ that is not proven
}

// names are the names of the rules; none for nil.
func (r *ownRules) names() (all []string) {
	if r != nil {
		for _, p := range r.pairs {
			all = append(all, p.Before)
		}
	}
	return all
}

// readOwn reads a file of rules.
func readOwn(ctx context.Context, name string, s *settings) (*ownRules, error) {
	path, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(path); err != nil || info.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
		return nil, usagef("-rules=%s: want a Go file, and none of tests", name)
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return nil, err
	}
	r := &ownRules{settings: *s}
	r.tags = strings.TrimPrefix(s.tags+","+ownTag, ",")
	if env, err := gocmd.Env(ctx, filepath.Dir(path)); err == nil && (env.GOMOD == "" || env.GOMOD == os.DevNull) {
		return nil, fmt.Errorf("-rules=%s: it lies in no module: rules are compiled with the code that they are for", name)
	}
	var problems []record.Problem
	r.program, problems, err = load.Load(ctx, load.Options{Dir: filepath.Dir(path), Patterns: []string{"."}, BuildFlags: r.buildFlags(), Env: append(os.Environ(), s.environment()...)})
	if err != nil {
		return nil, fmt.Errorf("-rules=%s: %w", name, err)
	}
	if len(problems) > 0 {
		at := problems[0].Pos.String() + ": "
		if problems[0].Pos.File == "" {
			at = ""
		}
		return nil, fmt.Errorf("-rules=%s: %s%s", name, at, problems[0].Text)
	}
	for _, pkg := range r.program.Packages() {
		for _, f := range pkg.Files {
			if f.Path == path {
				r.pkg, r.file = pkg, f
			}
		}
	}
	if r.file == nil {
		return nil, fmt.Errorf("-rules=%s: it is no part of its package with -tags=%s; its build constraint may be //go:build %s", name, r.tags, ownTag)
	}
	src := own.Source{Fset: r.program.Fset, File: r.file.Syntax, Types: r.pkg.Types, Info: r.pkg.Info, Sizes: r.pkg.Sizes, ReadFile: os.ReadFile}
	for _, f := range r.pkg.Files {
		src.Files = append(src.Files, f.Syntax)
	}
	r.name = r.file.Name
	if rel, err := filepath.Rel(workingDir(), path); err == nil && filepath.IsLocal(rel) {
		r.name = filepath.ToSlash(rel)
	}
	if r.pairs, err = own.Read(src); err != nil {
		return nil, fmt.Errorf("-rules=%s:\n%s", name, strings.ReplaceAll(err.Error(), filepath.Dir(path)+string(filepath.Separator), ""))
	}
	return r, nil
}

const (
	// ownTime is the longest time for which two functions are compared, and allOwnTime that for all pairs. Each pair
	// is compared for at least an eighth of ownTime, so more than 240 pairs take longer than allOwnTime.
	ownTime, allOwnTime = 2 * time.Second, 60 * time.Second
)

// prove compares and counts both functions of each pair, in about the time all.
func (r *ownRules) prove(ctx context.Context, all time.Duration) error {
	pkg, why := describePackage(r.program, r.pkg.Path)
	if pkg == nil {
		return errors.New(why)
	}
	twins := &equiv.Twins{Package: *pkg, Time: max(ownTime/8, min(ownTime, all/time.Duration(len(r.pairs))))}
	text, err := os.ReadFile(r.file.Path)
	if err != nil {
		return err
	}
	w := &words{seen: make(map[string]bool)}
	w.take(text)
	twins.Strings, twins.Ints = w.texts, w.numbers
	var functions []equiv.Function
	for _, p := range r.pairs {
		functions = append(functions, equiv.Function{Name: p.Before, With: p.After, Exempt: verify.Aspects(caveatsOf(p))})
	}
	dir := filepath.Dir(r.file.Path)
	results, err := verify.CompareTwins(ctx, verify.Input{
		Root: r.program.Root(), Dir: dir, Flags: r.buildFlags(), Env: r.environment(),
		Package: r.pkg.Path, PackageDir: dir, Twins: twins,
	}, functions)
	if err != nil {
		return err
	}
	r.proofs, r.notes = nil, nil
	for _, p := range r.pairs {
		result := results[p.Before]
		r.proofs = append(r.proofs, r.proof(p, &result))
		r.notes = append(r.notes, notes(p, &result, twins.Arguments(p.Before)))
	}
	return nil
}

func caveatsOf(p *own.Pair) (all []record.Caveat) {
	for _, c := range p.Caveats {
		all = append(all, record.Caveat{Kind: string(c.Kind), Text: c.Text})
	}
	return all
}

// proof turns the result for a pair into a proof.
func (r *ownRules) proof(p *own.Pair, f *kit.Result) *record.Proof {
	at := r.position(p)
	proof := &record.Proof{
		Change: fmt.Sprintf("%s, %s (%s)", p.Before, p.After, at), Outcome: record.Held,
		Functions: []record.FunctionProof{{
			Package: r.pkg.Path, Name: p.Before, Inputs: f.Inputs, Panics: f.Panics, Skipped: f.Skipped, Differs: f.Differs, Doubt: f.Doubt,
			RetainedBefore: f.Retained[0], RetainedAfter: f.Retained[1],
		}},
	}
	each := func(i int) record.Measure {
		n := float64(max(f.Counted, 1))
		return record.Measure{AllocsPerOp: float64(f.Objects[i]) / n, BytesPerOp: float64(f.Bytes[i]) / n, Samples: f.Counted}
	}
	before, after := each(0), each(1)
	if f.Counted > 0 {
		proof.Comparisons = []record.Comparison{{Workload: "generated inputs", Package: r.pkg.Path, Before: before, After: after}}
	}
	because := func(outcome record.ProofOutcome, format string, args ...any) {
		proof.Outcome, proof.Reasons = outcome, append(proof.Reasons, fmt.Sprintf(format, args...))
	}
	switch {
	case f.Differs != "":
		because(record.Differing, "%s", f.Differs)
	case f.Skipped != "":
		because(record.Unknown, "it was not compared: %s", f.Skipped)
	case f.Inputs == 0 || f.Counted == 0:
		because(record.Unknown, "no input was found on which both could be compared and counted")
	case after.AllocsPerOp > before.AllocsPerOp || after.AllocsPerOp == before.AllocsPerOp && before.BytesPerOp-after.BytesPerOp <= 0.01*before.BytesPerOp:
		because(record.NothingGained, "%s allocates no less than %s: %.3g → %.3g objects, %.4g → %.4g B, on average of %d inputs", p.After, p.Before, before.AllocsPerOp, after.AllocsPerOp, before.BytesPerOp, after.BytesPerOp, f.Counted)
	}
	return proof
}

// position is the position of a pair in the file.
func (r *ownRules) position(p *own.Pair) record.Position {
	return record.Position{File: r.name, Line: p.Pos.Line, Column: p.Pos.Column}
}

// notes returns what remains unknown about a pair that held.
func notes(p *own.Pair, f *kit.Result, arguments string) (all []string) {
	if p.Generic {
		all = append(all, fmt.Sprintf("%s was compared with the type arguments %s, and perhaps with no others", p.Before, arguments))
	}
	for _, name := range p.Open {
		all = append(all, fmt.Sprintf("%s was compared with a few types behind %s, and another one may tell the two apart", p.Before, name))
	}
	if f.Doubt != "" {
		all = append(all, "on a state that was made up, and that no caller may make, they differ: "+f.Doubt)
	}
	if f.Note != "" {
		all = append(all, "not all inputs were compared: "+f.Note)
	}
	if f.Retained[1] > 2*f.Retained[0]+retainedMore {
		all = append(all, fmt.Sprintf("a result of %s keeps %d B alive, %d B before", p.After, f.Retained[1], f.Retained[0]))
	}
	return all
}

// rules returns the rewrites for the pairs that held.
func (r *ownRules) rules() (rules []passes.Rule) {
	for i, p := range r.pairs {
		if r.proofs[i].Outcome == record.Held {
			rules = append(rules, p.Rule(p.Class(r.notes[i]...)))
		}
	}
	return rules
}

// refused returns problems for the pairs that did not hold.
func (r *ownRules) refused() (all []record.Problem) {
	for i, p := range r.pairs {
		if proof := r.proofs[i]; proof.Outcome != record.Held {
			all = append(all, record.Problem{Pos: r.position(p), Text: fmt.Sprintf("%s is not used (%s): %s", p.Before, proof.Outcome, strings.Join(proof.Reasons, "; "))})
		}
	}
	return all
}

// idle returns problems for rules that found nothing in the packages of the run: a rule matches nowhere, or a
// condition does not hold where the rule matches. A run that was cut short has no such problems.
func (r *fixing) idle(ended bool) (all []record.Problem) {
	for _, p := range r.own.pairs {
		if !ended || r.one != nil || !has(r.suite, p.Before) {
			continue
		}
		by := func(c record.Candidate) bool { return c.Rewrite == p.Before }
		if slices.ContainsFunc(r.verdicts, func(v record.Verdict) bool { return by(v.Candidate) }) || slices.ContainsFunc(r.untried, by) {
			continue
		}
		text := fmt.Sprintf("%s matches nothing in %s", p.Before, strings.Join(sortedKeys(r.proposed), ", "))
		places := 0
		for _, x := range r.refusals {
			if x.Rewrite == p.Before {
				if places++; places == 1 {
					text = fmt.Sprintf("%s is used nowhere: at %s %s", p.Before, x.Pos, x.Condition)
				}
			}
		}
		if places > 1 {
			text += fmt.Sprintf("; %d places match in all", places)
		}
		all = append(all, record.Problem{Pos: r.own.position(p), Text: text})
	}
	return all
}

// proveOwn proves the pairs of a file, each like a change.
func proveOwn(ctx context.Context, s *settings, x *proveFlags, out func(*record.Proof) error) error {
	done, err := s.guardModule(ctx)
	defer done()
	if err != nil {
		return err
	}
	r, err := readOwn(ctx, x.rules, s)
	if err != nil {
		return err
	}
	if err := r.prove(ctx, allOwnTime); err != nil {
		return err
	}
	held := true
	for i, p := range r.proofs {
		p.Doubts = append(p.Doubts, r.notes[i]...)
		held = held && p.Outcome == record.Held
		if err := out(p); err != nil {
			return err
		}
	}
	if !held {
		return errNotHeld
	}
	return nil
}
