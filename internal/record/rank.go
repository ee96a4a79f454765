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
	ByInuse   Lens = "inuse" // bytes in use, of a profile that carries them
)

// PerOp divides a total of the steady phase by the operations of w. A workload
// of unknown length, such as a given profile, counts as one operation.
func (w *Workload) PerOp(total int64) float64 {
	return float64(total) / float64(max(w.Ops, 1))
}

// Shares returns for each site which part of the whole it is, from 0 to 1, as
// seen through one lens. All reports rank by it.
//
// One operation of each benchmark is added up, so that two sites that cost one
// operation the same have the same share, whatever else their benchmarks do. Tests,
// which have no operation, add up to what they allocate in one run; where there are
// benchmarks as well, those of a package together count as one mean benchmark.
//
// A lens that the record does not carry (ByCost without estimates) falls back
// to ByObjects. Sites outside of the given workloads have a share of 0.
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

// Left returns a run of fix as it is with everything in place that was kept: copies of
// the workloads that were counted again and of the sites, in their order, with what is
// left in the place of what was measured first. Where nothing was kept it is the run
// itself.
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

// HeldBy are the sites that are on the heap since the given ones are: those whose objects they
// hold, and those that these hold, in the order of all.
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

// A ranking knows of each workload how much all sites together are.
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

// value is what u is through the lens, per operation.
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

// weights returns what the total of each workload is multiplied by, and the sum of
// all totals then.
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

// Ladder sorts steps of growth, smallest first, and makes one of those of one size.
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
