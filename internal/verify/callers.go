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

// A benchmark often drops what a constructor returns. If the constructor is inlined there,
// its object is on the stack of the benchmark, and still on the heap for each caller that
// keeps it. The compiler says so at the call.

// felt leaves out candidates whose gain the benchmarks alone have: an object that a
// function makes and returns is no longer on the heap where tests call it, and it is on the
// heap in all other calls of the function.
func (j *judge) felt(ctx context.Context, gained []record.Candidate) ([]record.Candidate, error) {
	var stay []record.Candidate
	for _, c := range gained {
		where, err := j.onlyTests(ctx, c)
		if err != nil {
			return nil, err
		}
		if where != "" {
			j.refuse(c, failure{record.NoGain, where})
			continue
		}
		stay = append(stay, c)
	}
	return stay, nil
}

// onlyTests says where the object of a candidate is on the heap that tests alone do not
// have there; empty where the gain is real, or where nobody else calls the function.
func (j *judge) onlyTests(ctx context.Context, c record.Candidate) (string, error) {
	run := j.countedWith[c.ID]
	if run == nil {
		return "", nil
	}
	for _, f := range c.Functions {
		call := []byte("inlining call to ")
		name := []byte(f[strings.LastIndexByte(f, '.')+1:])
		if !slices.ContainsFunc(bytes.Split(run.EscapeLog, []byte("\n")), func(line []byte) bool {
			return bytes.Contains(line, call) && bytes.Contains(line, name)
		}) {
			continue // neither tests nor anybody else has a copy of it
		}
		old, now := j.inlining(j.before.first, f), j.inlining(run, f)
		expr := now.droppedByTests(old)
		if expr == "" || !j.allOfIt(c, f, expr, old) {
			continue
		}
		if now.freed(expr) {
			continue
		}
		users, err := j.callersOf(ctx, c, f)
		if err != nil {
			return "", err
		}
		if users.freed(expr) {
			continue
		}
		if pos := cmpFirst(now.kept(expr), users.kept(expr)); pos != "" {
			return fmt.Sprintf("only tests drop what %s returns: at %s, %s is still on the heap", f, pos, expr), nil
		}
	}
	return "", nil
}

// OnlyTests says where an object is still on the heap of which what was counted shows that
// the change takes it away: changed functions of a package, written in files, make and return
// it, and the tests alone, which drop it, have it on their stack now. It is empty where the
// gain is real, or more than that.
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
	return j.onlyTests(ctx, change)
}

func cmpFirst(lists ...[]string) string {
	for _, list := range lists {
		if len(list) > 0 {
			return list[0]
		}
	}
	return ""
}

// An inlining is what the compiler says of one function and of its copies.
type inlining struct {
	own    map[string]record.Position          // what the function itself has on the heap: its text, and where
	copies map[record.Position]map[string]bool // by call: what is on the heap there
}

// qualified is a type's package in front of its name: a copy in another package has it.
var qualified = regexp.MustCompile(`\b\w+\.(\w)`)

func unqualified(expr string) string { return qualified.ReplaceAllString(expr, "$1") }

// inlining reads the compiler's log of a run. A log that cannot be read says nothing.
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

// packageName is the name of the package in code of others.
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

// droppedByTests is something that the function has on the heap, before as now, and that a
// test has not any more in its copy of the function; empty if there is none.
func (in inlining) droppedByTests(old inlining) string {
	for _, expr := range slices.Sorted(maps.Keys(in.own)) {
		if _, had := old.own[expr]; !had {
			continue
		}
		for pos, heap := range in.copies {
			before, copied := old.copies[pos]
			if inTest(pos) && !heap[expr] && (!copied || before[expr]) {
				return expr
			}
		}
	}
	return ""
}

// freed reports whether a caller that is no test has it on its stack.
func (in inlining) freed(expr string) bool {
	for pos, heap := range in.copies {
		if !inTest(pos) && !heap[expr] {
			return true
		}
	}
	return false
}

// kept are the calls, other than of tests, that have it on the heap, sorted.
func (in inlining) kept(expr string) (where []string) {
	for pos, heap := range in.copies {
		if !inTest(pos) && heap[expr] {
			where = append(where, pos.String())
		}
	}
	slices.Sort(where)
	return where
}

// allOfIt reports whether what is saved with c is no more than the objects that f made of
// an expression.
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

// callersOf compiles the packages that import the package directly, with c in place, and
// returns what the compiler says of the copies of f in them.
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
		return inlining{}, nil // they are built again, and tested, by what comes later
	}
	return inliningOf(log, j.Package, j.packageName(), f), nil
}
