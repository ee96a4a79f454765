package verify

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/cost"
	"github.com/unheap/unheap/internal/heap"
	"github.com/unheap/unheap/internal/record"
)

const (
	// runs is how often a version is counted; the smallest count is used. Two runs are enough to see whether a count
	// repeats.
	runs = 2
	// unsteadyRuns is how often a workload is counted if its count does not repeat, because a collection emptied a
	// sync.Pool or because of the order of a map, and a change does not make a plain difference. With five runs each, all
	// counts of one of two equal versions are below those of the other once in 126 times, and less often by more than
	// their spread, which spread.below requires.
	unsteadyRuns = 5
)

// An amount is objects, bytes and estimated nanoseconds of one operation.
type amount struct{ objects, bytes, cost float64 }

func (a amount) plus(b amount) amount {
	return amount{a.objects + b.objects, a.bytes + b.bytes, a.cost + b.cost}
}

func (a amount) minus(b amount) amount {
	return amount{a.objects - b.objects, a.bytes - b.bytes, a.cost - b.cost}
}

// measure is the amount as the result of several runs, between which the number of objects differs as in s.
func (a amount) measure(s spread, runs int) record.Measure {
	return record.Measure{AllocsPerOp: a.objects, BytesPerOp: a.bytes, Cost: a.cost, Samples: runs, Spread: s.most.objects - s.least.objects}
}

// A spread is the least and the most over several counts.
type spread struct{ least, most amount }

// with is s widened to include o.
func (s spread) with(o spread) spread {
	return spread{
		amount{min(s.least.objects, o.least.objects), min(s.least.bytes, o.least.bytes), min(s.least.cost, o.least.cost)},
		amount{max(s.most.objects, o.most.objects), max(s.most.bytes, o.most.bytes), max(s.most.cost, o.most.cost)},
	}
}

// plus is the spread of the sum of two counts.
func (s spread) plus(o spread) spread {
	return spread{s.least.plus(o.least), s.most.plus(o.most)}
}

// unsteady reports whether the count differs between runs by as much as would be taken for a gain.
func (s spread) unsteady() bool {
	return fewer(s.most.measure(s, 0), s.least.measure(s, 0))
}

// plainly is how many times more than they vary two counts differ that need not be taken again.
const plainly = 10

// apart reports whether the objects of s and o differ by much more than either of them varies.
func (s spread) apart(o spread) bool {
	gap := max(s.least.objects-o.most.objects, o.least.objects-s.most.objects)
	return gap > plainly*max(s.most.objects-s.least.objects, o.most.objects-o.least.objects)
}

// below reports whether s lies below o by more than either of them varies: in objects, or in bytes if the least
// numbers of objects are equal.
func (s spread) below(o spread) bool {
	distinct := func(sLeast, sMost, oLeast, oMost float64) bool {
		return sMost+max(sMost-sLeast, oMost-oLeast) < oLeast
	}
	if distinct(s.least.objects, s.most.objects, o.least.objects, o.most.objects) {
		return true
	}
	return s.least.objects == o.least.objects && distinct(s.least.bytes, s.most.bytes, o.least.bytes, o.most.bytes)
}

// A counts is what one version of the package allocates.
type counts struct {
	// workloads are the counts of the workloads that ran without failure, by name, and runs how often each ran.
	workloads map[string]spread
	runs      map[string]int
	// functions maps each function that a candidate changes to the allocations charged to it, by workload: those for
	// which it is the innermost changed function on the stack.
	functions map[string]map[string]spread
	// later are, by function and benchmark, the objects of one of the operations that only the longer of two runs has,
	// in the first count. It has no entry for a benchmark of which no two runs were counted.
	later map[string]map[string]float64
	// first is what the first run recorded, for a join.
	first *Counted
}

// reaches reports whether a workload allocates in one of functions.
func (n *counts) reaches(functions []string) bool {
	for _, f := range functions {
		for _, s := range n.functions[f] {
			if s.most.objects > 0 {
				return true
			}
		}
	}
	return false
}

// of is what functions allocate together in a workload.
func (n *counts) of(functions []string, workload string) (sum spread) {
	for _, f := range functions {
		sum = sum.plus(n.functions[f][workload])
	}
	return sum
}

// unsettled are the workloads in which what a set changes has no count that repeats, before or after, and the two do not
// differ plainly, sorted.
func (j *judge) unsettled(set []record.Candidate, after *counts) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(after.workloads)) {
		if slices.ContainsFunc(functionsOf(set), func(f string) bool {
			was, is := j.before.functions[f][name], after.functions[f][name]
			return (was.unsteady() || is.unsteady()) && !is.apart(was)
		}) {
			names = append(names, name)
		}
	}
	return names
}

// functionsOf are the functions that candidates of a set change.
func functionsOf(set []record.Candidate) (all []string) {
	for _, c := range set {
		all = append(all, c.Functions...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// A scope is the workloads that are counted, and how often.
type scope struct {
	names []string // of the workloads in which something can have changed; nil for all
	runs  int
}

// everything is the scope of a count that nothing is known about.
func everything() scope { return scope{runs: runs} }

// scopeOf is what has to be counted of a set, some of the candidates that were counted together: the benchmarks in which
// the functions of the set allocate, with all of the candidates or without, and all tests, which may depend on each other.
// Once is enough where both counts repeat.
func (j *judge) scopeOf(set []record.Candidate, together *counts) scope {
	within := scope{runs: 1}
	functions := functionsOf(set)
	for _, name := range slices.Sorted(maps.Keys(j.before.workloads)) {
		was, is := j.before.of(functions, name), together.of(functions, name)
		if was.unsteady() || is.unsteady() {
			within.runs = runs
		}
		if j.Bench != "" && (was.most.objects > 0 || is.most.objects > 0) {
			within.names = append(within.names, name)
		}
	}
	return within
}

// measure counts what the package allocates with set in place. In workloads beyond the scope it is what it was before.
func (j *judge) measure(ctx context.Context, set []record.Candidate, within scope) (*counts, error) {
	binary, err := j.binary(ctx, set)
	if err != nil {
		return nil, err
	}
	n := new(counts)
	sel := j.selection()
	if within.names != nil {
		sel.Bench = bench.Exactly(within.names...)
	}
	sel.Half = j.Bench != "" // once: a set-up makes the same in each run
	for range within.runs {
		if err := j.count(ctx, binary, sel, n); err != nil {
			return nil, err
		}
		sel.Half = false
	}
	n.first.EscapeLog = binary.EscapeLog
	if names := j.unsettled(set, n); len(names) > 0 && j.Bench != "" {
		if err := j.repeat(ctx, binary, names, n); err != nil {
			return nil, err
		}
		if binary, err = j.binary(ctx, nil); err != nil {
			return nil, err
		}
		if err := j.repeat(ctx, binary, names, j.before); err != nil {
			return nil, err
		}
	}
	if within.names == nil {
		j.keepCount(key(set), n.first)
		return n, nil
	}
	for name, s := range j.before.workloads {
		if !slices.Contains(within.names, name) {
			n.workloads[name], n.runs[name] = s, j.before.runs[name]
		}
	}
	return n, nil
}

// repeat counts workloads until there are unsteadyRuns of each.
func (j *judge) repeat(ctx context.Context, binary *bench.Binary, names []string, n *counts) error {
	for {
		names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return n.runs[name] == 0 || n.runs[name] >= unsteadyRuns })
		if len(names) == 0 {
			return nil
		}
		sel := j.selection()
		sel.Bench = bench.Exactly(names...)
		if err := j.count(ctx, binary, sel, n); err != nil {
			return err
		}
	}
}

// keepCount stores a count under the key of its set. A count holds every stack, so only the counts of the newest sets
// and of the standing set are retained.
func (j *judge) keepCount(name string, run *Counted) {
	j.counted[name] = run
	j.newest = append(slices.DeleteFunc(j.newest, func(old string) bool { return old == name }), name)
	for i := 0; i < len(j.newest) && len(j.newest) > keptBinaries; {
		if j.newest[i] == key(j.standing) {
			i++
			continue
		}
		delete(j.counted, j.newest[i])
		j.newest = slices.Delete(j.newest, i, i+1)
	}
}

// count runs the workloads once more and widens n by the result.
func (j *judge) count(ctx context.Context, binary *bench.Binary, sel bench.Select, n *counts) error {
	run, err := binary.Profile(ctx, sel)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return &crash{err}
	}
	opts := heap.Options{Rel: j.Rel, Package: binary.Package}
	if j.stock {
		opts.Binary = binary.Path
	}
	allocs, err := heap.Convert(run.Profile, opts)
	if err != nil {
		return err
	}
	n.widen(j.charge(&Counted{Workloads: run.Workloads, Allocs: allocs, Package: binary.Package}))
	return nil
}

// A crash is a test binary that does not run to its end: it dies before the first workload, or outside of any
// workload that could be left out.
type crash struct{ err error }

func (c *crash) Error() string { return c.err.Error() }

func (j *judge) selection() bench.Select {
	return bench.Select{Bench: j.Bench, Run: j.Run, Skip: j.Skip, Benchtime: j.Benchtime, Timeout: j.Timeout}
}

// keptBinaries is how many test binaries are retained beside that of the unchanged package: that of the set being
// judged, and the one before it.
const keptBinaries = 2

// A built is the test binary of the workload with a set in place.
type built struct {
	key    string
	binary *bench.Binary
	close  func() error
}

// key names a set of candidates: their IDs, sorted.
func key(set []record.Candidate) string {
	ids := make([]string, len(set))
	for i, c := range set {
		ids[i] = c.ID
	}
	slices.Sort(ids)
	return strings.Join(ids, "\n")
}

// splitKey returns the IDs of the set that has the key.
func splitKey(key string) []string { return strings.Split(key, "\n") }

// binary returns the test binary with set in place, for counting and for timing. It is built once, and removed when
// enough other sets were asked for.
func (j *judge) binary(ctx context.Context, set []record.Candidate) (*bench.Binary, error) {
	name := key(set)
	if i := slices.IndexFunc(j.binaries, func(b built) bool { return b.key == name }); i >= 0 {
		b := j.binaries[i]
		j.binaries = append(slices.Delete(j.binaries, i, i+1), b)
		return b.binary, nil
	}
	files, err := j.overlay(set)
	if err != nil {
		return nil, err
	}
	b, err := bench.Open(ctx, bench.Options{Dir: j.Dir, Flags: j.Flags, Env: j.Env, Overlay: files, EscapeLog: j.EscapeLog})
	if err != nil {
		return nil, err
	}
	j.stock = b.Counter() != "exact"
	binary, err := b.Build(ctx, j.Workload, j.Tree.Dir(j.WorkloadDir))
	if err != nil {
		b.Close()
		return nil, fmt.Errorf("%s: %w", j.Workload, err)
	}
	j.binaries = append(j.binaries, built{name, binary, b.Close})
	for i := 0; len(j.binaries) > keptBinaries+1; i++ {
		if j.binaries[i].key != "" {
			j.binaries[i].close()
			j.binaries = slices.Delete(j.binaries, i, i+1)
			break
		}
	}
	return binary, nil
}

// charge charges each object of the steady phase to the innermost changed function on its stack.
func (j *judge) charge(run *Counted) *counts {
	n := &counts{workloads: make(map[string]spread), runs: make(map[string]int), functions: make(map[string]map[string]spread), later: make(map[string]map[string]float64), first: run}
	ops, laterOps := make(map[string]float64), make(map[string]float64)
	for _, w := range run.Workloads {
		if w.Failure == "" {
			ops[w.Name] = float64(max(w.Ops, 1))
			if w.HalfOps > 0 {
				laterOps[w.Name] = float64(w.Ops - w.HalfOps)
			}
			a := amount{objects: w.PerOp(w.Objects), bytes: w.PerOp(w.Bytes)}
			n.workloads[w.Name], n.runs[w.Name] = spread{a, a}, 1
		}
	}
	changed := j.changed()
	for _, alloc := range run.Allocs {
		per, ok := ops[alloc.Workload]
		if ok && laterOps[alloc.Workload] > 0 {
			n.addLater(changed, alloc, laterOps[alloc.Workload])
		}
		if !ok || alloc.Phase != record.PhaseSteady {
			continue
		}
		a := amount{objects: float64(alloc.Objects) / per, bytes: float64(alloc.Bytes) / per}
		a.cost = j.Model.Estimate(a.objects, a.bytes, cost.Pointers(alloc.Primitive, alloc.Type))
		all := amount{cost: a.cost}
		n.workloads[alloc.Workload] = n.workloads[alloc.Workload].plus(spread{all, all})
		f := changed.innermost(alloc.Stack)
		if f == "" {
			continue
		}
		if n.functions[f] == nil {
			n.functions[f] = make(map[string]spread)
		}
		n.functions[f][alloc.Workload] = n.functions[f][alloc.Workload].plus(spread{a, a})
	}
	return n
}

// addLater adds the objects of an allocation to those of the operations that only the longer run has.
func (n *counts) addLater(changed changes, alloc record.Alloc, ops float64) {
	objects := float64(alloc.Objects) / ops
	switch alloc.Phase {
	case record.PhaseHalf:
		objects = -objects
	case record.PhaseSteady:
	default:
		return
	}
	if f := changed.innermost(alloc.Stack); f != "" {
		if n.later[f] == nil {
			n.later[f] = make(map[string]float64)
		}
		n.later[f][alloc.Workload] += objects
	}
}

// widen adds another run. A function that does not allocate in that run counts as zero.
func (n *counts) widen(o *counts) {
	if n.workloads == nil {
		*n = *o
		return
	}
	for _, f := range slices.Sorted(maps.Keys(o.functions)) {
		if n.functions[f] == nil {
			n.functions[f] = make(map[string]spread)
		}
	}
	for name, s := range o.workloads {
		old, ran := n.workloads[name]
		if !ran {
			continue // failed in an earlier run: counts of some runs only say nothing
		}
		n.workloads[name] = old.with(s)
		n.runs[name]++
		for f, byWorkload := range n.functions {
			byWorkload[name] = byWorkload[name].with(o.functions[f][name])
		}
	}
}
