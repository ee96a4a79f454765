// Package fix plans a run of fix: which candidates are judged together and by which workload, what is left when the
// run is over, and why.
//
// Invariant: it takes values and returns values. What it says about a site that is left comes from two joins, one
// before and one with all kept candidates in place; without the second, it says that it does not know.
//
// Model: a candidate is exercised by every workload that has one of its functions on the stack of an object.
// Candidates of one package that are judged by the workloads of one package are a [Unit]. Benchmarks are preferred to
// tests as judges, and those of the package itself to those of others.
//
// What the model blurs: a function that is called and allocates nothing is not exercised, whatever it does.
package fix

import (
	"cmp"
	"maps"
	"path"
	"slices"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/verify"
)

// A Load is the benchmarks of a package or, if Tests is set, its tests and examples.
type Load struct {
	Package string
	Tests   bool
}

// code is the linker's name of a function, and the file it is written in.
type code struct{ symbol, file string }

// A Reach records what the workloads of a run allocate in which functions. The zero value records nothing.
type Reach struct {
	// objects per operation, summed over the workloads of a load. The first key is the base name of the file that the
	// code is written in.
	objects map[string]map[code]map[Load]float64
}

func (r *Reach) add(c code, load Load, objects float64) {
	if r.objects == nil {
		r.objects = make(map[string]map[code]map[Load]float64)
	}
	base := path.Base(c.file)
	if r.objects[base] == nil {
		r.objects[base] = make(map[code]map[Load]float64)
	}
	if r.objects[base][c] == nil {
		r.objects[base][c] = make(map[Load]float64)
	}
	r.objects[base][c][load] += objects
}

// Merge adds what other records to r.
func (r *Reach) Merge(other *Reach) {
	for _, byCode := range other.objects {
		for c, byLoad := range byCode {
			for load, objects := range byLoad {
				r.add(c, load, objects)
			}
		}
	}
}

// Add adds the steady phase of allocs, which were measured in workloads.
func (r *Reach) Add(workloads []record.Workload, allocs []record.Alloc) {
	type name struct{ pkg, workload string }
	byName := make(map[name]*record.Workload)
	for i := range workloads {
		w := &workloads[i]
		byName[name{w.Package, w.Name}] = w
	}
	for _, a := range allocs {
		w := byName[name{a.Package, a.Workload}]
		if w == nil || a.Phase == record.PhaseSetup || a.Phase == record.PhaseFirst {
			continue
		}
		load := Load{a.Package, w.Kind != record.KindBenchmark}
		for i, f := range a.Stack {
			c := code{f.Function, f.File}
			if slices.ContainsFunc(a.Stack[:i], func(g record.Frame) bool { return code{g.Function, g.File} == c }) {
				continue // recursion: the object counts once
			}
			r.add(c, load, w.PerOp(a.Objects))
		}
	}
}

// Of returns the loads that exercise c, the best to judge it by first.
func (r *Reach) Of(c *record.Candidate) []Load {
	changed := verify.Changed(*c)
	sums := make(map[Load]float64)
	met := make(map[string]bool)
	for _, e := range c.Edits {
		base := path.Base(e.File)
		if met[base] {
			continue
		}
		met[base] = true
		for at, byLoad := range r.objects[base] {
			if changed(at.symbol, at.file) {
				for load, objects := range byLoad {
					sums[load] += objects
				}
			}
		}
	}
	return slices.SortedFunc(maps.Keys(sums), func(a, b Load) int {
		return cmp.Or(
			cmp.Compare(order(c, a), order(c, b)),
			cmp.Compare(sums[b], sums[a]),
			cmp.Compare(a.Package, b.Package))
	})
}

// order is the rank of a load for c, best first: benchmarks before tests, those of c's package before others.
func order(c *record.Candidate, load Load) int {
	rank := 0
	if load.Tests {
		rank += 2
	}
	if load.Package != c.Package {
		rank++
	}
	return rank
}

// A Unit is a set of candidates that are judged at once.
type Unit struct {
	Package    string // the package that the candidates edit
	Load       Load
	Candidates []record.Candidate
}

// Plan divides candidates into units by the load that is best to judge each, and returns separately those that no
// load exercises. The candidates of a unit are sorted by promise, the largest first, and so are the units, by the
// sum.
func Plan(candidates []record.Candidate, reach *Reach, promise func(*record.Candidate) float64) (units []Unit, cold []record.Candidate) {
	type key struct {
		pkg  string
		load Load
	}
	index := make(map[key]int)
	for i := range candidates {
		c := &candidates[i]
		loads := reach.Of(c)
		if len(loads) == 0 {
			cold = append(cold, *c)
			continue
		}
		k := key{c.Package, loads[0]}
		at, ok := index[k]
		if !ok {
			at = len(units)
			index[k] = at
			units = append(units, Unit{Package: c.Package, Load: loads[0]})
		}
		units[at].Candidates = append(units[at].Candidates, *c)
	}
	worth := make(map[string]float64) // by Candidate.ID
	sums := make(map[key]float64)
	for _, u := range units {
		for i := range u.Candidates {
			c := &u.Candidates[i]
			worth[c.ID] = promise(c)
			sums[key{u.Package, u.Load}] += worth[c.ID]
		}
		slices.SortStableFunc(u.Candidates, func(a, b record.Candidate) int { return cmp.Compare(worth[b.ID], worth[a.ID]) })
	}
	slices.SortStableFunc(units, func(a, b Unit) int {
		return cmp.Or(cmp.Compare(sums[key{b.Package, b.Load}], sums[key{a.Package, a.Load}]), cmp.Compare(a.Package, b.Package))
	})
	return units, cold
}
