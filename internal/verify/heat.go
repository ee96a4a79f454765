package verify

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/record"
)

const (
	// runs is how often a version is counted; the smallest count stands. Two
	// are enough to see that a count repeats.
	runs = 2
	// unsteadyRuns is how often a workload is counted whose count does not
	// repeat: a sync.Pool that a collection emptied, the order of a map. With
	// five and five, two equal versions are apart once in 126 times, and less
	// often by more than their spread, which spread.below asks for.
	unsteadyRuns = 5
)

// An amount is objects and bytes of one operation.
type amount struct{ objects, bytes float64 }

// A spread is the least and the most that was counted.
type spread struct{ least, most amount }

// with is s widened to hold another.
func (s spread) with(o spread) spread {
	return spread{
		amount{min(s.least.objects, o.least.objects), min(s.least.bytes, o.least.bytes)},
		amount{max(s.most.objects, o.most.objects), max(s.most.bytes, o.most.bytes)},
	}
}

// plus is the spread of a sum.
func (s spread) plus(o spread) spread {
	return spread{
		amount{s.least.objects + o.least.objects, s.least.bytes + o.least.bytes},
		amount{s.most.objects + o.most.objects, s.most.bytes + o.most.bytes},
	}
}

// unsteady reports whether the count differs between runs by what would be
// taken for a gain.
func (s spread) unsteady() bool {
	return fewer(
		record.Measure{AllocsPerOp: s.most.objects, BytesPerOp: s.most.bytes},
		record.Measure{AllocsPerOp: s.least.objects, BytesPerOp: s.least.bytes})
}

// below reports whether s is less than o by more than either of them varies:
// in objects, or in bytes if the objects do not vary.
func (s spread) below(o spread) bool {
	apart := func(sLeast, sMost, oLeast, oMost float64) bool {
		return sMost+max(sMost-sLeast, oMost-oLeast) < oLeast
	}
	if apart(s.least.objects, s.most.objects, o.least.objects, o.most.objects) {
		return true
	}
	return s.least.objects == o.least.objects && apart(s.least.bytes, s.most.bytes, o.least.bytes, o.most.bytes)
}

// A heat is what one version of the package allocates.
type heat struct {
	// workloads are those that ran well, by name, and counts how often.
	workloads map[string]spread
	counts    map[string]int
	// functions maps each function that a candidate changes to what is
	// charged to it, by workload: allocations of which it is the innermost
	// changed function on the stack.
	functions map[string]map[string]spread
}

// reaches reports whether a workload allocates in one of functions.
func (h *heat) reaches(functions []string) bool {
	for _, f := range functions {
		for _, s := range h.functions[f] {
			if s.most.objects > 0 {
				return true
			}
		}
	}
	return false
}

// of is what functions together allocate in a workload.
func (h *heat) of(functions []string, workload string) (sum spread) {
	for _, f := range functions {
		sum = sum.plus(h.functions[f][workload])
	}
	return sum
}

// unsteady are the workloads in which the count of a changed function does not
// repeat, sorted.
func (h *heat) unsteady() []string {
	names := make(map[string]bool)
	for _, byWorkload := range h.functions {
		for name, s := range byWorkload {
			if s.unsteady() {
				names[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// measure counts what the package allocates with set in place.
func (j *judge) measure(ctx context.Context, set []record.Candidate) (*heat, error) {
	binary, closeBench, err := j.binary(ctx, set)
	if err != nil {
		return nil, err
	}
	defer closeBench()
	h := new(heat)
	for range runs {
		if err := j.count(ctx, binary, j.selection(), h); err != nil {
			return nil, err
		}
	}
	if names := h.unsteady(); len(names) > 0 && j.Bench != "" {
		sel := j.selection()
		sel.Bench = tops(names)
		for range unsteadyRuns - runs {
			if err := j.count(ctx, binary, sel, h); err != nil {
				return nil, err
			}
		}
	}
	return h, nil
}

// count runs the workloads once more and widens h by what it finds.
func (j *judge) count(ctx context.Context, binary *bench.Binary, sel bench.Select, h *heat) error {
	run, err := binary.Profile(ctx, sel)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return &crash{err}
	}
	h.widen(j.heat(run))
	return nil
}

// A crash is a test binary that does not run to its end: it dies before the
// first workload, or in nothing that could be left out.
type crash struct{ err error }

func (c *crash) Error() string { return c.err.Error() }

// tops is the pattern of the top-level functions of some workloads.
func tops(workloads []string) string {
	var names []string
	for _, w := range workloads {
		top, _, _ := strings.Cut(w, "/")
		names = append(names, regexp.QuoteMeta(top))
	}
	slices.Sort(names)
	return "^(" + strings.Join(slices.Compact(names), "|") + ")$"
}

func (j *judge) selection() bench.Select {
	return bench.Select{Bench: j.Bench, Run: j.Run, Skip: j.Skip, Benchtime: j.Benchtime, Timeout: j.Timeout}
}

// binary builds the test binary with set in place.
func (j *judge) binary(ctx context.Context, set []record.Candidate) (*bench.Binary, func() error, error) {
	files, err := j.overlay(set)
	if err != nil {
		return nil, nil, err
	}
	b, err := bench.Open(ctx, bench.Options{Dir: j.Dir, Flags: j.Flags, Env: j.Env, Overlay: files})
	if err != nil {
		return nil, nil, err
	}
	binary, err := b.Build(ctx, j.Workload, j.WorkloadDir)
	if err != nil {
		b.Close()
		return nil, nil, fmt.Errorf("%s: %w", j.Workload, err)
	}
	return binary, b.Close, nil
}

// heat charges the samples of the steady phase to changed functions.
func (j *judge) heat(run *bench.Run) *heat {
	h := &heat{workloads: make(map[string]spread), counts: make(map[string]int), functions: make(map[string]map[string]spread)}
	ops := make(map[string]float64)
	for _, w := range run.Workloads {
		if w.Failure == "" {
			ops[w.Name] = float64(max(w.Ops, 1))
			a := amount{w.PerOp(w.Objects), w.PerOp(w.Bytes)}
			h.workloads[w.Name], h.counts[w.Name] = spread{a, a}, 1
		}
	}
	changed := j.changed()
	for _, s := range run.Profile.Sample {
		name := label(s, "workload")
		n, ok := ops[name]
		if !ok || label(s, "phase") != string(record.PhaseSteady) {
			continue
		}
		f := innermost(s, changed)
		if f == "" {
			continue
		}
		if h.functions[f] == nil {
			h.functions[f] = make(map[string]spread)
		}
		a := amount{float64(s.Value[0]) / n, float64(s.Value[1]) / n}
		h.functions[f][name] = h.functions[f][name].plus(spread{a, a})
	}
	return h
}

func label(s *profile.Sample, key string) string {
	if v := s.Label[key]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// changed are the functions that candidates change, and the files they may be in.
func (j *judge) changed() changes {
	all := changes{names: make(map[string]string), files: make(map[string][]string)}
	for _, c := range j.Candidates {
		all.add(c, j.Package)
	}
	return all
}

// changes are changed functions.
type changes struct {
	names map[string]string   // the linker's name to the name that candidates use
	files map[string][]string // the latter to the files that it may be written in
}

func (all changes) add(c record.Candidate, pkg string) {
	for _, f := range c.Functions {
		all.names[pkg+"."+f] = f
		for _, e := range c.Edits {
			all.files[f] = append(all.files[f], e.File)
		}
	}
}

// of is the changed function in which what the linker calls symbol is written, or "". A
// closure belongs to the function around it.
func (all changes) of(symbol, file string) string {
	if f, ok := all.names[declared(symbol)]; ok {
		return f
	}
	return inlined(symbol, file, all.files)
}

// Changed returns what says whether c changes the function that the code at a frame of a
// stack is written in: by the linker's name of that code, and its file.
func Changed(c record.Candidate) func(symbol, file string) bool {
	all := changes{names: make(map[string]string), files: make(map[string][]string)}
	all.add(c, c.Package)
	return func(symbol, file string) bool { return all.of(symbol, file) != "" }
}

// innermost is the changed function nearest to the allocation, or "".
func innermost(s *profile.Sample, changed changes) string {
	for _, loc := range s.Location {
		for _, line := range loc.Line {
			if line.Function == nil {
				continue
			}
			if f := changed.of(line.Function.Name, line.Function.Filename); f != "" {
				return f
			}
		}
	}
	return ""
}

// inlined is the function, one of those in files, in which a closure of the
// linker's name symbol and of file is written, or "". The compiler names a closure
// of a function that it inlines after both, but only the first with its package:
//
//	example.com/q.F.(*T).M.func2   (*T).M, inlined into F
func inlined(symbol, file string, files map[string][]string) string {
	parts := strings.Split(symbol, ".")
	n := len(parts)
	for n > 0 && isSuffix(parts[n-1]) {
		n--
	}
	if n == len(parts) {
		return ""
	}
	written := func(name string) bool { return strings.HasSuffix("/"+file, "/"+name) }
	for _, name := range []string{strings.Join(parts[max(n-2, 0):n], "."), strings.Join(parts[max(n-1, 0):n], ".")} {
		if slices.ContainsFunc(files[name], written) {
			return name // a method, before a function
		}
	}
	return ""
}

// declared is the linker's name of the declared function that a symbol
// belongs to: type arguments and the suffixes of closures, range bodies and
// wrappers are cut off.
//
//	example.com/p.(*T[...]).M.func1.2   example.com/p.(*T).M
//	example.com/p.F[...].F-range1       example.com/p.F
func declared(symbol string) string {
	if i := strings.IndexByte(symbol, '['); i >= 0 {
		if k := strings.IndexByte(symbol[i:], ']'); k >= 0 {
			symbol = symbol[:i] + symbol[i+k+1:]
		}
	}
	slash := strings.LastIndexByte(symbol, '/') + 1
	path, rest := symbol[:slash], symbol[slash:]
	parts := strings.Split(rest, ".")
	keep := 2 // package and function
	if len(parts) > 2 && (strings.HasPrefix(parts[1], "(") || !isSuffix(parts[2])) {
		keep = 3 // package, receiver and method
	}
	name := strings.Join(parts[:min(keep, len(parts))], ".")
	name, _, _ = strings.Cut(name, "-range")
	return strings.ReplaceAll(path+name, "%2e", ".") // as in gopkg.in/yaml%2ev3
}

// isSuffix reports whether part is what the compiler appends to the name of a
// function for something inside of it.
func isSuffix(part string) bool {
	for _, p := range []string{"func", "gowrap", "deferwrap"} {
		if rest, ok := strings.CutPrefix(part, p); ok && rest != "" && strings.Trim(rest, "0123456789-range") == "" {
			return true
		}
	}
	return strings.Trim(part, "0123456789") == "" || strings.Contains(part, "-range")
}

// widen adds another run. A function that does not allocate in it has an entry
// of zero.
func (h *heat) widen(o *heat) {
	if h.workloads == nil {
		*h = *o
		return
	}
	for _, f := range slices.Sorted(maps.Keys(o.functions)) {
		if h.functions[f] == nil {
			h.functions[f] = make(map[string]spread)
		}
	}
	for name, s := range o.workloads {
		old, ran := h.workloads[name]
		if !ran {
			continue // it failed before: half of a pair says nothing
		}
		h.workloads[name] = old.with(s)
		h.counts[name]++
		for f, byWorkload := range h.functions {
			byWorkload[name] = byWorkload[name].with(o.functions[f][name])
		}
	}
}
