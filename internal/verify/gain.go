package verify

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/record"
)

// runs is how often a version is counted; the smallest count stands. Two are
// enough to see that a count repeats, and where it does not (a sync.Pool that
// a collection emptied), the smaller one is the function's own.
const runs = 2

// An amount is objects and bytes of one operation.
type amount struct{ objects, bytes float64 }

// A heat is what one version of the package allocates.
type heat struct {
	// workloads are those that ran well, by name.
	workloads map[string]amount
	// functions maps each function that a candidate changes to what is
	// charged to it, by workload: allocations of which it is the innermost
	// changed function on the stack.
	functions map[string]map[string]amount
}

// reaches reports whether a workload allocates in one of functions.
func (h *heat) reaches(functions []string) bool {
	for _, f := range functions {
		for _, a := range h.functions[f] {
			if a.objects > 0 {
				return true
			}
		}
	}
	return false
}

// of is what functions together allocate in a workload.
func (h *heat) of(functions []string, workload string) amount {
	var sum amount
	for _, f := range functions {
		a := h.functions[f][workload]
		sum.objects += a.objects
		sum.bytes += a.bytes
	}
	return sum
}

// measure counts what the package allocates with set in place.
func (j *judge) measure(ctx context.Context, set []record.Candidate) (*heat, error) {
	binary, closeBench, err := j.binary(ctx, set)
	if err != nil {
		return nil, err
	}
	defer closeBench()
	var least *heat
	for range runs {
		run, err := binary.Profile(ctx, j.selection())
		if err != nil {
			return nil, err
		}
		least = minimum(least, j.heat(run))
	}
	return least, nil
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
	h := &heat{workloads: make(map[string]amount), functions: make(map[string]map[string]amount)}
	ops := make(map[string]float64)
	for _, w := range run.Workloads {
		if w.Failure == "" {
			ops[w.Name] = float64(max(w.Ops, 1))
			h.workloads[w.Name] = amount{w.PerOp(w.Objects), w.PerOp(w.Bytes)}
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
			h.functions[f] = make(map[string]amount)
		}
		a := h.functions[f][name]
		h.functions[f][name] = amount{a.objects + float64(s.Value[0])/n, a.bytes + float64(s.Value[1])/n}
	}
	return h
}

func label(s *profile.Sample, key string) string {
	if v := s.Label[key]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// changed maps the linker's name of each changed function to the name that
// candidates use.
func (j *judge) changed() map[string]string {
	names := make(map[string]string)
	for _, c := range j.Candidates {
		for _, f := range c.Functions {
			names[j.Package+"."+f] = f
		}
	}
	return names
}

// innermost is the changed function nearest to the allocation, or "". A
// closure belongs to the function it is written in.
func innermost(s *profile.Sample, changed map[string]string) string {
	for _, loc := range s.Location {
		for _, line := range loc.Line {
			if line.Function == nil {
				continue
			}
			if f, ok := changed[declared(line.Function.Name)]; ok {
				return f
			}
		}
	}
	return ""
}

// Declared is the name within pkg, as in record.Candidate.Functions, of the
// declared function that the linker's symbol belongs to; empty if it is of
// another package.
func Declared(symbol, pkg string) string {
	name, ok := strings.CutPrefix(declared(symbol), pkg+".")
	if !ok {
		return ""
	}
	return name
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

// minimum takes the smaller objects, then the smaller bytes, of each entry.
func minimum(a, b *heat) *heat {
	if a == nil {
		return b
	}
	less := func(into, from map[string]amount) {
		for k, v := range from {
			if old, ok := into[k]; !ok || v.objects < old.objects || v.objects == old.objects && v.bytes < old.bytes {
				into[k] = v
			}
		}
	}
	less(a.workloads, b.workloads)
	for f, m := range b.functions {
		if a.functions[f] == nil {
			a.functions[f] = make(map[string]amount)
		}
		less(a.functions[f], m)
	}
	return a
}

// gain measures the candidates and returns those that allocate less.
func (j *judge) gain(ctx context.Context, live []record.Candidate) ([]record.Candidate, error) {
	if len(live) == 0 {
		return nil, nil
	}
	together, err := j.measure(ctx, live)
	if err != nil {
		return nil, err
	}
	var gained []record.Candidate
	for _, c := range live {
		after := together
		if sharesFunction(c, live) {
			if after, err = j.measure(ctx, []record.Candidate{c}); err != nil {
				return nil, err
			}
		}
		if j.credit(c, after) {
			gained = append(gained, c)
		}
	}
	return gained, nil
}

// sharesFunction reports whether another candidate changes a function that c
// changes.
func sharesFunction(c record.Candidate, all []record.Candidate) bool {
	for _, other := range all {
		if other.ID == c.ID {
			continue
		}
		for _, f := range other.Functions {
			if slices.Contains(c.Functions, f) {
				return true
			}
		}
	}
	return false
}

// credit enters the change of each workload into the verdict of c and reports
// whether one of them allocates less and none more.
func (j *judge) credit(c record.Candidate, after *heat) bool {
	v := j.verdicts[c.ID]
	v.Comparisons = nil
	better := false
	for _, name := range slices.Sorted(maps.Keys(j.before.workloads)) {
		total := j.before.workloads[name]
		if _, ok := after.workloads[name]; !ok {
			j.refuse(c, failure{record.TestsFail, name + " no longer runs"})
			return false
		}
		was, is := j.before.of(c.Functions, name), after.of(c.Functions, name)
		old := record.Measure{AllocsPerOp: total.objects, BytesPerOp: total.bytes, Samples: runs}
		now := record.Measure{AllocsPerOp: total.objects - was.objects + is.objects, BytesPerOp: total.bytes - was.bytes + is.bytes, Samples: runs}
		if fewer(now, old) {
			j.refuse(c, failure{record.NoGain, fmt.Sprintf("%s allocates more: %.4g → %.4g allocs/op, %.4g → %.4g B/op",
				name, old.AllocsPerOp, now.AllocsPerOp, old.BytesPerOp, now.BytesPerOp)})
			return false
		}
		if fewer(old, now) {
			better = true
			v.Comparisons = append(v.Comparisons, record.Comparison{Workload: name, Package: j.Workload, Before: old, After: now})
		}
	}
	if !better {
		j.refuse(c, failure{record.NoGain, "no workload allocates less with it"})
	}
	return better
}
