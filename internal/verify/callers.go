package verify

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/escape"
	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/record"
)

// A benchmark often drops what a constructor returns. If the compiler inlines the constructor there, the object moves
// to the benchmark's stack, but stays on the heap for every caller that retains it. The compiler's log shows this at
// each call.

// felt leaves out candidates that gain in benchmarks only: an object that a function makes and returns is no longer
// on the heap where tests call the function, but is on the heap at all other calls.
func (j *judge) felt(ctx context.Context, gained []record.Candidate) ([]record.Candidate, error) {
	var stay []record.Candidate
	for _, c := range gained {
		where, alone, err := j.onlyTests(ctx, c)
		if err != nil {
			return nil, err
		}
		if pays := j.pays(c); where == "" && alone != "" && !j.All && pays < paysAlone {
			where = fmt.Sprintf("only tests call %s, and drop what it returns: it pays %.2g %% of what they cost at most, less than the %d %% that is asked for where no other caller is known, which -all keeps",
				alone, 100*max(pays, 0), int(100*paysAlone))
		}
		if where != "" {
			j.refuse(c, failure{outcome: record.NoGain, reason: where})
			continue
		}
		stay = append(stay, c)
	}
	return stay, nil
}

// paysAlone is the part of the cost that a candidate must save of a benchmark that drops what a function returns if nothing
// but tests calls the function: others may well retain it. Of eight diffs with a gain that only a benchmark has, read cold,
// none would have been merged.
const paysAlone = 0.5

// pays is the largest part of a workload's estimated cost that c saves.
func (j *judge) pays(c record.Candidate) (most float64) {
	for _, m := range j.verdicts[c.ID].Comparisons {
		most = max(most, (m.Before.Cost-m.After.Cost)/max(m.Before.Cost, 1))
	}
	return most
}

// onlyTests names a call at which the object of a candidate is still on the heap, if only calls in tests moved it to
// the stack. It is empty if the gain is real, or if nothing but tests calls the function, which alone names then.
func (j *judge) onlyTests(ctx context.Context, c record.Candidate) (where, alone string, err error) {
	run := j.countedWith[c.ID]
	if run == nil {
		return "", "", nil
	}
	for _, f := range c.Functions {
		call := []byte("inlining call to ")
		name := []byte(f[strings.LastIndexByte(f, '.')+1:])
		if !slices.ContainsFunc(bytes.Split(run.EscapeLog, []byte("\n")), func(line []byte) bool {
			return bytes.Contains(line, call) && bytes.Contains(line, name)
		}) {
			continue // the function is inlined nowhere
		}
		old, now := j.inlining(j.before.first, f), j.inlining(run, f)
		was, expr := now.droppedByTests(old)
		if expr == "" || !j.allOfIt(c, f, was, old) || now.freed(expr) {
			continue
		}
		users, err := j.callersOf(ctx, c, f)
		if err != nil {
			return "", "", err
		}
		if users.freed(expr) {
			continue
		}
		if kept := append(now.kept(expr), users.kept(expr)...); len(kept) > 0 {
			return fmt.Sprintf("only tests drop what %s returns: at %s, %s is still on the heap", f, kept[0], expr), "", nil
		}
		alone = f
	}
	return "", alone, nil
}

// OnlyTests names a call at which an object is still on the heap although the count c shows it gone: the changed
// functions of package pkg, written in files, make and return the object, and only tests, which drop it, now have it
// on their stacks. It is empty if the gain is real, or goes beyond that object.
func (p *Prover) OnlyTests(ctx context.Context, pkg string, functions, files []string, c *Count) (string, error) {
	j := p.judge()
	j.Package = pkg
	change := record.Candidate{ID: p.set[0].ID, Package: pkg, Functions: functions}
	written := change
	for _, file := range files {
		written.Edits = append(written.Edits, record.Edit{File: file})
	}
	j.Candidates = []record.Candidate{written}
	j.verdicts[change.ID].Comparisons = c.Comparisons
	j.before = &counts{first: c.Before}
	j.countedWith[change.ID] = c.After
	where, _, err := j.onlyTests(ctx, change)
	return where, err
}

// An inlining is the compiler's verdict on the objects of one function and of its inlined copies.
type inlining struct {
	own    map[string]record.Position          // what the function itself puts on the heap: expression, and where
	copies map[record.Position]map[string]bool // by call: the expressions that are on the heap in the copy there
}

// qualified matches the package in front of a type's name, which a copy in another package has.
var qualified = regexp.MustCompile(`\b\w+\.(\w)`)

func unqualified(expr string) string { return qualified.ReplaceAllString(expr, "$1") }

// inlining reads the decisions on f from the compiler's log of a run. It is empty for a log that cannot be read.
func (j *judge) inlining(run *Counted, f string) inlining {
	log, known := j.logs[run]
	if !known {
		var err error
		if log, err = escape.Parse(bytes.NewReader(run.EscapeLog), escape.Options{Dir: j.Dir, Rel: j.Rel}); err != nil {
			log = nil
		}
		j.logs[run] = log
	}
	if log == nil {
		return inlining{}
	}
	return inliningOf(log, j.Package, j.packageName(), f)
}

// packageName is the name by which other packages refer to the package.
func (j *judge) packageName() string {
	if j.Equiv != nil {
		return j.Equiv.Types.Name()
	}
	return path.Base(j.Package)
}

func inliningOf(log *escape.Log, pkg, name, f string) inlining {
	in := inlining{own: make(map[string]record.Position), copies: make(map[record.Position]map[string]bool)}
	elsewhere := name + "." + f // as other packages call it
	names := func(d record.Decision, callee string) bool {
		return callee == elsewhere || callee == f && strings.TrimSuffix(d.Package, "_test") == pkg
	}
	for _, d := range log.Decisions {
		if d.Kind == record.InlinesCall && names(d, d.Expr) && in.copies[d.Pos] == nil {
			in.copies[d.Pos] = make(map[string]bool)
		}
	}
	for _, d := range log.Decisions {
		if d.Kind != record.Escapes && d.Kind != record.Moved {
			continue
		}
		expr := unqualified(d.Expr)
		switch at := in.copies[d.Pos]; {
		case at != nil && slices.ContainsFunc(d.Inlined, func(callee string) bool { return names(d, callee) }):
			at[expr] = true
		case d.Package == pkg && d.Function == f:
			in.own[expr] = d.Pos
		}
	}
	return in
}

func inTest(pos record.Position) bool { return strings.HasSuffix(pos.File, "_test.go") }

// droppedByTests returns an expression that the function puts on the heap, before and after, and that a copy in a
// test no longer does, as it was and as it is; empty if there is none.
func (in inlining) droppedByTests(old inlining) (was, expr string) {
	for _, expr := range slices.Sorted(maps.Keys(in.own)) {
		was := in.origin(expr, old)
		for pos, heap := range in.copies {
			before, copied := old.copies[pos]
			if was != "" && inTest(pos) && !heap[expr] && (!copied || before[was]) {
				return was, expr
			}
		}
	}
	return "", ""
}

// origin returns what made the object of expr in the old version: the same expression or, if there is none, the only one
// that is gone; empty if it is not known.
//
//	return &T{…}     v := value()
//	                 return &v
func (in inlining) origin(expr string, old inlining) (was string) {
	if _, had := old.own[expr]; had {
		return expr
	}
	for e := range old.own {
		if _, stays := in.own[e]; !stays && was != "" {
			return ""
		} else if !stays {
			was = e
		}
	}
	return was
}

// freed reports whether a caller outside of tests has the object of expr on its stack.
func (in inlining) freed(expr string) bool {
	for pos, heap := range in.copies {
		if !inTest(pos) && !heap[expr] {
			return true
		}
	}
	return false
}

// kept returns the calls outside of tests that have the object of expr on the heap, sorted.
func (in inlining) kept(expr string) (where []string) {
	for pos, heap := range in.copies {
		if !inTest(pos) && heap[expr] {
			where = append(where, pos.String())
		}
	}
	slices.Sort(where)
	return where
}

// allOfIt reports whether c saves no more objects than f made for expr, in every workload.
func (j *judge) allOfIt(c record.Candidate, f, expr string, old inlining) bool {
	made := make(map[string]float64) // by workload
	ops := make(map[string]float64)
	for _, w := range j.before.first.Workloads {
		ops[w.Name] = float64(max(w.Ops, 1))
	}
	changed := j.changed()
	for _, a := range j.before.first.Allocs {
		if a.Phase != record.PhaseSteady || ops[a.Workload] == 0 {
			continue
		}
		for _, frame := range a.Stack {
			if changed.of(frame.Function, frame.File) != f {
				continue
			}
			if frame.Line == old.own[expr].Line {
				made[a.Workload] += float64(a.Objects) / ops[a.Workload]
			}
			break
		}
	}
	for _, m := range j.verdicts[c.ID].Comparisons {
		if m.Before.AllocsPerOp-m.After.AllocsPerOp > made[m.Workload]+poolNoise {
			return false
		}
	}
	return true
}

// callersOf compiles the packages that import the package directly, with c in place, and returns what the compiler
// says about the copies of f in them. It is empty if they do not build.
func (j *judge) callersOf(ctx context.Context, c record.Candidate, f string) (inlining, error) {
	near := []string{j.Package}
	for _, user := range j.Users {
		if j.distance[user] == 1 {
			near = append(near, user)
		}
	}
	dir, remove, err := gocmd.MkdirTemp("verify")
	if err != nil {
		return inlining{}, err
	}
	defer remove()
	files, err := j.overlay([]record.Candidate{c})
	if err != nil {
		return inlining{}, err
	}
	name, err := files.Write(dir)
	if err != nil {
		return inlining{}, err
	}
	log, err := escape.Load(ctx, escape.LoadOptions{
		Options: escape.Options{Dir: j.Dir, Rel: j.Rel}, Packages: near,
		Flags: append(slices.Clone(j.Flags), "-overlay="+name), Env: j.Env,
	})
	if ctx.Err() != nil {
		return inlining{}, context.Cause(ctx)
	}
	if err != nil {
		return inlining{}, nil // later steps build and test these packages, and report it
	}
	return inliningOf(log, j.Package, j.packageName(), f), nil
}
