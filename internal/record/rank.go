package record

// A Lens is the quantity by which sites are compared.
type Lens string

const (
	ByCost    Lens = "cost" // estimated nanoseconds
	ByObjects Lens = "objects"
	ByBytes   Lens = "bytes"
)

// PerOp divides a total of the steady phase by the operations of w. A workload
// of unknown length, such as a given profile, counts as one operation.
func (w *Workload) PerOp(total int64) float64 {
	return float64(total) / float64(max(w.Ops, 1))
}

// Shares returns for each site which part of the whole it is, from 0 to 1, as
// seen through one lens. All reports rank by it.
//
// Benchmarks count alike, whatever one operation of them does: a site is
// compared with the others of the same benchmark first, and then averaged.
// Otherwise the benchmark with the largest input would hide all others. Two
// kinds count less: a benchmark that allocates less than once per operation,
// in proportion; and tests, which count as one benchmark per package, each in
// proportion to what it costs, since a test has no scale of its own.
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
			if total := r.totals[k]; total > 0 {
				shares[i] += weights[k] / all * value / total
			}
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
	case r.lens == ByBytes:
		return k, w.PerOp(u.Bytes)
	}
	return k, w.PerOp(u.Objects)
}

// weights returns how much each workload counts, and their sum.
func (r *ranking) weights() (of map[workloadKey]float64, sum float64) {
	testTotals := map[string]float64{} // by package
	for _, w := range r.workloads {
		if w.Kind != KindBenchmark {
			testTotals[w.Package] += r.totals[workloadKey{w.Package, w.Name}]
		}
	}
	of = map[workloadKey]float64{}
	for _, w := range r.workloads {
		k := workloadKey{w.Package, w.Name}
		switch {
		case r.totals[k] == 0:
		case w.Kind == KindBenchmark:
			of[k] = min(1, w.PerOp(w.Objects))
		default:
			of[k] = r.totals[k] / testTotals[w.Package]
		}
		sum += of[k]
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
