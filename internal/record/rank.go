package record

import (
	"cmp"
	"slices"
)

// A Lens is the quantity by which sites are compared.
type Lens string

const (
	ByCost    Lens = "cost" // estimated nanoseconds
	ByObjects Lens = "objects"
	ByBytes   Lens = "bytes"
	ByInuse   Lens = "inuse" // bytes in use, if the profile has them
)

// PerOp divides a total of the steady phase by the number of operations of w. If that is not known, as for a given
// profile, the workload counts as one operation.
func (w *Workload) PerOp(total int64) float64 {
	return float64(total) / float64(max(w.Ops, 1))
}

// Shares returns for each site its share of the whole, from 0 to 1, as measured by the lens. All reports rank by it.
//
// The whole is one operation of each benchmark, so that two sites with the same cost per operation have the same
// share, whatever else their benchmarks do. Tests, which have no operation, count with what they allocate in one run;
// if there are benchmarks as well, the tests of a package together count as one mean benchmark.
//
// A lens for which the record has no figures (ByCost without estimates) falls back to ByObjects. Sites outside of the
// given workloads have a share of 0.
func Shares(lens Lens, workloads []*Workload, sites []*Site) []float64 {
	if lens == ByCost && !anyCost(sites) {
		lens = ByObjects
	}
	r := newRanking(lens, workloads, sites)
	weights, all := r.weights()
	shares := make([]float64, len(sites))
	if all == 0 {
		return shares
	}
	for i, s := range sites {
		for j := range s.Usage {
			k, value := r.value(&s.Usage[j])
			shares[i] += weights[k] * value / all
		}
	}
	return shares
}

// Left returns a run of fix as it is with everything in place that was kept: copies of the workloads that were counted
// again and of the sites, in their order, with the figures of Left in place of those measured first. If nothing was
// kept, it returns its arguments.
func Left(workloads []*Workload, sites []*Site) ([]*Workload, []*Site) {
	var counted []*Workload
	for _, w := range workloads {
		if w.Left != nil {
			after := *w
			after.Ops, after.Objects, after.Bytes = w.Left.Ops, w.Left.Objects, w.Left.Bytes
			counted = append(counted, &after)
		}
	}
	if counted == nil {
		return workloads, sites
	}
	left := make([]*Site, len(sites))
	for i, s := range sites {
		after := *s
		after.Usage = s.Left
		left[i] = &after
	}
	return counted, left
}

// HeldBy returns the sites that are on the heap because of the given ones, in the order of all: the sites whose
// objects these hold, and in turn the sites whose objects those hold.
func HeldBy(all []*Site, of ...*Site) []*Site {
	byID := make(map[string]*Site)
	for _, s := range all {
		byID[s.ID] = s
	}
	var held []*Site
	for _, s := range all {
		seen := map[string]bool{}
		for holder := byID[s.Holder]; holder != nil && !seen[holder.ID] && !slices.Contains(of, s); holder = byID[holder.Holder] {
			seen[holder.ID] = true
			if slices.Contains(of, holder) {
				held = append(held, s)
				break
			}
		}
	}
	return held
}

type workloadKey struct{ pkg, name string }

// A ranking has, for each workload, the total over all sites.
type ranking struct {
	lens      Lens
	workloads []*Workload // in the order of the run, so that sums are repeatable
	byKey     map[workloadKey]*Workload
	totals    map[workloadKey]float64
}

func newRanking(lens Lens, workloads []*Workload, sites []*Site) *ranking {
	r := &ranking{lens, workloads, map[workloadKey]*Workload{}, map[workloadKey]float64{}}
	for _, w := range workloads {
		r.byKey[workloadKey{w.Package, w.Name}] = w
	}
	for _, s := range sites {
		for i := range s.Usage {
			k, value := r.value(&s.Usage[i])
			r.totals[k] += value
		}
	}
	return r
}

// value returns the value of u under the lens, per operation, and its workload.
func (r *ranking) value(u *Usage) (workloadKey, float64) {
	k := workloadKey{u.Package, u.Workload}
	w := r.byKey[k]
	switch {
	case w == nil:
		return k, 0
	case r.lens == ByCost:
		return k, u.Cost
	case r.lens == ByInuse:
		return k, float64(u.InuseBytes)
	case r.lens == ByBytes:
		return k, w.PerOp(u.Bytes)
	}
	return k, w.PerOp(u.Objects)
}

// weights returns the weight of each workload, and the weighted sum of all totals.
func (r *ranking) weights() (of map[workloadKey]float64, sum float64) {
	benchmarks, mean := 0, 0.0
	tests := map[string]float64{} // totals by package
	for _, w := range r.workloads {
		if total := r.totals[workloadKey{w.Package, w.Name}]; w.Kind != KindBenchmark {
			tests[w.Package] += total
		} else if total > 0 {
			benchmarks++
			mean += total
		}
	}
	mean /= float64(max(1, benchmarks))
	of = map[workloadKey]float64{}
	for _, w := range r.workloads {
		k := workloadKey{w.Package, w.Name}
		of[k] = 1
		if w.Kind != KindBenchmark && benchmarks > 0 && tests[w.Package] > 0 {
			of[k] = mean / tests[w.Package]
		}
		sum += of[k] * r.totals[k]
	}
	return of, sum
}

func anyCost(sites []*Site) bool {
	for _, s := range sites {
		for _, u := range s.Usage {
			if u.Cost > 0 {
				return true
			}
		}
	}
	return false
}

// Ladder sorts steps of growth by size, smallest first, and adds up steps of the same size.
func Ladder(steps []Rung) (sum []Rung) {
	steps = slices.Clone(steps)
	slices.SortFunc(steps, func(a, b Rung) int { return cmp.Compare(a.Size, b.Size) })
	for _, r := range steps {
		if last := len(sum) - 1; last >= 0 && sum[last].Size == r.Size {
			sum[last].Objects, sum[last].Bytes = sum[last].Objects+r.Objects, sum[last].Bytes+r.Bytes
			continue
		}
		sum = append(sum, r)
	}
	return sum
}
