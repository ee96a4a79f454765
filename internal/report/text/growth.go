package text

import (
	"fmt"
	"math"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// A value that is retained from one operation to the next grows, so that an operation costs less, or more, the more
// operations there are. A count of half as many operations shows this: see [record.PhaseHalf].

// dependOnN names the benchmarks whose figures depend on the number of operations.
func (r *run) dependOnN(ws []*record.Workload) string {
	var names []string
	for _, w := range ws {
		if g := (growth{w, w.Objects, w.Bytes, w.HalfObjects, w.HalfBytes}); g.depends() {
			names = append(names, shortName(w.Name)+": "+g.String())
		}
	}
	if len(names) == 0 {
		return ""
	}
	limit := 2
	if r.Verbose {
		limit = len(names)
	}
	more := ""
	if len(names) > limit {
		more = fmt.Sprintf("; and of %d more", len(names)-limit)
		names = names[:limit]
	}
	return "figures depend on n, of " + strings.Join(names, "; ") + more + ". Measure as many as count, with -benchtime=1000x"
}

// A growth compares what all operations of a workload allocate with what the first half of the operations allocates.
type growth struct {
	workload               *record.Workload
	objects, bytes         int64
	halfObjects, halfBytes int64
}

// depends reports whether the figures per operation differ between all operations and half as many: by a tenth, by
// more than a few objects may differ by chance, and by enough to be worth mentioning.
func (g growth) depends() bool {
	return g.differs(g.objects, g.halfObjects, 2) && g.apart(g.objects, g.halfObjects) >= 0.1 ||
		g.differs(g.bytes, g.halfBytes, 2048) && g.apart(g.bytes, g.halfBytes) >= 64
}

// apart is the difference, per operation, between a sum over all operations and one over half as many.
func (g growth) apart(all, half int64) float64 {
	return math.Abs(g.workload.PerOp(all) - g.perHalf(half))
}

// differs reports whether a sum over all operations is not what one over half as many predicts, by more than chance.
func (g growth) differs(all, half int64, chance float64) bool {
	if g.workload.HalfOps == 0 {
		return false
	}
	// What all operations would allocate if the second half allocated as much as the first.
	expected := float64(half) * float64(g.workload.Ops) / float64(g.workload.HalfOps)
	apart := math.Abs(float64(all) - expected)
	if float64(all) > expected { // more may happen by chance, as when a collection empties a pool
		chance *= 1 + math.Sqrt(float64(all)/chance)
	}
	return apart > 2*chance && apart > 0.1*float64(all)
}

// falls reports whether an operation allocates fewer objects the more operations there are.
func (g growth) falls() bool {
	return g.differs(g.objects, g.halfObjects, 2) && g.perHalf(g.halfObjects) > g.workload.PerOp(g.objects)
}

func (g growth) perHalf(n int64) float64 { return float64(n) / float64(g.workload.HalfOps) }

func (g growth) String() string {
	w := g.workload
	what, all, half := "allocs/op", w.PerOp(g.objects), g.perHalf(g.halfObjects)
	if !g.differs(g.objects, g.halfObjects, 2) {
		what, all, half = "B/op", w.PerOp(g.bytes), g.perHalf(g.halfBytes)
	}
	return fmt.Sprintf("%s %s over %s operations, %s over %s", figure(all), what, record.Count(w.Ops), figure(half), record.Count(w.HalfOps))
}

// growths returns the growth of the row in each workload in which its figures depend on the number of operations.
func (rw *row) growths() []growth {
	var all []growth
	for _, c := range rw.steady {
		if g := c.growth(); g.depends() {
			all = append(all, g)
		}
	}
	return all
}

func (c reach) growth() growth {
	return growth{c.workload, c.steadyObjects, c.steadyBytes, c.halfObjects, c.halfBytes}
}

// withN says how a row depends on the number of operations.
func (r *run) withN(rw *row) string {
	all := rw.growths()
	if len(all) == 0 {
		return ""
	}
	text := all[0].String()
	if len(r.Workloads) > 1 {
		text = r.label(all[0].workload) + " " + text
	}
	if rw.rare() {
		return text + ": what is kept grows, and it ranks below what each operation pays"
	}
	return text + ": what is kept grows"
}
